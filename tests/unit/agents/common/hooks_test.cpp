// What keeps a misspelt hook of a policy from compiling to nothing.
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "agents/common/mcts/bounds.hpp"
#include "agents/common/mcts/enhancements/enhanced.hpp"
#include "agents/common/mcts/enhancements/must_play.hpp"
#include "agents/common/mcts/near_miss.hpp"
#include "agents/common/mcts/search.hpp"
#include "agents/common/mcts/solver.hpp"
#include "paths.hpp"

namespace ludex::tests {

namespace {

using namespace agents::mcts;

using Base = BasicPolicy<>;
using W = Base::WorkerType;

template <class P>
concept Searchable = requires {
  typename Search<P>;
};

struct Complete : Base {
  using Groups = HookGroups<Complete, Base, Simulations>;
  void begin(W&) noexcept {}
  void resume(W&, std::size_t) noexcept {}
};
struct Misspelt : Base {
  using Groups = HookGroups<Misspelt, Base, Simulations>;
  void begin(W&) noexcept {}
  void resme(W&, std::size_t) noexcept {}
};
struct Half : Base {
  using Groups = HookGroups<Half, Base, Simulations>;
  void begin(W&) noexcept {}
};
struct NotNamed : Base {
  using Groups = HookGroups<NotNamed, Base>;
  void begin(W&) noexcept {}
  void resume(W&, std::size_t) noexcept {}
};
struct Nameless : Base {
  void begin(W&) noexcept {}
  void resume(W&, std::size_t) noexcept {}
};
struct Static : Base {
  using Groups = HookGroups<Static, Base, Entry>;
  static void entered(W&, Node&) noexcept {}
};
struct Overloaded : Base {
  using Groups = HookGroups<Overloaded, Base, Entry>;
  void entered(W&, Node&) noexcept {}
  void entered(W&, const Node&) noexcept {}
};
class Protected : public Base {
 public:
  using Groups = HookGroups<Protected, Base, Entry>;

 protected:
  void entered(W&, Node&) noexcept {}
};
// The class on top is as it should be.
struct Above : Misspelt {
  using Groups = HookGroups<Above, Misspelt, Entry>;
  void entered(W&, Node&) noexcept {}
};
struct Inherits : Complete {
  using Groups = HookGroups<Inherits, Complete, Entry>;
  void entered(W&, Node&) noexcept {}
};
// The only hook that is a template.
struct Restricts : Base {
  using Groups = HookGroups<Restricts, Base, Restriction>;
  template <class Score>
  Node* best_open_child(W& w, const Node& node, std::size_t, Score&& score_of) const noexcept {
    return best_child(w, node, score_of);
  }
};
struct RestrictsUnnamed : Base {
  using Groups = HookGroups<RestrictsUnnamed, Base>;
  template <class Score>
  Node* best_open_child(W& w, const Node& node, std::size_t, Score&& score_of) const noexcept {
    return best_child(w, node, score_of);
  }
};

struct Begins : Base {
  using Groups = HookGroups<Begins, Base>;
  void begins(W&) noexcept {}
};

std::string text_of(const std::string& file) {
  std::ifstream in(std::string(LUDEX_TEST_DIR) + "/../agents/common/mcts/" + file);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("a search takes a policy that has the hooks of the groups it names, and no others") {
  CHECK(Searchable<Base>);
  CHECK(Searchable<Complete>);
  CHECK(Searchable<Inherits>);
  CHECK(Searchable<Restricts>);
  CHECK(Searchable<SolverPolicy<>>);
  CHECK(Searchable<Enhanced<BoundsPolicy<EnhancedNode<BoundsNode>, EnhancedExtra<NoExtra>>>>);

  CHECK(!Searchable<Misspelt>);
  CHECK(!Searchable<Half>);
  CHECK(!Searchable<NotNamed>);
  CHECK(!Searchable<Nameless>);
  CHECK(!Searchable<Static>);
  CHECK(!Searchable<Overloaded>);
  CHECK(!Searchable<Protected>);
  CHECK(!Searchable<Above>);
  CHECK(!Searchable<RestrictsUnnamed>);
}

TEST_CASE("a group counts wherever in the stack it is named") {
  CHECK(has<Inherits, Simulations>());
  CHECK(has<Inherits, Entry>());
  CHECK(!has<Inherits, Deduction>());
  CHECK(!has<Base, Deduction>());
  CHECK(has<MustPlayPolicy<SolverPolicy<MustPlayNode<Node>, MustPlayExtra<SolverExtra>>>, Deduction>());
}

TEST_CASE("a name that is nearly a hook is refused by name, those that are hooks are not") {
  CHECK(std::string_view(near_miss<Begins>()) == "begins");
  CHECK(near_miss<Complete>() == nullptr);
  CHECK(near_miss<Base>() == nullptr);
}

TEST_CASE("every function of BasicPolicy belongs to a group, and no near miss is a hook") {
  const std::string policy = text_of("policy.hpp");
  const std::string groups = text_of("hooks.hpp");
  const std::string near = text_of("near_miss.hpp");
  // A declaration at the first level of the class.
  const std::regex declaration(R"(\n  (?:\[\[nodiscard\]\] )?[A-Za-z0-9:_]+(?: [a-z_:]+)*[ *]+([a-z_]+)\()");
  std::set<std::string> hooks;
  for (std::sregex_iterator i(policy.begin(), policy.end(), declaration), end; i != end; ++i)
    hooks.insert((*i)[1]);
  CHECK(hooks.size() == 31);  // the scan finds them
  for (const std::string& hook : hooks) {
    CAPTURE(hook);
    const bool listed = groups.find("&P::" + hook + ")") != std::string::npos ||
                        groups.find("&P::template " + hook + "<") != std::string::npos;
    CHECK(listed);
    CHECK(near.find("(" + hook + ")") == std::string::npos);
  }
}

}  // namespace ludex::tests
