#include "agents/common/model/model_file.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>

#include "agents/common/model/replace_file.hpp"
#include "core/game/draft/features.hpp"
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
  [[nodiscard]] bool take_line(std::string& line) {
    const std::size_t end = rest_.find('\n');
    if (end == std::string_view::npos) return false;
    line = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return true;
  }
  [[nodiscard]] std::string_view rest() const noexcept { return rest_; }

 private:
  std::string_view rest_;
};

Result<StoredModel> parse(std::string_view content, const Game& game) {
  if (!content.starts_with(kFirstLine)) return Error{"is not a model: its first line is not 'ludex-model 1'"};
  std::uint64_t sum = 0;
  if (content.size() < kFirstLine.size() + sizeof sum) return Error{"is cut short"};
  std::memcpy(&sum, content.data() + content.size() - sizeof sum, sizeof sum);
  content.remove_suffix(sizeof sum);
  if (sum != fnv1a(content)) return Error{"is cut short or damaged: its checksum differs"};

  Header header(content.substr(kFirstLine.size()));
  const auto* const features = find<Features>(game);
  std::string start, shape, count, line;
  StoredModel model;
  if (!header.take("kind", model.kind) || !header.take("game", model.game) || !header.take("start", start) ||
      !header.take("shape", shape) || !header.take("trained", model.note))
    return Error{"has no lines kind, game, start, shape and trained"};
  if (features == nullptr || start != start_text(game) || shape != shape_text(features->shape())) {
    return Error{"was made for " + model.game + ", which starts with '" + start +
                 "'; this game starts with '" + start_text(game) + "'" +
                 (features == nullptr ? " and does not offer ludex.draft.features/1" : "")};
  }
  while (!header.take("weights", count)) {
    if (!header.take_line(line)) return Error{"has no line weights"};
    model.lines.push_back(line);
  }
  if (header.rest().size() % sizeof(float) != 0 ||
      count != std::to_string(header.rest().size() / sizeof(float)))
    return Error{"should have " + count + " weights"};
  model.weights.resize(header.rest().size() / sizeof(float));
  if (!model.weights.empty()) std::memcpy(model.weights.data(), header.rest().data(), header.rest().size());
  for (const float weight : model.weights)
    if (!std::isfinite(weight)) return Error{"has a weight that is not a number"};
  return model;
}

}  // namespace

Result<void> write_model(const std::filesystem::path& path, const Game& game, const StoredModel& model) {
  const auto* const features = find<Features>(game);
  if (features == nullptr) return Error{"the game does not offer ludex.draft.features/1"};
  std::string content(kFirstLine);
  content += "kind " + model.kind + "\ngame " + model.game + "\nstart " + start_text(game) + "\nshape " +
             shape_text(features->shape()) + "\ntrained " + model.note + "\n";
  for (const std::string& line : model.lines) content += line + "\n";
  content += "weights " + std::to_string(model.weights.size()) + "\n";
  content.append(reinterpret_cast<const char*>(model.weights.data()), model.weights.size() * sizeof(float));
  const std::uint64_t sum = fnv1a(content);
  content.append(reinterpret_cast<const char*>(&sum), sizeof sum);
  return replace_file(path, content);
}

Result<StoredModel> read_model(const std::filesystem::path& path, const Game& game) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{path.string() + ": cannot be read"};
  const std::string content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  Result<StoredModel> model = parse(content, game);
  if (!model) return Error{path.string() + ": " + model.error()};
  return model;
}

}  // namespace ludex::agents::model
