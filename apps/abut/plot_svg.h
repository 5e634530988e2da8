// A plot of quantities against time, as an SVG document.
#pragma once

#include <string>
#include <vector>

namespace abut::app {

struct PlotLine {
  std::string name;  // for the legend; empty if there is only one
  std::vector<double> values;
};

struct Plot {
  std::string title;
  std::string unit;             // of the values
  std::vector<double> t;        // s, ascending
  std::vector<PlotLine> lines;  // each of as many values as t; what is not finite is left out
  bool is_logarithmic = false;  // what is not positive is then left out too
};

// Of long series, in every column of pixels the least and the largest value are drawn, so that no peak is lost.
std::string draw_plot(const Plot& plot);

}  // namespace abut::app
