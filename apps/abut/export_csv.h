// A trace as tables for spreadsheets and scripts. Numbers are the shortest text that reads back to the same bits; names
// in quotes where they need them (RFC 4180).
#pragma once

#include <cstdint>
#include <filesystem>

namespace abut::app {

// Into the folder, which is made if it is not there:
//   poses.csv     step,t,body,px,py,pz,qw,qx,qy,qz               of every body, step 0 being the start
//   contacts.csv  step,t,id,body_a,body_b,feature_a,feature_b,px,...,gap,mu,jx,jy,jz,is_impact
//   energy.csv    step,t,kinetic,potential,...                    every figure of a step
// Of every so many steps.
void export_csv(const std::filesystem::path& trace, const std::filesystem::path& folder, std::int64_t every);

}  // namespace abut::app
