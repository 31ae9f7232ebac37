#include "games/lud/ludemes/lines_as_sets.hpp"

#include <utility>

namespace ludex::games::lud {

namespace {

// The sites where a condition holds.
std::string set_where(codegen::Subject of, const Node& condition, Emitter& e) {
  const ScopedValue about(e.subject, of);
  const auto set = e.reads_only_subject(condition) ? e.set_of(condition) : std::nullopt;
  if (!set) throw Unknown{};
  return *set;
}

}  // namespace

codegen::SlideWay lines_as_sets(const Node* between, const Node* to, const KnownDirections& directions,
                                bool passes_ends, Emitter& e, codegen::WayWriter& out) {
  using codegen::Subject;
  const Program& p = e.program();
  if (p.layout.has_stacks || directions.by_piece()) throw Unknown{};
  if (between != nullptr && (between->has(between_arg::kRange) || between->has(between_arg::kApply)))
    throw Unknown{};
  for (const auto other : {to_arg::kType, to_arg::kSites, to_arg::kLevel})
    if (to != nullptr && to->has(other)) throw Unknown{};
  auto rays = codegen::rays_of(p.board(), directions.mask, p.layout.words);
  if (!rays) throw Unknown{};
  const std::string passes = between != nullptr && between->has(between_arg::kIf)
                                 ? set_where(Subject::kBetween, between->kid(between_arg::kIf), e)
                                 : code("empty_sites<$0>(s)", {e.own()});
  if (to == nullptr || !to->has(to_arg::kIf)) return {std::move(*rays), out.name_of(passes)};
  const std::string stops = set_where(Subject::kTo, to->kid(to_arg::kIf), e);
  if (passes_ends) return {std::move(*rays), out.name_of(code("$0 & $1", {passes, stops}))};
  return {std::move(*rays), out.name_of(code("minus($0, $1)", {passes, stops})), out.name_of(stops)};
}

}  // namespace ludex::games::lud
