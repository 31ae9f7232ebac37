// The files of plugins/template, put into the executable by the build.
#pragma once

#include <span>

namespace ludex::arena::cli {

struct TemplateFile {
  const char* name;
  const char* text;
};

[[nodiscard]] std::span<const TemplateFile> agent_template() noexcept;
[[nodiscard]] std::span<const TemplateFile> game_template() noexcept;

}  // namespace ludex::arena::cli
