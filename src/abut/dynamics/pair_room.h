// How near the contacts of a pair let its bodies come, where there is less room than its lengths would like to keep
// (ARCHITECTURE, "Lengths": d_min is the guarantee, the security distance a wish).
#pragma once

#include "abut/base/tolerances.h"
#include "abut/contact/find_contacts.h"

namespace abut::dynamics {

// Where a part sits in a slot narrower than that, its sides share the room: of two contacts that face each other, each
// asks for a quarter of what is between them. Not in a wedge, however steep: from there a part can be lifted.
void share_room(const contact::FoundContacts& found, const Tolerances& tolerances, PairLengths& lengths);

}  // namespace abut::dynamics
