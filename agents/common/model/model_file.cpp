#include "agents/common/model/model_file.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "agents/common/model/replace_file.hpp"
#include "core/game/extensions/symmetry.hpp"
#include "core/game/position.hpp"
#include "core/util/hash.hpp"

namespace ludex::agents::model {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view kFirstLine = "ludex-model 1\n";

std::string shape_text(const FeatureShape& shape) {
  std::ostringstream text;
  text << shape.sites << ' ' << shape.rows << ' ' << shape.columns << " numbers " << shape.numbers
       << " codes";
  for (std::uint32_t i = 0; i < shape.layers; ++i) text << ' ' << shape.codes[i];
  return text.str();
}

std::string start_text(const Game& game) {
  return Position(game).text();
}

std::uint32_t symmetries_of(const Game& game) {
  const auto* const symmetry = find<Symmetry>(game);
  return symmetry == nullptr ? 1 : symmetry->count();
}

// The header's lines, one after the other.
class Header {
 public:
  explicit Header(std::string_view text) : rest_(text) {}
  // The rest of the next line if it begins with that word.
  [[nodiscard]] bool take(std::string_view word, std::string& value) {
    const std::size_t end = rest_.find('\n');
    if (end == std::string_view::npos || !rest_.starts_with(word) || end < word.size() ||
        (end > word.size() && rest_[word.size()] != ' '))
      return false;
    value = end == word.size() ? "" : std::string(rest_.substr(word.size() + 1, end - word.size() - 1));
    rest_.remove_prefix(end + 1);
    return true;
  }
  [[nodiscard]] std::string_view rest() const noexcept { return rest_; }

 private:
  std::string_view rest_;
};

Result<TupleNetwork::Places> places_of(const std::string& line) {
  TupleNetwork::Places places;
  std::istringstream text(line);
  for (std::uint32_t place = 0; text >> place;) places.push_back(place);
  if (!text.eof()) return Error{"the tuple '" + line + "' is not a list of numbers"};
  return places;
}

Result<TupleModel> parse(std::string_view content, const Game& game) {
  if (!content.starts_with(kFirstLine)) return Error{"is not a model: its first line is not 'ludex-model 1'"};
  std::uint64_t sum = 0;
  if (content.size() < kFirstLine.size() + sizeof sum) return Error{"is cut short"};
  std::memcpy(&sum, content.data() + content.size() - sizeof sum, sizeof sum);
  content.remove_suffix(sizeof sum);
  if (sum != fnv1a(content)) return Error{"is cut short or damaged: its checksum differs"};

  Header header(content.substr(kFirstLine.size()));
  const auto* const features = find<Features>(game);
  std::string kind, start, shape, line;
  TupleModel model;
  if (!header.take("kind", kind) || !header.take("game", model.game) || !header.take("start", start) ||
      !header.take("shape", shape) || !header.take("trained", model.note))
    return Error{"has no lines kind, game, start, shape and trained"};
  if (kind != "tuples") return Error{"is a model of the kind '" + kind + "'; this version reads 'tuples'"};
  if (features == nullptr || start != start_text(game) || shape != shape_text(features->shape())) {
    return Error{"was made for " + model.game + ", which starts with '" + start +
                 "'; this game starts with '" + start_text(game) + "'" +
                 (features == nullptr ? " and does not offer ludex.draft.features/1" : "")};
  }
  std::vector<TupleNetwork::Places> tuples;
  while (header.take("tuple", line)) {
    Result<TupleNetwork::Places> places = places_of(line);
    if (!places) return Error{places.error()};
    tuples.push_back(std::move(*places));
  }
  Result<TupleNetwork> network =
      TupleNetwork::make(features->shape(), site_maps(*features, symmetries_of(game)), std::move(tuples));
  if (!network) return Error{network.error()};
  model.network = std::move(*network);
  const std::span<float> weights = model.network.weights();
  if (!header.take("weights", line) || line != std::to_string(weights.size()) ||
      header.rest().size() != weights.size_bytes())
    return Error{"should have " + std::to_string(weights.size()) + " weights"};
  std::memcpy(weights.data(), header.rest().data(), weights.size_bytes());
  for (const float weight : weights)
    if (!std::isfinite(weight)) return Error{"has a weight that is not a number"};
  return model;
}

}  // namespace

Result<void> write_model(const std::filesystem::path& path, const Game& game, const TupleModel& model) {
  const auto* const features = find<Features>(game);
  if (features == nullptr) return Error{"the game does not offer ludex.draft.features/1"};
  std::string content(kFirstLine);
  content += "kind tuples\ngame " + model.game + "\nstart " + start_text(game) + "\nshape " +
             shape_text(features->shape()) + "\ntrained " + model.note + "\n";
  for (const TupleNetwork::Places& places : model.network.tuples()) {
    content += "tuple";
    for (const std::uint32_t place : places) content += " " + std::to_string(place);
    content += "\n";
  }
  const std::span<const float> weights = model.network.weights();
  content += "weights " + std::to_string(weights.size()) + "\n";
  content.append(reinterpret_cast<const char*>(weights.data()), weights.size_bytes());
  const std::uint64_t sum = fnv1a(content);
  content.append(reinterpret_cast<const char*>(&sum), sizeof sum);
  return replace_file(path, content);
}

Result<TupleModel> read_model(const std::filesystem::path& path, const Game& game) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{path.string() + ": cannot be read"};
  const std::string content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  Result<TupleModel> model = parse(content, game);
  if (!model) return Error{path.string() + ": " + model.error()};
  return model;
}

}  // namespace ludex::agents::model
