// The page asks for what it shows by messages; a file answers them in advance, by the keys of web/src/source.ts.
// Packets are written one after another, so that memory holds one at a time, but for the figures of all steps.
#include "export_html.h"

#include <fmt/format.h>

#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "abut/base/input_error.h"
#include "abut/view/series.h"
#include "abut/view/trace_show.h"
#include "commands.h"
#include "gltf_buffer.h"
#include "output.h"
#include "server/page_files.h"
#include "trace_file.h"

namespace abut::app {
namespace {

constexpr std::int64_t kPosesAPacket = 64;  // as the page asks for them

// The file may run what is in it, and ask nobody for anything.
constexpr std::string_view kFilePolicy =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; img-src data: blob:\" />";

std::string get_page_text(std::string_view path) {
  for (const PageFile& file : get_page_files()) {
    if (file.path == path) return std::string(file.bytes);
  }
  return {};
}

void replace_all(std::string& text, std::string_view old, std::string_view by) {
  for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + by.size()))
    text.replace(at, old.size(), by);
}

// From the first `start` to the next `end`, that included. Whether it was there.
bool replace_element(std::string& html, std::string_view start, std::string_view end, const std::string& by) {
  const std::size_t first = html.find(start);
  const std::size_t last = first == std::string::npos ? first : html.find(end, first);
  if (last == std::string::npos) return false;
  html.replace(first, last + end.size() - first, by);
  return true;
}

// Script and style inside, written so that nothing in them ends them early.
std::string make_whole_page() {
  std::string html = get_page_text("/"), script = get_page_text("/app.js"), style = get_page_text("/app.css");
  replace_all(script, "</script", "<\\/script");
  replace_all(script, "<!--", "<\\!--");
  replace_all(style, "</style", "<\\/style");
  const bool is_page =
      replace_element(html, "<head>", ">", fmt::format("<head>{}", kFilePolicy)) &&
      replace_element(html, "<link rel=\"stylesheet\"", ">", fmt::format("<style>{}</style>", style)) &&
      replace_element(html, "<script type=\"module\"", "</script>",
                      fmt::format("<script type=\"module\">{}</script>", script));
  if (is_page) return html;
  throw InputError({"--html", "", "this program was built without the viewer's page",
                    "build it with Node.js and -DABUT_BUILD_WEB=ON"});
}

// One JSON object of packets in base64. Keys and base64 hold nothing that JSON or HTML would read otherwise.
class PacketList {
 public:
  explicit PacketList(std::ostream& out) : out_(out) { out_ << "{"; }
  void add(const std::string& key, const std::string& packet) {
    out_ << (is_first_ ? "\n\"" : ",\n\"") << key << "\":\"" << make_base64(packet) << '"';
    is_first_ = false;
  }
  void finish() { out_ << "\n}"; }

 private:
  std::ostream& out_;
  bool is_first_ = true;
};

std::string ask(view::Show& show, view::MessageType type, std::int64_t first = 0, std::int64_t count = 0) {
  view::Message message;
  message.type = type;
  message.first = message.index = first;
  message.count = count;
  return show.answer(message);
}

// Of all steps that are whole.
view::Series read_series(const std::filesystem::path& path) {
  view::Series series;
  const TraceFile trace = open_trace(path);
  try {
    while (const scene::TraceStep* step = trace.reader->read_step()) series.add(*step);
  } catch (const InputError& error) {
    print_warning(error.what());  // what is there is shown, and the page says that it is damaged
  }
  note_cut(*trace.reader);
  return series;
}

void write_packets(const std::filesystem::path& path, std::int64_t every, std::ostream& out) {
  const std::unique_ptr<view::Show> show = view::make_trace_show(path, path.string(), kProgramName);
  const view::Series series = read_series(path);
  const std::int64_t num_steps = series.num_steps();
  PacketList packets(out);
  packets.add("hello", show->make_hello());
  packets.add("geometry", ask(*show, view::MessageType::kGeometry));
  for (std::int64_t first = 0; first <= num_steps; first += kPosesAPacket) {
    packets.add(fmt::format("poses/{}/{}", first, kPosesAPacket),
                ask(*show, view::MessageType::kPoses, first, kPosesAPacket));
  }
  for (std::int64_t first = 1; first <= num_steps; first += view::kMostSeries) {
    packets.add(fmt::format("series/{}/{}", first, view::kMostSeries), series.make_packet(first, view::kMostSeries, 0));
  }
  for (std::int64_t index = 0; index <= num_steps; index += every)
    packets.add(fmt::format("step/{}", index), ask(*show, view::MessageType::kStep, index));
  packets.finish();
}

}  // namespace

void export_html(const std::filesystem::path& trace, const std::filesystem::path& file, std::int64_t every) {
  const std::string page = make_whole_page();
  const std::size_t end = page.rfind("</body>");
  write_file(file, [&](std::ostream& out) {
    out << page.substr(0, end) << "<script type=\"application/json\" id=\"abut-packets\">";
    write_packets(trace, every, out);
    out << "</script>\n" << page.substr(end);
  });
}

}  // namespace abut::app
