#include "page_files.h"

extern "C" {
extern const char abut_page_index_html[], abut_page_index_html_end[];
extern const char abut_page_app_js[], abut_page_app_js_end[];
extern const char abut_page_app_css[], abut_page_app_css_end[];
}

namespace abut::app {

std::span<const PageFile> get_page_files() {
  static const PageFile files[] = {
      {"/", "text/html; charset=utf-8", {abut_page_index_html, abut_page_index_html_end}},
      {"/app.js", "text/javascript; charset=utf-8", {abut_page_app_js, abut_page_app_js_end}},
      {"/app.css", "text/css; charset=utf-8", {abut_page_app_css, abut_page_app_css_end}},
  };
  return files;
}

}  // namespace abut::app
