# Run by CPack on the installed tree before it is packed: what Debian's policy has elsewhere than others.
set(usr ${CPACK_TEMPORARY_INSTALL_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX})
set(documents ${usr}/share/doc/ludex)

# Of all that is compiled in.
file(REMOVE ${documents}/LICENSE)
file(RENAME ${documents}/NOTICE ${documents}/copyright)
file(RENAME ${usr}/share/zsh/site-functions ${usr}/share/zsh/vendor-completions)

# CHANGELOG.md says "## [0.1.0] - 2026-11-22" above what was new in that version.
file(STRINGS ${documents}/CHANGELOG.md versions REGEX "^## \\[${CPACK_PACKAGE_VERSION}\\] - ")
string(REGEX MATCH "- ([0-9]+-[0-9]+-[0-9]+)$" matched "${versions}")
if(NOT matched)
  message(FATAL_ERROR "CHANGELOG.md has no line '## [${CPACK_PACKAGE_VERSION}] - YYYY-MM-DD'")
endif()
execute_process(COMMAND date --utc --rfc-email --date=${CMAKE_MATCH_1} OUTPUT_VARIABLE date
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${documents}/changelog.Debian
"ludex (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * Version ${CPACK_PACKAGE_VERSION}: see CHANGELOG.md.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
file(RENAME ${documents}/CHANGELOG.md ${documents}/changelog)
# Links to what has another name here, and to what is not here.
file(GLOB_RECURSE pages ${documents}/*.md ${documents}/changelog)
foreach(page IN LISTS pages)
  file(READ ${page} text)
  string(REPLACE "CHANGELOG.md)" "changelog.gz)" text "${text}")
  string(REGEX REPLACE "]\\(((\\.\\./)*)(LICENSE|NOTICE)\\)" "](\\1copyright)" text "${text}")
  file(WRITE ${page} "${text}")
endforeach()
file(GLOB_RECURSE pages ${documents}/site/*.html)
if(pages)
  execute_process(COMMAND sed -i -E -e "s,(href=\"[./]*)CHANGELOG\\.md([#\"]),\\1changelog.gz\\2," -e "s,(href=\"[./]*)(LICENSE|NOTICE)\",\\1copyright\","
                  ${pages} COMMAND_ERROR_IS_FATAL ANY)
endif()
execute_process(COMMAND gzip -9nf ${documents}/changelog ${documents}/changelog.Debian COMMAND_ERROR_IS_FATAL ANY)
