// Four groups of as many points each, once by themselves and once as one of four.
#pragma once

#include <vector>

#include "abut/response/cone_four.h"
#include "response/cone_meeting.h"

namespace abut::response {

struct FourMeetings {
  std::vector<Meeting> single;
  std::vector<ConeGroup> groups;
  std::vector<ConeBody> bodies;  // a and b of the first, and so on
  ConeTables tables;

  const ConeFour& four() const { return tables.fours.fours[0]; }
};

// Points of one normal; every other with a guess.
inline FourMeetings make_four_meetings(math::Random& random, int count, bool is_second_fixed) {
  FourMeetings made;
  for (std::uint32_t lane = 0; lane < kNumLanes; ++lane) {
    Meeting meeting(make_body(random, 1), make_body(random, 3));
    if (is_second_fixed)
      meeting.b = {math::Vec3::Zero(), math::Vec3::Zero(), math::Vec3::Zero(), math::Mat3::Zero(), false};
    const math::Vec3 n = random.next_direction();
    for (int k = 0; k < count; ++k) {
      meeting.add(n, random.next_direction(), random.next_direction(), 0.2 + 0.1 * lane, -0.2 * random.next_unit());
      meeting.contacts.back().stick_velocity = 0.1 * n.cross(random.next_direction());
      if (k % 2 == 0) meeting.guess.back() = 0.1 * n;
    }
    meeting.load();
    ConeGroup group = meeting.group;
    group.a = 2 * lane, group.b = group.a + 1, group.first = lane * static_cast<std::uint32_t>(count);
    group.num_lanes = kNumLanes;
    made.groups.push_back(group), made.bodies.push_back(meeting.a), made.bodies.push_back(meeting.b);
    made.single.push_back(meeting);
  }
  made.tables.resize(made.groups, kNumLanes * static_cast<std::size_t>(count));
  for (std::size_t lane = 0; lane < kNumLanes; ++lane)
    load_group(made.groups[lane], made.bodies[2 * lane], made.bodies[2 * lane + 1], made.single[lane].contacts,
               made.single[lane].guess, made.tables);
  return made;
}

}  // namespace abut::response
