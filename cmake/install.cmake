# `cmake --install build --prefix DIR`, then find_package(abut) from DIR.
include(CMakePackageConfigHelpers)
set(abut_targets abut)
foreach(layer ${abut_layers})
  list(APPEND abut_targets abut_${layer})
endforeach()
install(TARGETS ${abut_targets} EXPORT abut_export
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT abut_export NAMESPACE abut:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/abut FILE abutTargets.cmake)
configure_package_config_file(cmake/abutConfig.cmake.in abutConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/abut)
write_basic_package_version_file(abutConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/abutConfig.cmake ${PROJECT_BINARY_DIR}/abutConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/abut)
install(DIRECTORY scenes/ DESTINATION ${CMAKE_INSTALL_DATADIR}/abut/scenes FILES_MATCHING PATTERN "*.json")
