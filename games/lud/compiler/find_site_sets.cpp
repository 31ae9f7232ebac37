#include "games/lud/compiler/find_site_sets.hpp"

#include <algorithm>
#include <string_view>

#include "games/lud/program/signature.hpp"

namespace ludex::games::lud {

namespace {

bool has_row(const Node& n, std::string_view text) {
  return n.row != nullptr && n.row->text == text;
}

Subject subject_of(const Node& site) {
  if (has_row(site, "(to)")) return Subject::kTo;
  if (has_row(site, "(between)")) return Subject::kBetween;
  if (has_row(site, "(from)")) return Subject::kFrom;
  return has_row(site, "(site)") ? Subject::kSite : Subject::kNone;
}

class Finder {
 public:
  explicit Finder(Program& program) : p_(program) {
    constant_regions_ = std::all_of(p_.regions.begin(), p_.regions.end(),
                                    [](const NamedRegion& region) { return region.constant; });
  }
  void visit(Node& n) {
    if (n.type != Type::kBool || !n.resolved || n.form != SiteForm::kNone) return;
    if (n.constant) return found(n, SiteForm::kConstant, Subject::kNone);
    const auto starts = [&](const char* text) { return n.row->text == std::string_view(text); };
    if (starts("(is Empty [sitetype] int)")) return stands(n, SiteForm::kEmpty);
    if (starts("(is Occupied [sitetype] int)")) return stands(n, SiteForm::kOccupied);
    if (starts("(is Enemy int)")) return owner(n, SiteForm::kEnemy);
    if (starts("(is Friend int)")) return owner(n, SiteForm::kFriend);
    if (starts("(= int int|role)") && is_same_everywhere(n.kid(1))) return owner(n, SiteForm::kOwner);
    if (starts("(!= int int|role)") && is_same_everywhere(n.kid(1))) return owner(n, SiteForm::kNotOwner);
    if (starts("(is In int region)") && is_same_region(n.kid(1)))
      return found(n, SiteForm::kIn, subject_of(n.kid(0)));
    if (starts("(not bool)")) return of_parts(n, SiteForm::kNot, {n.kids[0]});
    if (starts("(and bool bool)")) return of_parts(n, SiteForm::kAnd, n.kids);
    if (starts("(or bool bool)")) return of_parts(n, SiteForm::kOr, n.kids);
    if (starts("(and {bool})")) return of_parts(n, SiteForm::kAnd, n.kid(0).kids);
    if (starts("(or {bool})")) return of_parts(n, SiteForm::kOr, n.kid(0).kids);
  }

 private:
  void found(Node& n, SiteForm form, Subject subject) {
    if (form != SiteForm::kConstant && subject == Subject::kNone) return;
    n.form = form;
    n.subject = subject;
    n.slot = p_.site_sets++;
  }
  void stands(Node& n, SiteForm form) {
    if (n.imm == static_cast<int>(p_.site_type)) found(n, form, subject_of(n.kid(1)));
  }
  void owner(Node& n, SiteForm form) {
    const Node& who = n.kid(0);
    if (has_row(who, "(who [sitetype] at:int [level:int])") && !who.has(2) &&
        who.imm == static_cast<int>(p_.site_type))
      found(n, form, subject_of(who.kid(1)));
  }
  // All parts must be about the same site.
  void of_parts(Node& n, SiteForm form, const std::vector<Node*>& parts) {
    Subject subject = Subject::kNone;
    for (Node* part : parts) {
      visit(*part);
      if (part->form == SiteForm::kNone) return;
      if (part->form == SiteForm::kConstant) continue;
      if (subject != Subject::kNone && part->subject != subject) return;
      subject = part->subject;
    }
    if (!parts.empty()) found(n, form, subject);
  }
  // Numbers and regions that depend on no iterator.
  static bool is_same_everywhere(const Node& n) {
    if (n.type == Type::kRole) return static_cast<Role>(n.imm) != Role::kPlayer;
    return n.constant || has_row(n, "(mover)") || has_row(n, "(next)") || has_row(n, "(prev)");
  }
  [[nodiscard]] bool is_same_region(const Node& n) const {
    return n.constant || has_row(n, "(sites Empty [sitetype])") ||
           (has_row(n, "(sites role|int [string])") && constant_regions_ && is_same_everywhere(n.kid(0)));
  }

  Program& p_;
  bool constant_regions_ = false;
};

// True for (from) and (from (from)).
bool is_own_site(const Node& from) {
  const bool here = !from.has(1) || has_row(from.kid(1), "(from)");
  return here && !from.has(0) && !from.has(2) && !from.has(3);
}
// True if argument k of a node is a condition that is a set of such sites.
bool has_set(const Node& n, std::size_t k, Subject subject) {
  return n.has(k) && (n.kid(k).form == SiteForm::kConstant ||
                      (n.kid(k).form != SiteForm::kNone && n.kid(k).subject == subject));
}

CountForm count_form_of(const Node& n, const Program& p) {
  if (!n.resolved || n.type != Type::kMoves) return CountForm::kNone;
  if (has_row(n, "(or moves moves [then])") || has_row(n, "(or {moves} [then])")) return CountForm::kAll;
  const bool step = has_row(n, "(move Step [from] [directions] to [then] [stack:bool])") ||
                    has_row(n, "(step [from] [directions] to [then] [stack:bool])");
  const bool hop = has_row(n, "(move Hop [from] [directions] [between] to [then] [stack:bool])") ||
                   has_row(n, "(hop [from] [directions] [between] to [then] [stack:bool])");
  if ((!step && !hop) || p.layout.has_stacks || p.layout.has_rotation) return CountForm::kNone;
  if (n.has(0) && !is_own_site(n.kid(0))) return CountForm::kNone;
  if (n.has(1) && n.kid(1).routes == nullptr) return CountForm::kNone;
  const Node& to = n.kid(step ? 2 : 3);
  if (!has_set(to, 2, Subject::kTo)) return CountForm::kNone;
  if (step) return CountForm::kSteps;
  // A condition of the effect would say where the hop may end.
  const bool plain = !to.has(3) || !to.kid(3).has(0);
  const bool over_one = n.has(2) && !n.kid(2).has(0) && !n.kid(2).has(1) && !n.kid(2).has(2) &&
                        has_set(n.kid(2), 3, Subject::kBetween);
  return plain && over_one ? CountForm::kHops : CountForm::kNone;
}

}  // namespace

void find_site_sets(Program& program) {
  if (program.layout.has_unowned) return;  // pieces of nobody are in the sets of their owners
  Finder finder(program);
  for (const auto& node : program.nodes.all()) finder.visit(*node);
  for (const auto& node : program.nodes.all()) node->count_form = count_form_of(*node, program);
}

}  // namespace ludex::games::lud
