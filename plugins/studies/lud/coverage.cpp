#include "plugins/studies/lud/coverage.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "games/lud/program/signature.hpp"

namespace ludex::games::lud {

namespace {

using Record = std::map<std::string, std::string>;

// Reads fields without quotes, as in the catalogue.
Result<std::vector<Record>> read_csv(const std::filesystem::path& path) {
  std::ifstream in(path);
  if (!in) return Error{"cannot read " + path.string()};
  std::vector<std::string> names;
  std::vector<Record> records;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    std::vector<std::string> fields;
    std::istringstream words(line);
    for (std::string field; std::getline(words, field, ',');) fields.push_back(field);
    if (names.empty()) {
      names = fields;
      continue;
    }
    Record record;
    for (std::size_t k = 0; k < fields.size() && k < names.size(); ++k) record[names[k]] = fields[k];
    records.push_back(std::move(record));
  }
  return records;
}

int number(const std::string& text, int fallback) {
  int value = fallback;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// "is" and "Line" of functions.booleans.is.Is:Line; "+" of functions.ints.math.Add.
struct Symbol {
  std::string head;
  std::string keyword;
};
Symbol symbol_of(const std::string& ludeme) {
  static const std::map<std::string, std::string> kSigns{
      {"Equals", "="}, {"NotEqual", "!="}, {"Le", "<="}, {"Lt", "<"},  {"Gt", ">"}, {"Ge", ">="},
      {"Add", "+"},    {"Sub", "-"},       {"Mul", "*"}, {"Div", "/"}, {"Mod", "%"}};
  const std::size_t colon = std::min(ludeme.find(':'), ludeme.size());
  Symbol symbol;
  symbol.keyword = colon < ludeme.size() ? ludeme.substr(colon + 1) : "";
  const std::string path = ludeme.substr(0, colon);
  symbol.head = path.substr(path.rfind('.') + 1);
  const auto sign = kSigns.find(symbol.head);
  if (path.find(".math.") != std::string::npos && sign != kSigns.end()) {
    symbol.head = sign->second;
  } else {
    symbol.head[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(symbol.head[0])));
  }
  return symbol;
}

// The rows of such a ludeme.
std::vector<const Signature*> rows_of(const Symbol& symbol) {
  std::vector<const Signature*> rows;
  const auto* overloads = ludemes().find(symbol.head);
  if (overloads == nullptr) return rows;
  for (const Signature& row : *overloads) {
    const bool by_keyword = !row.keywords.empty() && row.keywords[0] == symbol.keyword;
    const bool by_word = row.keywords.empty() && !row.parameters.empty() &&
                         std::find(row.parameters[0].words.begin(), row.parameters[0].words.end(),
                                   symbol.keyword) != row.parameters[0].words.end();
    if (symbol.keyword.empty() ? row.keywords.empty() : by_keyword || by_word) rows.push_back(&row);
  }
  return rows;
}

// True if a row takes a parameter by its catalogue name: "at" (its label), "[]{}" (an array), or a type.
// Words that are part of the symbol, such as IsLineType, count as taken.
bool takes(const std::vector<const Signature*>& rows, const std::string& parameter) {
  static const std::map<std::string, std::vector<Type>> kTypes{
      {"IntFunction", {Type::kInt}},
      {"Integer", {Type::kInt}},
      {"DimFunction", {Type::kInt}},
      {"BooleanFunction", {Type::kBool}},
      {"RegionFunction", {Type::kRegion}},
      {"RoleType", {Type::kRole}},
      {"String", {Type::kString}},
      {"SiteType", {Type::kSiteType}},
      {"Then", {Type::kThen}},
      {"Moves", {Type::kMoves}},
      {"NonDecision", {Type::kMoves}},
      {"From", {Type::kFrom}},
      {"To", {Type::kTo}},
      {"Between", {Type::kBetween}},
      {"Apply", {Type::kApply}},
      {"Piece", {Type::kPiece}},
      {"GraphFunction", {Type::kGraph}},
      {"FloatFunction", {Type::kFloat}},
      {"IntArrayFunction", {Type::kInts}},
      {"RangeFunction", {Type::kRange}},
      {"Player", {Type::kPlayerOf}},
      {"Direction", {Type::kDirections, Type::kAbsolute}},
      {"RelationType", {Type::kAbsolute, Type::kDirections}},
      {"AbsoluteDirection", {Type::kAbsolute, Type::kDirections}},
      {"CompassDirection", {Type::kAbsolute}},
      {"RelativeDirection", {Type::kRelative, Type::kDirections}},
      {"DirectionFacing", {Type::kAbsolute}}};
  const auto any = [&](auto&& fits) {
    return std::any_of(rows.begin(), rows.end(), [&](const Signature* row) {
      return std::any_of(row->parameters.begin(), row->parameters.end(), fits);
    });
  };
  if (parameter == "[]{}") return any([](const Parameter& p) { return p.array > 0; });
  if (std::islower(static_cast<unsigned char>(parameter[0])) != 0) {
    const std::string label = parameter.substr(0, parameter.find('{'));
    return any([&](const Parameter& p) { return p.label == label; });
  }
  const auto types = kTypes.find(parameter);
  return types == kTypes.end() || any([&](const Parameter& p) {
           return std::any_of(types->second.begin(), types->second.end(), [&](Type type) {
             return std::find(p.types.begin(), p.types.end(), type) != p.types.end();
           });
         });
}

}  // namespace

