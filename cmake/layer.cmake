# abut_layer(NAME PUBLIC deps... PRIVATE deps...): one static library per folder of src/abut. A dependency named like an
# earlier layer links it; others are ordinary targets.
#
# Each layer has an include root of its own that shows only its own folder, so that an include against the stream of the
# data does not compile.
set(abut_layers "" CACHE INTERNAL "")

function(abut_layer name)
  cmake_parse_arguments(arg "" "" "PUBLIC;PRIVATE" ${ARGN})
  set(folder ${PROJECT_SOURCE_DIR}/src/abut/${name})
  set(root ${PROJECT_BINARY_DIR}/layers/${name})
  file(MAKE_DIRECTORY ${root}/abut)
  file(CREATE_LINK ${folder} ${root}/abut/${name} SYMBOLIC)

  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${folder}/*.h)
  list(TRANSFORM headers REPLACE "^${folder}" "${root}/abut/${name}")
  add_library(abut_${name} STATIC ${sources})
  add_library(abut::${name} ALIAS abut_${name})
  set_target_properties(abut_${name} PROPERTIES EXPORT_NAME ${name} LINKER_LANGUAGE CXX POSITION_INDEPENDENT_CODE ON
    UNITY_BUILD ${ABUT_UNITY} UNITY_BUILD_BATCH_SIZE 8)
  # g++ stops inlining when a unit has grown by 40 %, and Eigen's operators are left as calls: a third of a query's time.
  if(ABUT_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND name MATCHES "^(proximity|continuous|contact|response|dynamics)$")
    target_compile_options(abut_${name} PRIVATE "$<$<CONFIG:Release>:--param=inline-unit-growth=400;--param=early-inlining-insns=100>")
  endif()
  target_compile_features(abut_${name} PUBLIC cxx_std_20)
  target_sources(abut_${name} PUBLIC FILE_SET HEADERS BASE_DIRS ${root} FILES ${headers})
  target_link_libraries(abut_${name} PRIVATE $<BUILD_INTERFACE:abut_options>)
  abut_sanitize(abut_${name} "${ABUT_SANITIZE}")

  foreach(scope PUBLIC PRIVATE)
    foreach(dependency ${arg_${scope}})
      if(dependency IN_LIST abut_layers)
        target_link_libraries(abut_${name} ${scope} abut_${dependency})
      else()
        target_link_libraries(abut_${name} ${scope} ${dependency})
      endif()
    endforeach()
  endforeach()
  # One precompiled header for all layers but base: it is made once, with the flags they share.
  if(name STREQUAL "math")
    target_precompile_headers(abut_math PRIVATE
      <Eigen/Dense> <fmt/format.h> <algorithm> <filesystem> <map> <optional> <span> <string> <vector>)
  elseif(NOT name STREQUAL "base")
    target_precompile_headers(abut_${name} REUSE_FROM abut_math)
  endif()
  set(abut_layers ${abut_layers} ${name} CACHE INTERNAL "")
endfunction()

# abut::abut, everything.
function(abut_umbrella)
  add_library(abut INTERFACE)
  add_library(abut::abut ALIAS abut)
  foreach(layer ${abut_layers})
    target_link_libraries(abut INTERFACE abut_${layer})
  endforeach()
endfunction()
