// How near the contacts of a pair let its bodies come, where there is less room than its lengths would like to keep
// (ARCHITECTURE, "Lengths": d_min is the guarantee, the security distance a wish).
#pragma once

#include <cstddef>

#include "abut/base/tolerances.h"
#include "abut/contact/find_contacts.h"

namespace abut::dynamics {

// Where a part sits in a slot narrower than that, its sides share the room: of two contacts that face each other, each
// asks for a quarter of what is between them. Not in a wedge, however steep: from there a part can be lifted.
void share_room(const contact::FoundContacts& found, const Tolerances& tolerances, PairLengths& lengths);

// A pair that touches along many normals, as a thread in its nut does, is held fast if none of what nearly touches may
// approach: facets are never all parallel to the motion. So everything may come nearer than it would be let otherwise,
// until few contacts bear and the others have room.
void loosen_many(std::size_t num_normals, const Tolerances& tolerances, PairLengths& lengths);

}  // namespace abut::dynamics
