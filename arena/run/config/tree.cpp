#include "arena/run/config/tree.hpp"

#include <algorithm>
#include <map>
#include <sstream>

#include <fmt/format.h>
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

namespace ludex::arena::run {

const Node* Node::find(std::string_view key) const {
  for (const auto& entry : entries) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}
Node* Node::find(std::string_view key) {
  return const_cast<Node*>(std::as_const(*this).find(key));
}

std::string_view kind_text(NodeKind kind) noexcept {
  switch (kind) {
    case NodeKind::kNull:
      return "empty";
    case NodeKind::kScalar:
      return "a single value";
    case NodeKind::kSequence:
      return "a list";
    case NodeKind::kMap:
      break;
  }
  return "a map";
}

std::uint32_t Problems::add_source(std::string name) {
  sources_.push_back(std::move(name));
  return static_cast<std::uint32_t>(sources_.size() - 1);
}

void Problems::add(const Place& place, std::string message, std::string hint) {
  list_.push_back({sources_[place.source], place.line, place.column, std::move(message), std::move(hint)});
}

std::vector<Diagnostic> Problems::take() {
  sort_by_position(list_);
  // Sorts opening files after the sources.
  const auto rank = [&](const Diagnostic& d) { return std::find(sources_.begin(), sources_.end(), d.file); };
  std::stable_sort(list_.begin(), list_.end(),
                   [&](const Diagnostic& a, const Diagnostic& b) { return rank(a) < rank(b); });
  list_.erase(std::unique(list_.begin(), list_.end()), list_.end());
  return std::move(list_);
}

namespace {

constexpr std::size_t kMaxNodes = 200'000;
constexpr std::size_t kMaxKeys = 1000;  // per map, because repeated keys are found by linear search

constexpr std::string_view kMergeKey = "<<";

// Ends the parse at a place.
struct Refusal {
  Place place;
  std::string message;
};

class Builder final : public YAML::EventHandler {
 public:
  Builder(std::uint32_t source, bool whole, Problems& problems)
      : source_(source), whole_(whole), problems_(problems) {
    root_.place = {source, 0, 0};
  }

