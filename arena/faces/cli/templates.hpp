// Files embedded in the executable: those of plugins/template, and the shell scripts of completion/.
#pragma once

#include <span>

namespace ludex::arena::cli {

struct TemplateFile {
  const char* name;
  const char* text;
};

[[nodiscard]] std::span<const TemplateFile> agent_template() noexcept;
[[nodiscard]] std::span<const TemplateFile> game_template() noexcept;
[[nodiscard]] std::span<const TemplateFile> python_template() noexcept;
[[nodiscard]] std::span<const TemplateFile> python_game_template() noexcept;
[[nodiscard]] std::span<const TemplateFile> completion_templates() noexcept;

}  // namespace ludex::arena::cli
