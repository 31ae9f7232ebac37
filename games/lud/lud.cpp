#include "games/lud/lud.hpp"

#include <array>
#include <atomic>
#include <cstdio>
#include <filesystem>

#include "games/lud/codegen/library.hpp"

namespace ludex::games::lud {

const char* own_description() {
  return R"(
(define "Ahead" (move Step Forward (to if:(= 0 (what at:(to))))))
(define "Aslant" (move Step (directions {FL FR}) (to if:(not (is Mover (who at:(to)))) (apply (remove (to))))))
(game "Small Race"
  (players 2)
  (equipment {
    (piece "Runner" P1 N (or "Ahead" "Aslant"))
    (piece "Runner" P2 S (or "Ahead" "Aslant"))
    (board (square 5))})
  (rules
    (start {(place "Runner2" (sites Top)) (place "Runner1" (sites Bottom))})
    (play (forEach Piece "Runner"))
    (end {
      (if (no Pieces Next) (result Mover Win))
      (if (is In (last To) (union (sites Top) (sites Bottom))) (result Mover Win))}))))";
}

std::span<const ParamSpec> Lud::parameters() {
  static const std::array specs{
      params::path("file", "the description, a .lud file; empty: a small built-in game"),
      params::path("library", "an archive of descriptions and definitions (Ludii's .jar), instead of 'file'"),
      params::text("name", "", "name of the description in the library"),
      params::path("definitions",
                   "folder of the definitions (.def) that the description uses; empty: those of the library"),
      params::text("options", "",
                   "choices such as \"Board Size/6x6\", each in quotes; a single one needs none"),
      params::boolean("duplicates", false,
                      "list equivalent moves as often as the description generates them, as Ludii does"),
      params::choice("compile", "auto", "auto|never|always",
                     "generate code for the description and compile it once; auto: interpret it if there is "
                     "no compiler, or if the generator leaves most of it to the interpreter"),
  };
  return specs;
}

Result<std::vector<std::string>> read_choices(const std::string& text) {
  std::vector<std::string> choices;
  if (text.find('"') == std::string::npos) {
    if (!text.empty()) choices.push_back(text);
    return choices;
  }
  for (std::size_t at = text.find('"'); at != std::string::npos; at = text.find('"', at)) {
    const std::size_t end = text.find('"', at + 1);
    if (end == std::string::npos) return Error{"options: a quote is not closed in '" + text + "'"};
    choices.push_back(text.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return choices;
}

namespace {

// Reports once per process why a game runs in the slower interpreter.
void say_interpreted(const std::string& name, const std::string& reason) {
  static std::atomic<bool> said{false};
  if (!said.exchange(true))
    std::fprintf(stderr, "lud: %s is interpreted, not compiled: %s\n", name.c_str(), reason.c_str());
}

// Replaces the interpreter by generated code. Without `always` the interpreter plays if there is none, and if
// it would not be faster.
Result<void> compile(LudGame& game, bool always) {
  const codegen::Generated made = codegen::generate(game.program());
  if (!always && codegen::is_mostly_interpreted(made)) return {};
  const std::string& interpreted = game.program().interpreted;
  auto code = interpreted.empty() ? codegen::Library::load(made.source)
                                  : Result<std::shared_ptr<const codegen::Library>>(
                                        Error{"only the interpreter plays this game: " + interpreted});
  if (code) {
    game.use(std::move(*code));
  } else if (always) {
    return Error{code.error()};
  } else {
    say_interpreted(game.program().name, code.error());
  }
  return {};
}

}  // namespace

Result<Lud::Rules> Lud::create(const ParamValues& values) {
  const std::string& file = values.text("file");
  auto choices = read_choices(values.text("options"));
  if (!choices) return Error{choices.error()};
  const std::string& library = values.text("library");
  const std::string& name = values.text("name");
  if (library.empty() != name.empty())
    return Error{"'library' (an archive) and 'name' (one of its descriptions) need each other"};
  if (!library.empty() && !file.empty()) return Error{"expected 'file' or 'library', not both"};
  Result<std::string> text = !library.empty() ? read_from_library(library, name)
                             : file.empty()   ? Result<std::string>(std::string(own_description()))
                                              : read_text(file);
  if (!text) return Error{text.error()};
  const std::string& given = values.text("definitions");
  auto description = describe(!name.empty()  ? name
                              : file.empty() ? "Small Race"
                                             : file,
                              std::move(*text), given.empty() ? library : given, *choices);
  if (!description) return Error{description.error()};
  if (!(*description)->program) {
    std::string message = "this description cannot be played:";
    for (const std::string& problem : (*description)->problems) message += "\n  " + problem;
    return Error{std::move(message)};
  }
  auto game = std::make_shared<LudGame>(std::move(*description), values.boolean("duplicates"));
  const std::string& wish = values.text("compile");
  if (wish == "always" || (wish == "auto" && (!file.empty() || !library.empty()))) {
    if (auto compiled = compile(*game, wish == "always"); !compiled) return Error{compiled.error()};
  }
  const std::size_t bytes = game->bytes();
  if (bytes <= 128) return Rules(LudRules<128>(std::move(game)));
  if (bytes <= 256) return Rules(LudRules<256>(std::move(game)));
  if (bytes <= 512) return Rules(LudRules<512>(std::move(game)));
  if (bytes <= 1024) return Rules(LudRules<1024>(std::move(game)));
  if (bytes <= 2048) return Rules(LudRules<2048>(std::move(game)));
  if (bytes <= 4096) return Rules(LudRules<4096>(std::move(game)));
  if (bytes <= 8192) return Rules(LudRules<8192>(std::move(game)));
  if (bytes <= 32768) return Rules(LudRules<32768>(std::move(game)));
  if (bytes <= 131072) return Rules(LudRules<131072>(std::move(game)));
  return Error{"a position of this game takes " + std::to_string(bytes) + " bytes; the maximum is 131072"};
}

}  // namespace ludex::games::lud
