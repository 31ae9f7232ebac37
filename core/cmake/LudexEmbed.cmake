# ludex_embed(VARIABLE FOLDER file...): these files of the source tree as rows {"name", R"(text)"}, for a file.cpp.in. A change of one
# configures again.
function(ludex_embed variable folder)
  set(files "")
  foreach(file IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE path)
    string(APPEND path /${file})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
    file(READ ${path} text)
    string(APPEND files "    {\"${file}\", R\"LUDEX(${text})LUDEX\"},\n")
  endforeach()
  set(${variable} "${files}" PARENT_SCOPE)
endfunction()
