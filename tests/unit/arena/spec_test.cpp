#include "arena/config/spec.hpp"

#include <doctest/doctest.h>
