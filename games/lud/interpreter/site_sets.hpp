// Conditions on one site as sets of sites: found once for a list of moves, not once a site.
#pragma once

#include "games/lud/interpreter/eval.hpp"

namespace ludex::games::lud {

// The sites of the board where a condition holds, if it can be a set, and while the position does not change
// (Eval::listing); else null. Valid until the list is complete. Bits of other sites have no meaning.
[[nodiscard]] const std::uint64_t* sites_where(const Node& condition, Subject subject, Eval& e);

// The sites of the board where argument k of a node, a condition on (to), holds; without one, those of the
// mover's pieces.
void find_members(const Node& n, std::size_t k, Eval& e, std::uint64_t* out);

// A condition on a site, asked for many sites: as a set if it can be one.
class SiteTest {
 public:
  // Takes argument k of a node, which may be absent. `iterator`: the one of the subject.
  SiteTest(const Node* where, std::size_t k, Subject subject, int Eval::*iterator, Eval& e)
      : e_(e),
        iterator_(iterator),
        condition_(where != nullptr && where->has(k) ? where->kids[k] : nullptr),
        sites_(condition_ == nullptr ? nullptr : sites_where(*condition_, subject, e)) {}
  [[nodiscard]] bool exists() const { return condition_ != nullptr; }
  [[nodiscard]] const std::uint64_t* sites() const { return sites_; }
  // Only if it exists; the iterator must be set to the site.
  [[nodiscard]] bool holds() const {
    return sites_ != nullptr ? test(sites_, e_.*iterator_) : condition_->fn.as_bool(*condition_, e_);
  }

 private:
  Eval& e_;
  int Eval::*iterator_;
  const Node* condition_;
  const std::uint64_t* sites_;
};

}  // namespace ludex::games::lud
