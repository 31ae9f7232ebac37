# How every target of this tree is compiled: language level, warnings, architecture, sanitizers.
# A third party's plug-in does not need this file; it needs plugins/cmake/LudexPlugin.cmake only.

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  set(default_arch "armv8-a")
else()
  set(default_arch "x86-64-v3")
endif()
set(LUDEX_ARCH "${default_arch}" CACHE STRING "Value of -march (x86-64-v2, x86-64-v3, x86-64-v4; armv8-a); tuning is always generic")
set(LUDEX_SANITIZE "" CACHE STRING "Empty, 'address' (with undefined behaviour) or 'thread'")
set(LUDEX_FUZZ OFF CACHE STRING "OFF, or the targets of tests/fuzz (clang with LUDEX_SANITIZE=address): 'games' counts edges for libFuzzer in games and their plug-ins only, 'all' everywhere")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

# g++ 12.2 miscompiles a common switch-to-enum pattern under the tuning of some Intel models (wrong results,
# no warning), so machine-dependent flags are refused by name and the rest is checked by a canary.
foreach(flags IN ITEMS "${CMAKE_CXX_FLAGS}" "${CMAKE_CXX_FLAGS_${CMAKE_BUILD_TYPE}}" "-march=${LUDEX_ARCH}")
  if(flags MATCHES "-m(arch|tune)=native")
    message(FATAL_ERROR "Ludex refuses -march=native and -mtune=native: g++ 12.2 miscompiles under them. "
                        "Use -DLUDEX_ARCH=x86-64-v3 (the default) or x86-64-v2.")
  endif()
endforeach()

set(ludex_machine_flags -march=${LUDEX_ARCH} -mtune=generic -ffp-contract=off)
if(LUDEX_ARCH MATCHES "^arm")
  list(APPEND ludex_machine_flags -fsigned-char)  # as on x86-64
  add_compile_options(-Wno-psabi)  # notes on GCC before 10
endif()
add_compile_options(${ludex_machine_flags})
add_compile_options(-Wall -Wextra -Wpedantic -Wconversion -Wshadow)
# Errors with the compilers that every change is tested with; each other version has warnings, and false alarms, of its own.
string(REGEX MATCH "^[0-9]+" compiler_major "${CMAKE_CXX_COMPILER_VERSION}")
set(compiler_tested OFF)
if("${CMAKE_CXX_COMPILER_ID} ${compiler_major}" MATCHES "^(GNU 12|Clang 14)$")
  set(compiler_tested ON)
