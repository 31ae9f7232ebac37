#include "games/lud/compiler/find_site_sets.hpp"

#include <algorithm>
#include <string_view>

#include "games/lud/program/signature.hpp"

namespace ludex::games::lud {

namespace {

class Finder {
 public:
  explicit Finder(Program& program) : p_(program) {
    constant_regions_ = std::all_of(p_.regions.begin(), p_.regions.end(),
                                    [](const NamedRegion& region) { return region.constant; });
  }
  void visit(Node& n) {
    if (n.type != Type::kBool || !n.resolved || n.form != SiteForm::kNone || n.part_form != SiteForm::kNone)
      return;
    if (n.constant) return found(n, SiteForm::kConstant, Subject::kNone);
    const auto starts = [&](const char* text) { return n.row->text == std::string_view(text); };
    if (starts("(is Empty [sitetype] int)")) return stands(n, SiteForm::kEmpty);
    if (starts("(is Occupied [sitetype] int)")) return stands(n, SiteForm::kOccupied);
    if (starts("(is Enemy int)")) return player(n, SiteForm::kEnemy, SiteForm::kEnemyState);
    if (starts("(is Friend int)")) return player(n, SiteForm::kFriend, SiteForm::kFriendState);
    if (starts("(= int int|role)") && is_same_everywhere(n.kid(1))) return compared(n, true);
    if (starts("(!= int int|role)") && is_same_everywhere(n.kid(1))) return compared(n, false);
    if (starts("(is Visited int)")) return found(n, SiteForm::kVisited, subject_of(n.kid(0)));
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
  [[nodiscard]] bool asks(const Node& what, std::string_view row) const {
    return has_row(what, row) && !what.has(2) && what.imm == static_cast<int>(p_.site_type);
  }
  // True if a node asks for the owner, or for the state, of a site of the board's own type.
  [[nodiscard]] bool is_owner(const Node& n) const { return asks(n, "(who [sitetype] at:int [level:int])"); }
  [[nodiscard]] bool is_state(const Node& n) const {
    return asks(n, "(state [sitetype] at:int [level:int])") && !p_.layout.has_stacks;
  }
  // The number asked for is that of an enemy or a friend.
  void player(Node& n, SiteForm owner, SiteForm state) {
    const Node& what = n.kid(0);
    if (is_owner(what)) found(n, owner, subject_of(what.kid(1)));
    if (is_state(what)) found(n, state, subject_of(what.kid(1)));
  }
  // It is a certain number, or is not.
  void compared(Node& n, bool same) {
    const Node& what = n.kid(0);
    if (is_owner(what)) found(n, same ? SiteForm::kOwner : SiteForm::kNotOwner, subject_of(what.kid(1)));
    if (is_state(what)) found(n, same ? SiteForm::kState : SiteForm::kNotState, subject_of(what.kid(1)));
    if (subject_of(what) != Subject::kNone)
      found(n, same ? SiteForm::kSite : SiteForm::kNotSite, subject_of(what));
  }
  // All parts must be about the same site. If only some are, these may decide.
  void of_parts(Node& n, SiteForm form, const std::vector<Node*>& parts) {
    Subject subject = Subject::kNone;
    bool all = true;
    for (Node* part : parts) {
      visit(*part);
      if (part->form == SiteForm::kNone) {
        all = false;
      } else if (part->form != SiteForm::kConstant) {
        all = all && (subject == Subject::kNone || part->subject == subject);
        if (subject == Subject::kNone) subject = part->subject;
      }
    }
    if (parts.empty() || subject == Subject::kNone) return;
    if (all) return found(n, form, subject);
    if (form == SiteForm::kNot) return;
    n.part_form = form;
    n.subject = subject;
    n.slot = p_.site_sets++;
  }
  // Numbers and regions that depend on no iterator.
  static bool is_same_everywhere(const Node& n) {
    if (n.type == Type::kRole) return static_cast<Role>(n.imm) != Role::kPlayer;
    return n.constant || has_row(n, "(mover)") || has_row(n, "(next)") || has_row(n, "(prev)");
  }
  [[nodiscard]] bool is_same_region(const Node& n) const {
    return n.constant || has_row(n, "(sites Empty [sitetype])") || has_row(n, "(sites ToClear)") ||
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
  const bool slide = has_row(n, "(move Slide [from] [directions] [between] [to] [then] [stack:bool])") ||
                     has_row(n, "(slide [from] [directions] [between] [to] [then] [stack:bool])");
  if ((!step && !hop && !slide) || p.layout.has_stacks || p.layout.has_rotation) return CountForm::kNone;
  if (n.has(0) && !is_own_site(n.kid(0))) return CountForm::kNone;
  if (n.has(1) && n.kid(1).routes == nullptr) return CountForm::kNone;
  if (slide) {
    const bool plain = !n.has(3) || !n.kid(3).has(3) || !n.kid(3).kid(3).has(0);
    const bool to_set = !n.has(3) || !n.kid(3).has(2) || has_set(n.kid(3), 2, Subject::kTo);
    const bool open =
        !n.has(2) || (!n.kid(2).has(1) && (!n.kid(2).has(3) || has_set(n.kid(2), 3, Subject::kBetween)));
    return plain && to_set && open ? CountForm::kSlides : CountForm::kNone;
  }
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
