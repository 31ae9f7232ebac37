# usage: cmake -DMKDOCS=PROGRAM -DSOURCE=CHECKOUT -DSITE=FOLDER -P site.cmake     (makes SITE, or says why there is none)
file(REMOVE_RECURSE ${SITE})
# What the pages link to outside docs/ is installed in the folder that has the site.
set(ENV{LUDEX_DOCS_ROOT} ..)
set(ENV{PYTHONDONTWRITEBYTECODE} 1)
execute_process(COMMAND ${MKDOCS} build --quiet --config-file ${SOURCE}/mkdocs.yml --site-dir ${SITE} RESULT_VARIABLE failed)
if(failed)
  message(NOTICE "mkdocs made no site; the pages are installed as they are")
  file(REMOVE_RECURSE ${SITE})
else()
  file(REMOVE ${SITE}/sitemap.xml ${SITE}/sitemap.xml.gz)  # for search engines, with today's date
endif()