  [[nodiscard]] Place place(const YAML::Mark& mark) const {
    if (whole_ || mark.is_null()) return {source_, 0, 0};
    return {source_, static_cast<std::uint32_t>(mark.line) + 1, static_cast<std::uint32_t>(mark.column) + 1};
  }
  [[nodiscard]] Node take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ == 2) throw Refusal{place(mark), "a second document: one file is one tournament"};
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    leaf({NodeKind::kNull, place(mark), "", {}, {}}, anchor);
  }
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                const std::string& value) override {
    leaf({NodeKind::kScalar, place(mark), value, {}, {}}, anchor);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) throw Refusal{place(mark), "an alias inside its own value"};
    count(found->second.size, mark);
    add(found->second.node);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open({NodeKind::kSequence, place(mark), "", {}, {}}, anchor, mark);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open({NodeKind::kMap, place(mark), "", {}, {}}, anchor, mark);
  }
  void OnMapEnd() override { close(); }

 private:
  struct Anchored {
    Node node;
    std::size_t size;
  };
  struct Open {
    Node node;
    YAML::anchor_t anchor;
    std::size_t first;  // nodes before this one
    bool has_key = false;
    Node key{};
  };

  void count(std::size_t nodes, const YAML::Mark& mark) {
    nodes_ += nodes;
    if (nodes_ > kMaxNodes)
      throw Refusal{place(mark), fmt::format("more than {} values (each use of an alias counts)", kMaxNodes)};
  }
  void leaf(Node node, YAML::anchor_t anchor) {
    if (++nodes_ > kMaxNodes)
      throw Refusal{node.place, fmt::format("more than {} values (each use of an alias counts)", kMaxNodes)};
    if (anchor != YAML::NullAnchor) anchors_[anchor] = {node, 1};
    add(std::move(node));
  }
  void open(Node node, YAML::anchor_t anchor, const YAML::Mark& mark) {
    const std::size_t first = nodes_;
    count(1, mark);
    stack_.push_back({std::move(node), anchor, first});
  }
  void close() {
    Open done = std::move(stack_.back());
    stack_.pop_back();
    if (done.node.kind == NodeKind::kMap) merge(done.node);
    if (done.anchor != YAML::NullAnchor) anchors_[done.anchor] = {done.node, nodes_ - done.first};
    add(std::move(done.node));
  }
  void add(Node node) {
    if (stack_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& parent = stack_.back();
    if (parent.node.kind == NodeKind::kSequence) {
      parent.node.items.push_back(std::move(node));
    } else if (!parent.has_key) {
      parent.key = std::move(node);
      parent.has_key = true;
    } else {
      parent.has_key = false;
      add_entry(parent.node, std::move(parent.key), std::move(node));
    }
  }
  // The merge key of YAML 1.1: `<<: *a` or `<<: [*a, *b]`. The map's own keys take precedence wherever they
  // are, then those of the first map of the list.
  void merge(Node& map) {
    const auto at = std::find_if(map.entries.begin(), map.entries.end(),
                                 [](const auto& entry) { return entry.key == kMergeKey; });
    if (at == map.entries.end()) return;
    Node value = std::move(at->value);
    const Place place = at->place;
    map.entries.erase(at);
    std::vector<Node> maps;
    if (value.kind == NodeKind::kSequence) {
      maps = std::move(value.items);
    } else {
      maps.push_back(std::move(value));
    }
    for (Node& from : maps) {
      if (from.kind != NodeKind::kMap) {
        problems_.add(place,
                      fmt::format("'<<' is {}, expected maps, as in `<<: *name`", kind_text(from.kind)));
        continue;
      }
      for (auto& entry : from.entries) {
        if (map.find(entry.key) != nullptr) continue;
        if (map.entries.size() == kMaxKeys)
          throw Refusal{place, fmt::format("more than {} keys in one map", kMaxKeys)};
        map.entries.push_back(std::move(entry));
      }
    }
  }
  void add_entry(Node& map, Node key, Node value) {
    if (key.kind != NodeKind::kScalar) {
      problems_.add(key.place, fmt::format("a key is {}, expected a name", kind_text(key.kind)));
      return;
    }
    if (value.kind == NodeKind::kNull) value.place = key.place;  // the parser puts it after the line's end
    if (map.entries.size() == kMaxKeys)
      throw Refusal{key.place, fmt::format("more than {} keys in one map", kMaxKeys)};
    const auto same = std::find_if(map.entries.begin(), map.entries.end(),
                                   [&](const auto& e) { return e.key == key.text; });
    if (same == map.entries.end()) {
      map.entries.push_back({std::move(key.text), key.place, std::move(value)});
    } else {
      problems_.add(key.place, fmt::format("'{}' is given twice", key.text),
                    whole_ ? "" : fmt::format("first in line {}", same->place.line));
    }
  }

  std::uint32_t source_;
  bool whole_;
  Problems& problems_;
  int documents_ = 0;
  std::size_t nodes_ = 0;
  Node root_;
  std::vector<Open> stack_;
  std::map<YAML::anchor_t, Anchored> anchors_;
};

}  // namespace

Node parse_tree(std::string_view text, std::uint32_t source, bool whole, Problems& problems) {
  Builder builder(source, whole, problems);
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const Refusal& refusal) {
    problems.add(refusal.place, refusal.message);
  } catch (const YAML::DeepRecursion& e) {
    problems.add(builder.place(e.mark), "nested too deeply");
  } catch (const YAML::Exception& e) {
    problems.add(builder.place(e.mark), "YAML syntax: " + e.msg);
  }
  return builder.take();
}

}  // namespace ludex::arena::run
