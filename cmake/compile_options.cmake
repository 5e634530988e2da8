# Flags shared by everything built here. `abut_options` is private: a consumer keeps its own flags.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O3")  # NDEBUG is not set: checks that a guarantee depends on are always on
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1 -D_GLIBCXX_ASSERTIONS")

set(ABUT_ARCH auto CACHE STRING "Instruction set: x86-64-v3, x86-64, or auto (v3 where this machine has it)")
set(ABUT_SANITIZE "" CACHE STRING "Sanitizers, as in -fsanitize=")

if(ABUT_ARCH STREQUAL "auto")
  set(abut_arch x86-64)
  if(EXISTS /proc/cpuinfo)
    file(READ /proc/cpuinfo abut_cpuinfo LIMIT 20000)
    if(abut_cpuinfo MATCHES " avx2 " AND abut_cpuinfo MATCHES " fma " AND abut_cpuinfo MATCHES " bmi2 ")
      set(abut_arch x86-64-v3)
    endif()
  endif()
else()
  set(abut_arch ${ABUT_ARCH})
endif()
message(STATUS "abut: building for ${abut_arch}")

# Eigen's memory layout depends on -march, so all of one build share it. The compiler contracts nothing, so that what is
# written as a*b+c is two roundings wherever it is compiled; Eigen's own vectorised products do fuse where the machine can,
# so bits are those of one binary, and bounds of rounding errors hold for one rounding as for two. -Wno-psabi: notes about
# vector arguments in old ABIs.
add_library(abut_options INTERFACE)
target_compile_definitions(abut_options INTERFACE BOOST_ALL_NO_LIB)  # as Boost's own targets: one precompiled header fits all
target_compile_options(abut_options INTERFACE
  -march=${abut_arch} -ffp-contract=off -fno-fast-math
  -Wall -Wextra -Wpedantic -Wshadow -Wno-psabi)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 takes the inlined std::string::append and fmt's buffers for overlapping or endless copies (GCC bug 105651), and
  # the growing limbs of Boost's integers for writes beyond their first.
  target_compile_options(abut_options INTERFACE -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds)
  # It also forgets to clear the upper halves of vector registers around calls whose registers it knows, and whatever
  # older code the caller runs next (a peer in a benchmark, for one) is slowed down by a third.
  target_compile_options(abut_options INTERFACE -fno-ipa-ra)
endif()
if(ABUT_SANITIZE)
  target_compile_options(abut_options INTERFACE -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(abut_options INTERFACE -fsanitize=${ABUT_SANITIZE})
endif()
# What is looked for in a target: all that is asked for or, in code that only calls what is to be checked, a part of it.
function(abut_sanitize target sanitizers)
  if(sanitizers)
    target_compile_options(${target} PRIVATE -fsanitize=${sanitizers})
  endif()
endfunction()

find_program(abut_ccache ccache)
if(abut_ccache)
  # The sloppiness that ccache asks for when precompiled headers are used.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${abut_ccache})
endif()
