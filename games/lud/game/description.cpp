#include "games/lud/game/description.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/util/nearest.hpp"
#include "games/lud/interpreter/eval.hpp"

namespace ludex::games::lud {

Result<std::string> read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string text;
  if (in) text.assign(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  if (!in) {
    std::error_code error;
    if (std::filesystem::exists(path, error)) return Error{"cannot read " + path};
    const std::filesystem::path file(path);
    std::vector<std::string> there;
    const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
    for (const auto& item : std::filesystem::directory_iterator(folder, error))
      there.push_back(item.path().filename().string());
    const std::string meant = did_you_mean(file.filename().string(), there);
    return Error{"cannot read " + path + ": there is no such file" + (meant.empty() ? "" : "; " + meant)};
  }
  return text;
}

Result<std::string> read_from_library(const std::string& library, const std::string& name) {
  const auto archive = Archive::open(library);
  if (!archive) return Error{archive.error()};
  const std::string file = name.ends_with(".lud") ? name : name + ".lud";
  std::vector<const Archive::Member*> found;
  for (const Archive::Member& member : archive->members()) {
    if (member.name == file || member.name.ends_with("/" + file)) found.push_back(&member);
  }
  if (found.size() == 1) return archive->read(*found[0]);
  std::string message =
      library + (found.empty() ? " has no description " : " has several descriptions ") + file;
  if (!found.empty()) {
    message += ", name one by its path:";
    for (const auto* member : found) message += " " + member->name;
  }
  return Error{std::move(message)};
}

namespace {

// A start with the first or the last of the sites that chance can choose.
std::vector<std::byte> completed(const Program& program, std::vector<std::byte> start, bool first) {
  if (!program.random_start) return start;
  Eval eval(program, start.data(), Workspace::of_thread());
  while (eval.more().start_rule >= 0) eval.choose_at_start(first ? 0 : eval.more().draw_size - 1);
  return start;
}

std::vector<std::vector<int>> sites_of_pieces(const Program& program, std::vector<std::byte> start) {
  Eval eval(program, start.data(), Workspace::of_thread());
  std::vector<std::vector<int>> sites(program.components.size());
  for (int at = 0; at < program.board_sites; ++at)
    if (const int piece = eval.what_at(eval.own(), at); piece != 0)
      sites[static_cast<std::size_t>(piece)].push_back(at);
  return sites;
}

// False if the moves of a piece ask for start sites that chance chooses.
bool find_start_sites(Program& program, const std::vector<std::byte>& start) {
  program.start_sites = sites_of_pieces(program, completed(program, start, true));
  if (!program.random_start) return true;
  const auto others = sites_of_pieces(program, completed(program, start, false));
  for (std::size_t k = 1; k < others.size(); ++k) {
    const Node* const moves = program.components[k].moves;
    if (others[k] != program.start_sites[k] && moves != nullptr &&
        moves->tree->to_text().find("(sites Start") != std::string::npos)
      return false;
  }
  return true;
}

// Advice on a called name that has no definition.
std::string undefined_text(const std::string& name, const std::vector<std::string>& known,
                           const std::string& definitions) {
  const std::string near = nearest(name, known);
  std::string text = "definition \"" + name + "\" is not defined";
  if (definitions.empty()) {
    text += " in this file" + (near.empty() ? "" : "; did you mean \"" + near + "\"?");
    return text + (near.empty() ? "; " : " Otherwise ") +
           "name the folder of the .def file that has it: --definitions DIR, or the game's parameter "
           "'definitions'";
  }
  return text + ", neither in this file nor in " + definitions +
         (near.empty() ? "" : "; did you mean \"" + near + "\"?");
}

// True if the rules look too far ahead in the first plies of some random games.
bool comes_to_no_end(const Program& program, const std::vector<std::byte>& start) {
  Workspace& workspace = Workspace::of_thread();
  Rng rng = Rng::seeded(1);
  for (int game = 0; game < 3; ++game) {
    std::vector<std::byte> state = start;
    for (int ply = 0; ply < 8; ++ply) {
      Eval eval(program, state.data(), workspace);
      eval.legal_moves();
      if (workspace.endless) return true;
      if (workspace.moves.empty()) break;
      eval.play(rng.below(static_cast<std::uint32_t>(workspace.moves.size())));
      if (workspace.endless) return true;
      if (is_over(static_cast<GameStatus>(eval.head().status))) break;
    }
  }
  return false;
}

}  // namespace

Result<std::shared_ptr<Description>> describe(std::string name, std::string text,
                                              const std::string& definitions,
                                              const std::vector<std::string>& options) {
  auto description = std::make_shared<Description>();
  Sources& sources = description->sources;
  Definitions library;
  if (!definitions.empty()) {
    // A folder, or the library archive itself.
    Result<void> read;
    if (std::filesystem::is_regular_file(definitions)) {
      const auto archive = Archive::open(definitions);
      if (!archive) return Error{archive.error()};
      read = library.add_archive(*archive, sources);
    } else {
      read = library.add_folder(definitions, sources);
    }
    if (!read) return Error{read.error()};
  }
  const Source* file = sources.add(std::move(name), std::move(text));
  auto expanded = expand(*file, library, options, sources);
  if (!expanded) return Error{expanded.error()};
  description->expanded = std::move(*expanded);
  std::vector<Problem> problems;
  description->program = Compiler::compile(description->expanded.game, problems);
  for (const Problem& problem : problems) {
    std::string line =
        sources.text(problem.tree->place) + ": " +
        (problem.undefined.empty()
             ? problem.message
             : undefined_text(problem.undefined, description->expanded.definitions, definitions));
    if (std::find(description->problems.begin(), description->problems.end(), line) ==
        description->problems.end())
      description->problems.push_back(std::move(line));
  }
  if (description->program) {
    const Program& program = *description->program;
    description->start.resize(program.layout.bytes);
    Eval(program, description->start.data(), Workspace::of_thread()).initial();
    if (!find_start_sites(*description->program, description->start)) {
      description->problems.push_back(sources.text(description->expanded.game.place) +
                                      ": start sites of pieces that chance places are not implemented");
      description->program.reset();
    } else if (comes_to_no_end(program, completed(program, description->start, true))) {
      description->problems.push_back(sources.text(description->expanded.game.place) +
                                      ": the moves depend on themselves without end");
      description->program.reset();
    }
  }
  return description;
}

}  // namespace ludex::games::lud