Result<void> report_coverage(const std::filesystem::path& ludemes_csv, TextSink& out) {
  const auto known = read_csv(ludemes_csv);
  if (!known) return Error{known.error()};
  const auto games = read_csv(ludemes_csv.parent_path() / "catalogue.csv");
  if (!games) return Error{games.error()};
  std::vector<std::pair<int, std::string>> lacking;  // by the number of games, negative
  std::vector<std::pair<int, int>> ranks;            // of the missing ludemes, in two orders
  int by_ludeme = 0;
  int by_parameter = 0;
  for (const Record& record : *known) {
    const auto field = [&](const char* name) {
      const auto found = record.find(name);
      return found == record.end() ? std::string() : found->second;
    };
    const std::string ludeme = field("ludeme");
    if (ludeme.empty())
      return Error{ludemes_csv.string() + ": expected columns ludeme, games_using, params_used"};
    const int using_it = number(field("games_using"), 0);
    const auto rows = rows_of(symbol_of(ludeme));
    if (rows.empty()) {
      lacking.emplace_back(-using_it, ludeme);
      ranks.emplace_back(number(field("greedy_rank"), 0), number(field("picks_rank"), 0));
      by_ludeme += using_it;
      by_parameter += using_it;
      continue;
    }
    std::istringstream parameters(field("params_used"));
    for (std::string each; parameters >> each;) {
      const std::size_t colon = each.rfind(':');
      if (colon == 0 || colon == std::string::npos || takes(rows, each.substr(0, colon))) continue;
      const int count = number(each.substr(colon + 1), 0);
      lacking.emplace_back(-count, "argument " + each.substr(0, colon) + " of " + ludeme);
      by_parameter += count;
    }
  }
  std::sort(lacking.begin(), lacking.end());
  out.write("games  ludemes they use that are not implemented\n");
  for (const auto& [count, what] : lacking) {
    const std::string text = std::to_string(-count);
    out.write(std::string(5 - std::min<std::size_t>(text.size(), 5), ' ') + text + "  " + what + "\n");
  }
  // A game is covered at a rank if that ludeme is the last one it uses in the order.
  int eligible = 0;
  int surely = 0;
  int perhaps = 0;
  for (const Record& game : *games) {
    const auto rank = [&](const char* name) {
      const auto found = game.find(name);
      return found == game.end() ? 0 : number(found->second, 0);
    };
    if (rank("eligible") != 1) continue;
    ++eligible;
    const int greedy = rank("covered_at_N_greedy");
    const int picks = rank("covered_at_N_picks");
    surely += std::all_of(ranks.begin(), ranks.end(),
                          [&](const auto& r) { return r.first > greedy || r.second > picks; })
                  ? 1
                  : 0;
    perhaps += std::none_of(ranks.begin(), ranks.end(),
                            [&](const auto& r) { return r.first == greedy || r.second == picks; })
                   ? 1
                   : 0;
  }
  out.write("\n" + std::to_string(known->size() - ranks.size()) + " of " + std::to_string(known->size()) +
            " ludemes\n");
  out.write("games by ludemes: at least " + std::to_string(std::max(surely, eligible - by_ludeme)) +
            ", at most " + std::to_string(perhaps) + " of " + std::to_string(eligible) + "\n");
  out.write("games by ludemes and their parameters: at least " +
            std::to_string(std::max(0, eligible - by_parameter)) + " of " + std::to_string(eligible) + "\n");
  return {};
}

}  // namespace ludex::games::lud
