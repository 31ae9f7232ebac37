# ludex_add_plugin(TARGET KIND game|agent|study|transport SOURCES file... [LINK target...] [PRESETS file...]
#                  [OUTPUT_DIRECTORY dir])
#
# Builds one plug-in twice from the same sources:
#   TARGET          the loadable module KIND-ID.so, with ludex_plugin_v1 as its only exported symbol
#   TARGET_static   a static library (built on demand) whose entry is ludex_plugin_<TARGET>, '-' as '_': for tests
#                   and debuggers that want several plug-ins in one executable
# PRESETS: files NAME.yaml that become part of an agent (Presets in core/agent/agent.hpp).
# Works in this tree and, after find_package(ludex), in anybody's.

# Writes the initialisers {"NAME", "CONTENT"} of these files to `output`, again whenever one of them changes.
function(ludex_embed_presets output)
  set(text "")
  foreach(file IN LISTS ARGN)
    get_filename_component(file ${file} ABSOLUTE)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    get_filename_component(name ${file} NAME_WE)
    file(READ ${file} content)
    string(APPEND text "{\"${name}\", R\"ludex_preset(${content})ludex_preset\"},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${output} CONTENT "@text@" @ONLY)
endfunction()

# Sets `output` to the flags that this folder's code is compiled with, without those that change no code.
function(ludex_build_flags output)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  get_directory_property(options COMPILE_OPTIONS)
  list(FILTER options EXCLUDE REGEX "^(-W|SHELL:--param ggc-)")
  list(TRANSFORM options REPLACE "^SHELL:" "")
  list(JOIN options " " options)
  string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}} ${options}" flags)
  set(${output} "${flags}" PARENT_SCOPE)
endfunction()

set(LUDEX_PLUGIN_EXPORTS ${CMAKE_CURRENT_LIST_DIR}/plugin_exports.map)

function(ludex_add_plugin target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "KIND;OUTPUT_NAME;OUTPUT_DIRECTORY" "SOURCES;LINK;PRESETS")
  if(NOT arg_KIND MATCHES "^(game|agent|study|transport)$")
    message(FATAL_ERROR "ludex_add_plugin(${target}): KIND is '${arg_KIND}', expected 'game', 'agent', 'study' or 'transport'")
  endif()
  if(NOT arg_SOURCES)
    message(FATAL_ERROR "ludex_add_plugin(${target}): SOURCES is missing")
  endif()

  ludex_build_flags(flags)
  string(MAKE_C_IDENTIFIER "ludex_plugin_${target}" symbol)

  add_library(${target} MODULE ${arg_SOURCES})
  add_library(${target}_static STATIC EXCLUDE_FROM_ALL ${arg_SOURCES})
  target_compile_definitions(${target}_static PUBLIC LUDEX_PLUGIN_SYMBOL=${symbol})
  foreach(variant IN ITEMS ${target} ${target}_static)
    target_link_libraries(${variant} PRIVATE ludex::core ${arg_LINK})
    target_compile_definitions(${variant} PRIVATE LUDEX_BUILD_FLAGS="${flags}")
    set_target_properties(${variant} PROPERTIES
      POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  endforeach()

  if(arg_PRESETS)
    set(presets ${CMAKE_CURRENT_BINARY_DIR}/${target}_presets.inc)
    ludex_embed_presets(${presets} ${arg_PRESETS})
    foreach(variant IN ITEMS ${target} ${target}_static)
      target_compile_definitions(${variant} PRIVATE LUDEX_PRESETS="${presets}")
    endforeach()
  endif()

  if(NOT arg_OUTPUT_NAME)
    set(arg_OUTPUT_NAME ${target})
  endif()
  set_target_properties(${target} PROPERTIES PREFIX "" OUTPUT_NAME ${arg_OUTPUT_NAME})
  if(arg_OUTPUT_DIRECTORY)
    set_target_properties(${target} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${arg_OUTPUT_DIRECTORY})
  endif()
  target_link_options(${target} PRIVATE -Wl,--version-script=${LUDEX_PLUGIN_EXPORTS})
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${LUDEX_PLUGIN_EXPORTS})
  # clang's sanitizer runtimes are linked into the executable only, so undefined symbols are normal there.
  if(NOT (CMAKE_CXX_COMPILER_ID MATCHES Clang AND LUDEX_SANITIZE))
    target_link_options(${target} PRIVATE -Wl,-z,defs)
  endif()
endfunction()

# ludex_add_contract_test(TARGET [argument...])
#
# A CTest entry `contract-TARGET`: `ludex check` on the module, with these further arguments.
function(ludex_add_contract_test target)
  add_test(NAME contract-${target} COMMAND ${LUDEX_EXECUTABLE} check $<TARGET_FILE:${target}> ${ARGN})
endfunction()
