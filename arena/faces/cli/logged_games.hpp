// The games of a log and the rules to replay them, for `ludex export` and `ludex show`.
#pragma once

#include <map>
#include <string>

#include "arena/faces/cli/commands.hpp"
#include "arena/faces/export/game_labels.hpp"
#include "arena/model/game_record.hpp"

namespace ludex::arena::cli {

class LoggedGames {
 public:
  // `log`: a file, or the folder of a run. `as`: the game that all labels stand for; empty: as found by
  // GameLabels.
  LoggedGames(Context& context, const std::string& log, std::string as);

  [[nodiscard]] const std::string& file() const noexcept { return file_; }
  [[nodiscard]] const std::string& folder() const noexcept { return folder_; }
  // Throws Failure. Valid as long as this object.
  [[nodiscard]] const Game& game(const std::string& label);

 private:
  Context& context_;
  std::string file_;
  std::string folder_;
  std::string as_;
  exports::GameLabels labels_;
  std::map<std::string, host::GamePtr> games_;
};

}  // namespace ludex::arena::cli
