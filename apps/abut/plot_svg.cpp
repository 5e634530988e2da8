#include "plot_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace abut::app {
namespace {

constexpr double kPlotWidth = 800, kPlotHeight = 300, kPlotLeft = 96, kPlotTop = 64, kPlotRight = 24, kPlotBottom = 52;
constexpr std::array<const char*, 6> kPlotColours{"#1f6fb4", "#c2401c", "#6b8e23", "#7a4fa3", "#b8860b", "#4d4d4d"};

struct PlotAxis {
  double low = 0.0, high = 1.0;
  std::vector<double> ticks;

  double share(double x) const { return (x - low) / (high - low); }
};

// Round numbers 1, 2 or 5 times a power of ten apart, five or so of them, the axis ending at one on either side. They
// differ in what is printed of them: what varies by less is drawn as a straight line.
PlotAxis make_axis(double least, double largest, bool is_tight, double least_step = 0.0) {
  const double size = std::max(std::abs(least), std::abs(largest));
  const double extent = std::max(largest - least, size > 0 ? 2e-5 * size : 1.0);
  const double rough = extent / 5, power = std::pow(10.0, std::floor(std::log10(rough)));
  const double step = std::max(least_step, power * (rough / power < 1.5   ? 1
                                                    : rough / power < 3.5 ? 2
                                                    : rough / power < 7.5 ? 5
                                                                          : 10));
  PlotAxis axis{step * std::floor(least / step), step * std::ceil(largest / step), {}};
  if (!(axis.low < axis.high)) axis.low -= step, axis.high += step;
  const int num = static_cast<int>(std::lround((axis.high - axis.low) / step));
  for (int i = 0; i <= num; ++i) axis.ticks.push_back(step * std::round(axis.low / step + i));
  if (is_tight) {
    axis.low = least, axis.high = std::max(largest, least + step);
    std::erase_if(axis.ticks, [&](double x) { return x < axis.low || x > axis.high; });
  }
  return axis;
}

struct PlotPoint {
  double x, y;
};

class PlotFrame {
 public:
  explicit PlotFrame(const Plot& plot) : plot_(plot) {
    double least = INFINITY, largest = -INFINITY;
    for (const PlotLine& line : plot.lines) {
      for (const double value : line.values) {
        if (const std::optional<double> y = find_height(value))
          least = std::min(least, *y), largest = std::max(largest, *y);
      }
    }
    if (least > largest) least = 0, largest = 1;
    if (plot.is_logarithmic) least = std::floor(least), largest = std::max(std::ceil(largest), least + 1);
    y_ = make_axis(least, largest, false, plot.is_logarithmic ? 1.0 : 0.0);
    x_ = plot.t.empty() ? make_axis(0, 1, true) : make_axis(plot.t.front(), plot.t.back(), true);
  }

  // In units of the axis; nothing if it has no place there.
  std::optional<double> find_height(double value) const {
    if (!std::isfinite(value) || (plot_.is_logarithmic && value <= 0)) return std::nullopt;
    return plot_.is_logarithmic ? std::log10(value) : value;
  }
  double x(double t) const { return kPlotLeft + kPlotWidth * x_.share(t); }
  double y(double height) const { return kPlotTop + kPlotHeight * (1 - y_.share(height)); }

  std::string draw_axes() const {
    std::string text;
    for (const double t : x_.ticks) {
      text += fmt::format("<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\" stroke=\"#eee\"/>\n", x(t),
                          kPlotTop, kPlotTop + kPlotHeight);
      text += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{:.6g}</text>\n", x(t),
                          kPlotTop + kPlotHeight + 20, t);
    }
    for (const double height : y_.ticks) {
      text += fmt::format("<line x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" stroke=\"#ccc\"/>\n", kPlotLeft,
                          kPlotLeft + kPlotWidth, y(height));
      text += fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{:.6g}</text>\n", kPlotLeft - 8,
                          y(height) + 4, plot_.is_logarithmic ? std::pow(10.0, height) : height);
    }
    return text;
  }

 private:
  const Plot& plot_;
  PlotAxis x_, y_;
};

// The values of one column of pixels: first, least, largest, last, in the order of time.
void append_column(std::vector<PlotPoint>& points, std::vector<PlotPoint>& column) {
  if (column.size() > 4) {
    const auto by_height = [](const PlotPoint& a, const PlotPoint& b) { return a.y < b.y; };
    auto [least, largest] = std::minmax_element(column.begin(), column.end(), by_height);
    if (largest < least) std::swap(least, largest);
    column = {column.front(), *least, *largest, column.back()};
  }
  points.insert(points.end(), column.begin(), column.end());
  column.clear();
}

std::vector<PlotPoint> make_points(const PlotFrame& frame, const Plot& plot, const PlotLine& line) {
  std::vector<PlotPoint> points, column;
  for (std::size_t i = 0; i < plot.t.size(); ++i) {
    const std::optional<double> height = frame.find_height(line.values[i]);
    if (!height) continue;
    const PlotPoint point{frame.x(plot.t[i]), frame.y(*height)};
    if (!column.empty() && std::floor(column.front().x) != std::floor(point.x)) append_column(points, column);
    column.push_back(point);
  }
  append_column(points, column);
  return points;
}

std::string draw_line(const std::vector<PlotPoint>& points, const char* colour) {
  std::string path;
  for (const PlotPoint& point : points)
    path += fmt::format("{}{:.1f},{:.1f}", path.empty() ? "" : " ", point.x, point.y);
  return fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"/>\n", path, colour);
}

std::string draw_legend(const Plot& plot) {
  std::string text;
  double x = kPlotLeft;
  for (std::size_t i = 0; i < plot.lines.size(); ++i) {
    if (plot.lines[i].name.empty()) continue;
    text += fmt::format("<line x1=\"{}\" x2=\"{}\" y1=\"46\" y2=\"46\" stroke=\"{}\" stroke-width=\"3\"/>\n", x, x + 24,
                        kPlotColours[i % kPlotColours.size()]);
    text += fmt::format("<text x=\"{}\" y=\"50\">{}</text>\n", x + 30, plot.lines[i].name);
    x += 56 + 8 * static_cast<double>(plot.lines[i].name.size());
  }
  return text;
}

}  // namespace

std::string draw_plot(const Plot& plot) {
  const PlotFrame frame(plot);
  const double width = kPlotLeft + kPlotWidth + kPlotRight, height = kPlotTop + kPlotHeight + kPlotBottom;
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" font-size=\"13\">\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n"
      "<text x=\"{2}\" y=\"24\" font-size=\"16\" font-weight=\"bold\">{3}{4}</text>\n",
      width, height, kPlotLeft, plot.title, plot.unit.empty() ? "" : " [" + plot.unit + "]");
  text += draw_legend(plot) + frame.draw_axes();
  for (std::size_t i = 0; i < plot.lines.size(); ++i)
    text += draw_line(make_points(frame, plot, plot.lines[i]), kPlotColours[i % kPlotColours.size()]);
  text += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">time [s]</text>\n</svg>\n",
                      kPlotLeft + kPlotWidth / 2, kPlotTop + kPlotHeight + 42);
  return text;
}

}  // namespace abut::app
