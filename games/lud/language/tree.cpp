#include "games/lud/language/tree.hpp"

namespace ludex::games::lud {

const std::string& Tree::head() const {
  static const std::string none;
  return is_list() && !items.empty() && items[0].is_atom() ? items[0].text : none;
}

std::string Tree::to_text() const {
  std::string out = label.empty() ? "" : label + ":";
  switch (kind) {
    case Kind::kAtom:
      return out + text;
    case Kind::kString:
      return out + '"' + text + '"';
    case Kind::kList:
    case Kind::kArray:
      break;
  }
  out += is_list() ? '(' : '{';
  for (const Tree& item : items) {
    if (&item != items.data()) out += ' ';
    out += item.to_text();
  }
  return out + (is_list() ? ')' : '}');
}

namespace {

class Parser {
 public:
  Parser(const Tokens& tokens, const Sources& sources) : tokens_(tokens), sources_(sources) {}

  Result<std::vector<Tree>> run() {
    std::vector<Tree> trees;
    while (at_ < tokens_.size()) {
      Tree tree;
      if (auto read = item(tree, 0); !read) return Error{read.error()};
      trees.push_back(std::move(tree));
    }
    return trees;
  }

 private:
  Result<void> item(Tree& out, std::size_t depth) {
    if (depth > kMaxDepth) return error("nested too deeply: more than 400 levels");
    const Token* token = &tokens_[at_];
    if (token->kind == TokenKind::kLabel) {
      out.label = token->text;
      if (++at_ == tokens_.size() || tokens_[at_].kind == TokenKind::kLabel)
        return Error{sources_.text(token->place) + ": '" + token->text + ":' has no value"};
      token = &tokens_[at_];
    }
    out.place = token->place;
    switch (token->kind) {
      case TokenKind::kOpen:
        return list(out, depth);
      case TokenKind::kClose:
        return error("'" + token->text + "' has no matching opening bracket");
      case TokenKind::kString:
        out.kind = Tree::Kind::kString;
        break;
      case TokenKind::kPlaceholder:
        return error("no option gives a value for " + token->text);
      case TokenKind::kAtom:
      case TokenKind::kLabel:
        out.kind = Tree::Kind::kAtom;
        break;
    }
    out.text = token->text;
    ++at_;
    return {};
  }

  Result<void> list(Tree& out, std::size_t depth) {
    const std::size_t open = at_++;
    const bool round = tokens_[open].text == "(";
    out.kind = round ? Tree::Kind::kList : Tree::Kind::kArray;
    while (true) {
      if (at_ == tokens_.size()) {
        return Error{sources_.text(tokens_[open].place) + ": '" + tokens_[open].text + "' is never closed"};
      }
      if (tokens_[at_].kind == TokenKind::kClose) {
        if ((tokens_[at_].text == ")") != round) {
          return error("'" + tokens_[at_].text + "' closes the '" + tokens_[open].text + "' of " +
                       sources_.text(tokens_[open].place));
        }
        ++at_;
        return {};
      }
      out.items.emplace_back();
      if (auto read = item(out.items.back(), depth + 1); !read) return read;
    }
  }

  [[nodiscard]] Error error(const std::string& what) const {
    return {sources_.text(tokens_[at_].place) + ": " + what};
  }

  const Tokens& tokens_;
  const Sources& sources_;
  std::size_t at_ = 0;
};

}  // namespace

Result<std::vector<Tree>> parse(const Tokens& tokens, const Sources& sources) {
  return Parser(tokens, sources).run();
}

}  // namespace ludex::games::lud
