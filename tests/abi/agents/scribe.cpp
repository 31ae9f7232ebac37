// An agent that writes where the host says it may: a file `said` in one of the folders of
// ludex.draft.folders/1.
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "core/abi/host.hpp"
#include "tests/abi/fixtures/base.hpp"

namespace {

struct Scribe : fixture::FirstMove {
  static constexpr ludex::PluginInfo kInfo{"scribe", "1.0.0", "writes where it may", "MIT"};
  static std::span<const ludex::ParamSpec> parameters() {
    static const ludex::ParamSpec specs[] = {
        ludex::params::choice("where", "scratch", "scratch|transcripts", "which folder"),
    };
    return specs;
  }
  explicit Scribe(const ludex::ParamValues& values) : FirstMove(values), where_(values.text("where")) {}
  void new_game(const ludex::Game& game, ludex::Player seat, std::uint64_t seed) {
    FirstMove::new_game(game, seat, seed);
    const auto* const folders = ludex::find<ludex::Folders>(ludex::host());
    if (folders == nullptr) throw std::runtime_error("the host has no folders");
    if (ludex::host().extension("ludex.unheard-of/1") != nullptr)
      throw std::runtime_error("the host has what nobody has heard of");
    const std::filesystem::path folder = where_ == "scratch" ? folders->scratch() : folders->transcripts();
    if (!folder.is_absolute()) throw std::runtime_error("not an absolute path: " + folder.string());
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "said") << "written\n";
  }

 private:
  std::string where_;
};

}  // namespace

LUDEX_AGENT_PLUGIN(Scribe);