endif()
option(LUDEX_WERROR "Warnings are errors" ${compiler_tested})
if(LUDEX_WERROR)
  add_compile_options(-Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # False alarms of g++ 12 on `"literal" + string` (overlapping copies of impossible sizes, copies beyond the literal).
  add_compile_options(-Wno-restrict -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ collects its garbage later: a tenth less time, and a fifth more memory (the largest object stays below 1 GiB).
  add_compile_options("SHELL:--param ggc-min-heapsize=1048576" "SHELL:--param ggc-min-expand=400")
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # The standard asks for 65,536 characters at least; g++ and clang take strings of any length (learned weights).
  add_compile_options(-Wno-overlength-strings)
endif()

if(LUDEX_SANITIZE STREQUAL "address")
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
elseif(LUDEX_SANITIZE STREQUAL "thread")
  add_compile_options(-fsanitize=thread -fno-omit-frame-pointer)
  add_link_options(-fsanitize=thread)
elseif(LUDEX_SANITIZE)
  message(FATAL_ERROR "LUDEX_SANITIZE is '${LUDEX_SANITIZE}': expected nothing, 'address' or 'thread'")
endif()

if(LUDEX_FUZZ AND (NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR NOT LUDEX_SANITIZE STREQUAL "address"))
  message(FATAL_ERROR "LUDEX_FUZZ needs clang++ and LUDEX_SANITIZE=address: see the preset 'asan'")
elseif(LUDEX_FUZZ AND NOT LUDEX_FUZZ MATCHES "^(games|all)$")
  message(FATAL_ERROR "LUDEX_FUZZ is '${LUDEX_FUZZ}': expected OFF, 'games' or 'all'")
endif()

# ludex_count_edges(): what this folder compiles counts edges for libFuzzer. They cost little, so that tests and fuzzers share a
# build; comparisons (trace-cmp) would slow all of it down, and edges of the arena a third of its compilation.
macro(ludex_count_edges)
  add_compile_options(-fsanitize-coverage=inline-8bit-counters,pc-table)
endmacro()
if(LUDEX_FUZZ STREQUAL "all")
  ludex_count_edges()
endif()

if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
endif()

# Reading headers takes more than half of the time that an ordinary file takes to compile. Both options below save it, and both
# hide a missing #include from the compiler: tests/unit/core/include_test.cpp finds those of the standard library, the preset tsan,
# which compiles each file by itself, those of this tree.
option(LUDEX_PCH "Precompile headers of the standard library, fmt and doctest" ON)
option(LUDEX_UNITY "Compile the files of a room of the arena together, a few at a time" ON)

set(LUDEX_PCH_HEADERS <algorithm> <array> <charconv> <chrono> <cmath> <cstdint> <cstdio> <filesystem> <functional> <map> <memory> <mutex>
                      <optional> <span> <string> <string_view> <thread> <unordered_map> <utility> <vector>)

# ludex_precompile(TARGET [third-party header...]): these and the usual ones of the standard library, for a target of some size.
function(ludex_precompile target)
  get_target_property(sources ${target} SOURCES)
  list(LENGTH sources count)
  if(LUDEX_PCH AND count GREATER 3)
    target_precompile_headers(${target} PRIVATE ${LUDEX_PCH_HEADERS} ${ARGN})
  endif()
endfunction()

# ludex_shared_pch(NAME [LINK target...] [HEADERS header...] [OPTIONS option...]): a target whose precompiled header others with the
# same options reuse (ludex_reuse_pch).
function(ludex_shared_pch name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINK;HEADERS;OPTIONS")
  if(LUDEX_PCH)
    file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp CONTENT "")
    add_library(${name} OBJECT EXCLUDE_FROM_ALL ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
    target_link_libraries(${name} PRIVATE ${arg_LINK})
    target_compile_options(${name} PRIVATE ${arg_OPTIONS})
    target_precompile_headers(${name} PRIVATE ${LUDEX_PCH_HEADERS} ${arg_HEADERS})
  endif()
endfunction()
function(ludex_reuse_pch target from)
  if(LUDEX_PCH)
    target_precompile_headers(${target} REUSE_FROM ${from})
  endif()
endfunction()

find_program(LUDEX_CCACHE ccache)
if(LUDEX_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${LUDEX_CCACHE})
  if(LUDEX_PCH)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${LUDEX_CCACHE})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
      string(APPEND CMAKE_CXX_FLAGS " -Xclang -fno-pch-timestamp")
    endif()
  endif()
endif()

# Compiles and runs canary.cpp with exactly the flags of the build.
function(ludex_check_compiler)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  list(JOIN ludex_machine_flags " " machine_flags)
  set(flags "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}} ${machine_flags}")
  if(DEFINED LUDEX_CANARY_FLAGS AND LUDEX_CANARY_FLAGS STREQUAL "${CMAKE_CXX_COMPILER} ${flags}")
    return()
  endif()
  separate_arguments(flag_list UNIX_COMMAND "${flags}")
  try_run(LUDEX_CANARY_EXIT LUDEX_CANARY_BUILT
          ${CMAKE_BINARY_DIR}/canary ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/canary.cpp
          COMPILE_DEFINITIONS ${flag_list}
          CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF
          COMPILE_OUTPUT_VARIABLE compile_output RUN_OUTPUT_VARIABLE run_output)
  unset(LUDEX_CANARY_EXIT_CACHED CACHE)
  set(exit "${LUDEX_CANARY_EXIT}")
  set(built "${LUDEX_CANARY_BUILT}")
  unset(LUDEX_CANARY_EXIT CACHE)
  unset(LUDEX_CANARY_BUILT CACHE)
  if(NOT built)
    message(FATAL_ERROR "The compiler canary does not compile with '${flags}':\n${compile_output}")
  elseif(NOT exit STREQUAL "0")
    message(FATAL_ERROR "${CMAKE_CXX_COMPILER} ${CMAKE_CXX_COMPILER_VERSION} miscompiles with '${flags}' "
                        "(canary exit ${exit}): ${run_output}\nChoose another compiler or "
                        "-DLUDEX_ARCH=x86-64-v3 without machine-dependent tuning.")
  endif()
  set(LUDEX_CANARY_FLAGS "${CMAKE_CXX_COMPILER} ${flags}" CACHE INTERNAL "flags the canary passed with")
endfunction()
