#include "abut/view/hello.h"

#include <gtest/gtest.h>

#include "abut/base/ids.h"
#include "view/read_packet.h"
#include "view/sample_runs.h"

namespace abut::view {
namespace {

TEST(Hello, TellsBodiesShapesAndSettingsOfAScene) {
  const scene::LoadedScene loaded = load_sample("stack");
  const dynamics::Simulation simulation = scene::make_simulation(loaded);
  const scene::TraceHeader header = scene::make_trace_header(loaded, simulation);
  Hello hello = make_scene_hello(header, loaded.scene);
  hello.mode = "trace";
  const ReadPacket packet = read_packet(make_hello_packet(hello));
  EXPECT_EQ(packet.type(), "hello");
  EXPECT_EQ(packet.head["protocol"], 1);
  EXPECT_EQ(packet.head["mode"], "trace");
  ASSERT_EQ(packet.head["bodies"].size(), header.bodies.size());
  for (std::size_t i = 0; i < header.bodies.size(); ++i) {
    const nlohmann::json& body = packet.head["bodies"][i];
    EXPECT_EQ(body["name"], header.bodies[i].name);
    EXPECT_EQ(body["mass"].get<double>(), header.bodies[i].mass.mass);
    EXPECT_LT(body["shape"].get<std::size_t>(), packet.head["shapes"].size());
    EXPECT_EQ(body["kind"], header.bodies[i].type == dynamics::BodyType::kStatic ? "static" : "dynamic");
  }
  EXPECT_EQ(packet.head["h"].get<double>(), loaded.scene.step);
  EXPECT_EQ(packet.head["gravity"][2].get<double>(), loaded.scene.gravity.z());
  EXPECT_EQ(packet.head["law"], "cone");
  EXPECT_EQ(packet.head["laws"], nlohmann::json(scene::get_law_names()));
}

TEST(Hello, NamesComeAsTheyAreWhateverIsInThem) {
  Hello hello;
  hello.bodies.push_back({.name = "</script><script>alert(1)</script>"});
  hello.bodies.push_back({.name = std::string("\xff\0x", 3)});
  hello.title = "\"quoted\" & <b>";
  hello.reports = R"([{"file": "a.obj"}])";
  const ReadPacket packet = read_packet(make_hello_packet(hello));
  EXPECT_EQ(packet.head["bodies"][0]["name"], "</script><script>alert(1)</script>");
  EXPECT_EQ(packet.head["bodies"][1]["name"], std::string("\xef\xbf\xbd\0x", 5));
  EXPECT_EQ(packet.head["title"], "\"quoted\" & <b>");
  EXPECT_EQ(packet.head["reports"][0]["file"], "a.obj");
}

}  // namespace
}  // namespace abut::view
