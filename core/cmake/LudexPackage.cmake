# What is installed beside the programs, plug-ins and headers: documentation, manual page, completions; and the Debian
# package of it all.

add_subdirectory(core/cmake/documents documents)

# From the executable itself: what --help knows.
find_program(LUDEX_GZIP gzip REQUIRED)
set(shells ${PROJECT_BINARY_DIR}/shells)
file(MAKE_DIRECTORY ${shells})
add_custom_command(OUTPUT ${shells}/ludex.1.gz ${shells}/ludex ${shells}/_ludex ${shells}/ludex.fish
  COMMAND ludex man > ${shells}/ludex.1
  COMMAND ${LUDEX_GZIP} -9nf ${shells}/ludex.1
  COMMAND ludex completion bash > ${shells}/ludex
  COMMAND ludex completion zsh > ${shells}/_ludex
  COMMAND ludex completion fish > ${shells}/ludex.fish
  DEPENDS ludex COMMENT "Manual page and completions" VERBATIM)
install(FILES ${shells}/ludex.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${shells}/ludex DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${shells}/_ludex DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${shells}/ludex.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

# All that `cmake --install` and the package need, without the tests. The last of what an ordinary build makes.
get_property(plugins GLOBAL PROPERTY LUDEX_PLUGINS)
add_custom_target(all_plugins DEPENDS ${plugins})
add_custom_target(installed ALL ${LUDEX_SAY_PYTHON} DEPENDS ${shells}/ludex.1.gz ludex ${plugins} VERBATIM)

if(LUDEX_HAS_PYTHON)
  add_dependencies(installed python_package)
endif()
if(TARGET documents_site)
  add_dependencies(installed documents_site)
endif()

# cmake --workflow --preset package. What Debian wants elsewhere or in another form: debian_files.cmake.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME ludex)
set(CPACK_PACKAGE_VENDOR "the Ludex authors")
set(CPACK_PACKAGE_CONTACT "the Ludex authors <authors@ludex.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "game-search algorithms against each other")
set(CPACK_PACKAGE_DESCRIPTION
"Search algorithms and rule sets are shared libraries, found and loaded at
run time; a tournament is a YAML file, its result an append-only log, and
ratings are computed from logs. With a dozen games, the classical and the
Monte-Carlo searches, and headers to add one's own.")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/debian_files.cmake)
# Without the component `mpi` (plugins/CMakeLists.txt): the package shall not need an MPI because this machine has one.
set(CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR};${PROJECT_NAME};Unspecified;/")
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "g++, cmake, python3-numpy, python3-pandas")
set(CPACK_VERBATIM_VARIABLES ON)
include(CPack)
