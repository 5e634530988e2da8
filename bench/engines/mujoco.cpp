#include <fmt/format.h>
#include <mujoco/mujoco.h>

#include <cstring>
#include <iterator>
#include <memory>
#include <stdexcept>

#include "engines/engine.h"

namespace abut::bench {

using math::Pose;
using math::Quat;
using math::Vec3;

namespace {

// The scene in MuJoCo's own format. Room for contacts: a cube on four others has sixteen, of three rows each.
std::string write_model(const BoxScene& scene) {
  const std::size_t num_contacts = 16 * scene.X_WB.size();
  std::string xml = fmt::format(
      "<mujoco><option timestep=\"{}\" gravity=\"0 0 -9.81\" cone=\"elliptic\" jacobian=\"sparse\"/>"
      "<size nconmax=\"{}\" njmax=\"{}\"/><default><geom friction=\"0.5 0 0\" condim=\"3\" mass=\"1\"/></default>"
      "<worldbody><geom type=\"box\" size=\"{} {} {}\" pos=\"0 0 {}\"/>",
      kStep, num_contacts, 3 * num_contacts, kGroundSize / 2, kGroundSize / 2, kGroundHeight / 2, -kGroundHeight / 2);
  for (const Pose& X : scene.X_WB)
    fmt::format_to(std::back_inserter(xml),
                   "<body pos=\"{} {} {}\" quat=\"{} {} {} {}\"><freejoint/><geom type=\"box\" size=\"0.5 0.5 "
                   "0.5\"/></body>",
                   X.p.x(), X.p.y(), X.p.z(), X.q.w(), X.q.x(), X.q.y(), X.q.z());
  return xml + "</worldbody></mujoco>";
}

using Model = std::shared_ptr<mjModel>;

Model load_model(const BoxScene& scene) {
  const std::string xml = write_model(scene);
  const auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  mj_makeEmptyFileVFS(files.get(), "scene.xml", static_cast<int>(xml.size()));
  std::memcpy(files->filedata[0], xml.data(), xml.size());
  char error[1000] = "";
  Model model(mj_loadXML("scene.xml", files.get(), &error[0], sizeof error), &mj_deleteModel);
  mj_deleteVFS(files.get());
  if (model == nullptr) throw std::runtime_error(&error[0]);
  return model;
}

}  // namespace

Engine make_mujoco(const BoxScene& scene) {
  const Model model = load_model(scene);
  const std::shared_ptr<mjData> data(mj_makeData(model.get()), &mj_deleteData);
  if (data == nullptr) throw std::runtime_error("MuJoCo has not enough memory for its contacts");
  return {"MuJoCo", [model, data] { mj_step(model.get(), data.get()); },
          [model, data] {
            std::vector<Pose> poses;
            for (int i = 1; i < model->nbody; ++i) {
              const mjtNum *p = data->qpos + 7 * (i - 1), *q = p + 3;  // xpos is that before the step
              poses.push_back({Vec3(p[0], p[1], p[2]), Quat(q[0], q[1], q[2], q[3]).normalized()});
            }
            return poses;
          },
          [data] {
            const int num_full = data->warning[mjWARN_CONTACTFULL].number + data->warning[mjWARN_CNSTRFULL].number;
            return num_full == 0 ? std::string() : fmt::format("contacts left out in {} steps", num_full);
          }};
}

}  // namespace abut::bench
