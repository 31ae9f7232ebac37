// Conditions on one site as sets of sites: found once for a list of moves, not once a site.
#pragma once

#include "games/lud/interpreter/eval.hpp"

namespace ludex::games::lud {

// The set of a condition that has one, or of those of its parts that have one, in the list under evaluation.
[[nodiscard]] const std::uint64_t* set_of_condition(const Node& condition, Eval& e);

// The sites of the board where a condition holds, if it can be a set, and while the position does not change
// (Eval::listing); else null. Valid until the list is complete. Bits of other sites have no meaning.
[[nodiscard]] inline const std::uint64_t* sites_where(const Node& condition, Subject subject, Eval& e) {
  if (condition.form == SiteForm::kNone || e.listing == 0 ||
      (condition.subject != subject && condition.form != SiteForm::kConstant))
    return nullptr;
  return set_of_condition(condition, e);
}

// The same of those parts of a condition (Node::part_form) that are sets.
[[nodiscard]] inline const std::uint64_t* sites_of_parts(const Node& condition, Subject subject, Eval& e) {
  if (condition.part_form == SiteForm::kNone || e.listing == 0 || condition.subject != subject)
    return nullptr;
  return set_of_condition(condition, e);
}

// The sites of the board where argument k of a node, a condition on (to), holds; without one, those of the
// mover's pieces.
void find_members(const Node& n, std::size_t k, Eval& e, std::uint64_t* out);

// The iterator of a subject, which is not kNone.
[[nodiscard]] inline int Eval::*iterator_of(Subject subject) {
  return subject == Subject::kTo        ? &Eval::to
         : subject == Subject::kBetween ? &Eval::between
         : subject == Subject::kFrom    ? &Eval::from
                                        : &Eval::site;
}
// The function of regions with a table (Node::by_site).
void region_by_site(const Node& n, Eval& e, std::uint64_t* out);

// A condition on a site, asked for many sites: as a set if it can be one.
class SiteTest {
 public:
  // Takes argument k of a node, which may be absent. `iterator`: the one of the subject.
  SiteTest(const Node* where, std::size_t k, Subject subject, int Eval::*iterator, Eval& e)
      : e_(e),
        iterator_(iterator),
        condition_(where != nullptr && where->has(k) ? where->kids[k] : nullptr),
        sites_(condition_ == nullptr ? nullptr : sites_where(*condition_, subject, e)),
        parts_(condition_ == nullptr ? nullptr : sites_of_parts(*condition_, subject, e)) {}
  [[nodiscard]] bool exists() const { return condition_ != nullptr; }
  [[nodiscard]] const std::uint64_t* sites() const { return sites_; }
  // Only if it exists; the iterator must be set to the site.
  [[nodiscard]] bool holds() const {
    if (sites_ != nullptr) return test(sites_, e_.*iterator_);
    // One part may decide: one that fails of (and ...), one that holds of (or ...).
    if (parts_ != nullptr && test(parts_, e_.*iterator_) != (condition_->part_form == SiteForm::kAnd))
      return condition_->part_form == SiteForm::kOr;
    return condition_->fn.as_bool(*condition_, e_);
  }

 private:
  Eval& e_;
  int Eval::*iterator_;
  const Node* condition_;
  const std::uint64_t* sites_;
  const std::uint64_t* parts_;
};

}  // namespace ludex::games::lud
