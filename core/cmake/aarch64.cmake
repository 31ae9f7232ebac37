# Cross-compilation for 64-bit ARM by Debian's g++-aarch64-linux-gnu: cmake --preset aarch64 -DLUDEX_SYSROOT=DIR, where DIR has the
# libraries of arm64 (tests/ci/aarch64.sh makes it). What must run while building, runs under qemu-aarch64.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)

set(LUDEX_SYSROOT "" CACHE PATH "Folder with the libraries of arm64")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES LUDEX_SYSROOT)
if(NOT EXISTS ${LUDEX_SYSROOT}/usr/include)
  message(FATAL_ERROR "LUDEX_SYSROOT is '${LUDEX_SYSROOT}', expected a folder with the libraries of arm64: see tests/ci/aarch64.sh")
endif()
set(CMAKE_SYSROOT ${LUDEX_SYSROOT})
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L ${LUDEX_SYSROOT})
# Libraries and headers of the sysroot only; programs of this machine. Chart.js and doctest are for all machines.
set(CMAKE_FIND_ROOT_PATH ${LUDEX_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
