// Owners of objects that another module made: std::unique_ptr<Game, Destroy>. Destroy them before the library
// they came from is unloaded.
#pragma once

namespace ludex {

struct Destroy {
  void operator()(auto* object) const noexcept { object->destroy(); }
};

}  // namespace ludex
