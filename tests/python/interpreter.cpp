// Python under a sanitizer: a program that is linked with it and runs the interpreter of libpython, so that
// the modules it loads may be instrumented.
#include <Python.h>

int main(int argc, char** argv) {
  return Py_BytesMain(argc, argv);
}
