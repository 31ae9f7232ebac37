#include "games/lud/compiler/find_site_tables.hpp"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "games/lud/interpreter/site_sets.hpp"
#include "games/lud/program/signature.hpp"

namespace ludex::games::lud {

namespace {

constexpr int kMostSites = 512;  // larger boards would need megabytes

// Adds what a number depends on to `subject`; false if that is more than one site and the board.
bool depends_on_site(const Node& n, Subject& subject) {
  if (n.constant) return true;
  if (has_row(n, "(row of:int)") || has_row(n, "(column of:int)")) return depends_on_site(n.kid(0), subject);
  const Subject own = subject_of(n);
  if (own == Subject::kNone || (subject != Subject::kNone && subject != own)) return false;
  subject = own;
  return true;
}

bool is_fixed(const Node& n, std::size_t k) {
  return !n.has(k) || n.kid(k).constant;
}
bool has_fixed_directions(const Node& n, std::size_t k) {
  return !n.has(k) || (n.kid(k).routes != nullptr && !n.kid(k).routes->relative);
}

// The site that a region depends on; kNone: on nothing, or on more.
Subject site_of_region(const Node& n) {
  Subject subject = Subject::kNone;
  bool known = false;
  if (has_row(n, "(sites Row int)") || has_row(n, "(sites Column int)")) {
    known = depends_on_site(n.kid(0), subject);
  } else if (has_row(n,
                     "(sites Direction from:int [directions] [included:bool] [stop:bool] [stopIncluded:bool] "
                     "[distance:int])")) {
    known = depends_on_site(n.kid(0), subject) && has_fixed_directions(n, 1) && is_fixed(n, 2) && !n.has(3) &&
            is_fixed(n, 5);
  } else if (has_row(n,
                     "(sites Around [sitetype] int ['Empty'|'NotEmpty'|'Own'|'Enemy'|'NotOwn'|'NotEnemy'] "
                     "[directions] [if:bool] [includeSelf:bool])")) {
    known = depends_on_site(n.kid(1), subject) && !n.has(2) && has_fixed_directions(n, 3) && !n.has(4) &&
            is_fixed(n, 5);
  }
  return known ? subject : Subject::kNone;
}

}  // namespace

void find_site_tables(Program& program) {
  if (program.board_sites > kMostSites) return;
  std::vector<std::byte> no_state(sizeof(Head) + program.layout.bytes);
  Workspace workspace;
  Eval e(program, no_state.data(), workspace);
  const auto words = static_cast<std::size_t>(program.layout.words);
  for (const auto& node : program.nodes.all()) {
    if (node->type != Type::kRegion || node->constant || !node->resolved) continue;
    const Subject subject = site_of_region(*node);
    if (subject == Subject::kNone) continue;
    auto table = std::make_unique<Region>(words * static_cast<std::size_t>(program.board_sites));
    int& site = e.*iterator_of(subject);
    for (site = 0; site < program.board_sites; ++site)
      node->fn.as_region(*node, e, table->data() + words * static_cast<std::size_t>(site));
    site = kOff;
    node->by_site = table->data();
    node->subject = subject;
    node->fn.as_region = region_by_site;
    program.constants.push_back(std::move(table));
  }
}

}  // namespace ludex::games::lud
