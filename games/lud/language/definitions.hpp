// The definitions that descriptions use by name: (define "StepToEmpty" (move Step #1 ...)).
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "core/util/result.hpp"
#include "games/lud/language/archive.hpp"
#include "games/lud/language/token.hpp"

namespace ludex::games::lud {

class Definitions {
 public:
  // Adds the definition that begins at `form` of `source`: "(define "Name" body)". The first of two with one
  // name counts.
  Result<void> add(std::string_view form, Place start, const Sources& sources);
  // Adds every definition of a text.
  Result<void> add_all(const Source& source, const Sources& sources);
  // Adds those of every .def file in a folder and its subfolders, in the order of their paths.
  Result<void> add_folder(const std::filesystem::path& folder, Sources& sources);

  // Adds those of every .def file of an archive, in the same order.
  Result<void> add_archive(const Archive& archive, Sources& sources);

  [[nodiscard]] const Tokens* find(const std::string& name) const {
    const auto found = bodies_.find(name);
    return found == bodies_.end() ? nullptr : &found->second;
  }
  void set(const std::string& name, Tokens body) { bodies_[name] = std::move(body); }
  [[nodiscard]] std::map<std::string, Tokens>& bodies() { return bodies_; }
  [[nodiscard]] const std::map<std::string, Tokens>& bodies() const { return bodies_; }

 private:
  std::map<std::string, Tokens> bodies_;
};

}  // namespace ludex::games::lud
