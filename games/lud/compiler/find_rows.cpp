#include "games/lud/compiler/find_rows.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "games/lud/interpreter/bits.hpp"
#include "games/lud/program/signature.hpp"

namespace ludex::games::lud {

namespace {

// Words of a site, all of which are compared: with more it costs less to follow the lines.
constexpr std::size_t kMostWords = 48;

// The lines whose rows are wanted; null: it is not such a condition.
const Routes* lines_of(const Program& program, const Node& n) {
  constexpr std::size_t kLength = 0, kDirections = 1, kThrough = 2, kThroughAny = 3, kExact = 6;
  if (!n.resolved || !has_row(n,
                              "(is Line int [absolute] [through:int] [throughAny:region] [role] [what:int] "
                              "[exact:bool] [if:bool])"))
    return nullptr;
  for (std::size_t k = kThroughAny + 1; k < n.kids.size(); ++k)
    if (n.has(k) && (k != kExact || !n.kid(k).constant || n.kid(k).imm != 0)) return nullptr;
  if (!n.kid(kLength).constant || n.kid(kLength).imm < 2 || n.has(kThrough) || n.has(kThroughAny))
    return nullptr;
  if (!n.has(kDirections)) return program.adjacent;
  const RoutesByFacing* const routes = n.kid(kDirections).routes;
  return routes != nullptr && !routes->relative ? routes->of[0] : nullptr;
}

// Adds the rows of so many sites of a line that pass through a site.
void add_rows(const Routes::Axis& axis, int site, int length, std::size_t words, Region& out) {
  std::vector<int> line(std::reverse_iterator(axis.back + axis.back_size), std::reverse_iterator(axis.back));
  line.push_back(site);
  line.insert(line.end(), axis.ahead, axis.ahead + axis.ahead_size);
  const int here = axis.back_size;
  const int last = std::min(here, static_cast<int>(line.size()) - length);
  for (int first = std::max(0, here - length + 1); first <= last; ++first) {
    out.resize(out.size() + words);
    for (int k = first; k < first + length; ++k)
      set(out.data() + out.size() - words, line[static_cast<std::size_t>(k)]);
  }
}

void make_table(Program& program, const Routes& routes, Node& n) {
  const auto words = static_cast<std::size_t>(program.layout.words);
  std::vector<Region> rows(static_cast<std::size_t>(program.board_sites));
  std::size_t most = 0;
  for (std::size_t at = 0; at < rows.size(); ++at) {
    for (const Routes::Axis& axis : routes.axes(static_cast<int>(at)))
      add_rows(axis, static_cast<int>(at), n.kid(0).imm, words, rows[at]);
    most = std::max(most, rows[at].size());
  }
  const bool never = program.layout.sites < 64 * program.layout.words;  // a row of all bits
  if (most == 0 || most > kMostWords) return;
  auto table = std::make_unique<Region>();
  for (Region& each : rows) {
    if (each.empty() && !never) return;
    // All sites have as many.
    if (each.empty()) each.assign(words, ~std::uint64_t{0});
    while (each.size() < most)
      each.insert(each.end(), each.end() - static_cast<std::ptrdiff_t>(words), each.end());
    table->insert(table->end(), each.begin(), each.end());
  }
  n.by_site = table->data();
  n.aux = static_cast<std::int32_t>(most / words);
  program.constants.push_back(std::move(table));
}

}  // namespace

void find_rows(Program& program) {
  if (program.layout.has_bytes()) return;  // a player's set would not say which of his pieces it is
  for (const auto& node : program.nodes.all()) {
    if (const Routes* const routes = lines_of(program, *node); routes != nullptr)
      make_table(program, *routes, *node);
  }
}

}  // namespace ludex::games::lud
