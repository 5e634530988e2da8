# Builds the viewer's page (web/, by npm and Vite) into the build tree and puts its three files into the target
# `abut_page`: an assembler file that includes their bytes takes no time to compile, whatever their size.
#
# ABUT_BUILD_WEB is on where npm is; without it the program holds a page that says so. ABUT_WEB_DIST takes the page of
# another build tree instead of building it again.
find_program(ABUT_NPM npm)
set(has_web OFF)
if(ABUT_NPM AND EXISTS ${PROJECT_SOURCE_DIR}/web/package.json)
  set(has_web ON)
endif()
option(ABUT_BUILD_WEB "Build the viewer's page (npm)" ${has_web})
set(ABUT_WEB_DIST "" CACHE PATH "A folder that holds the viewer's page, built: index.html, app.js, app.css")

set(page_names index.html app.js app.css)
if(ABUT_WEB_DIST)
  set(page ${ABUT_WEB_DIST})
elseif(ABUT_BUILD_WEB)
  if(NOT ABUT_NPM)
    message(FATAL_ERROR "ABUT_BUILD_WEB needs npm: install the packages of group [web] (scripts/setup web), or set it OFF")
  endif()
  set(web ${PROJECT_SOURCE_DIR}/web)
  set(page ${PROJECT_BINARY_DIR}/web)
  file(GLOB_RECURSE web_sources CONFIGURE_DEPENDS ${web}/src/*)
  list(APPEND web_sources ${web}/index.html ${web}/package.json ${web}/tsconfig.json ${web}/vite.config.ts)
  # npm leaves this file with what it installed; all build trees share the folder.
  add_custom_command(OUTPUT ${web}/node_modules/.package-lock.json
    COMMAND ${ABUT_NPM} ci --no-audit --no-fund --loglevel=error
    COMMAND ${CMAKE_COMMAND} -E touch ${web}/node_modules/.package-lock.json
    DEPENDS ${web}/package-lock.json
    WORKING_DIRECTORY ${web} COMMENT "Installing what the viewer's page is built with" VERBATIM)
  list(TRANSFORM page_names PREPEND ${page}/ OUTPUT_VARIABLE page_files)
  add_custom_command(OUTPUT ${page_files}
    COMMAND ${web}/node_modules/.bin/vite build --logLevel warn --emptyOutDir --outDir ${page}
    COMMAND ${CMAKE_COMMAND} -E touch ${page_files}
    DEPENDS ${web}/node_modules/.package-lock.json ${web_sources}
    WORKING_DIRECTORY ${web} COMMENT "Building the viewer's page" VERBATIM)
else()
  set(page ${PROJECT_SOURCE_DIR}/apps/abut/server/no_page)
endif()
list(TRANSFORM page_names PREPEND ${page}/ OUTPUT_VARIABLE page_files)

enable_language(ASM)
set(lines "")
foreach(name ${page_names})
  string(MAKE_C_IDENTIFIER ${name} symbol)
  string(APPEND lines "  .global abut_page_${symbol}, abut_page_${symbol}_end\nabut_page_${symbol}:\n"
    "  .incbin \"${page}/${name}\"\nabut_page_${symbol}_end:\n  .byte 0\n")
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/page_files.S @ONLY CONTENT
"  .section .rodata\n@lines@  .section .note.GNU-stack,\"\",%progbits\n")
set_source_files_properties(${PROJECT_BINARY_DIR}/page_files.S PROPERTIES OBJECT_DEPENDS "${page_files}")
add_library(abut_page OBJECT ${PROJECT_BINARY_DIR}/page_files.S)
