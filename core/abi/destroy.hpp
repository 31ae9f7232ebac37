// Owners of objects that another module made: std::unique_ptr<Game, Destroy>. None may outlive the library it
// came from.
#pragma once

namespace ludex {

struct Destroy {
  void operator()(auto* object) const noexcept { object->destroy(); }
};

}  // namespace ludex
