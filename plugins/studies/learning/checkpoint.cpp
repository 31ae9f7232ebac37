#include "plugins/studies/learning/checkpoint.hpp"

#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>

#include "agents/common/model/replace_file.hpp"
#include "core/util/hash.hpp"

namespace ludex::studies::learning {
namespace {

constexpr std::string_view kMagic = "ludex-checkpoint 2\n";

void append(std::string& out, std::uint64_t number) {
  out.append(reinterpret_cast<const char*>(&number), sizeof number);
}
bool take(std::string_view& rest, std::uint64_t& number) {
  if (rest.size() < sizeof number) return false;
  std::memcpy(&number, rest.data(), sizeof number);
  rest.remove_prefix(sizeof number);
  return true;
}

bool parse(std::string_view rest, Checkpoint& to) {
  std::uint64_t size = 0;
  if (!take(rest, size) || rest.size() < size) return false;
  to.settings = rest.substr(0, size);
  rest.remove_prefix(size);
  std::uint64_t arrays = 0;
  if (!take(rest, to.games) || !take(rest, to.positions) || !take(rest, arrays)) return false;
  for (std::uint64_t i = 0; i < arrays; ++i) {
    if (!take(rest, size) || rest.size() / sizeof(float) < size) return false;
    std::vector<float>& array = to.arrays.emplace_back(size);
    if (size != 0) std::memcpy(array.data(), rest.data(), size * sizeof(float));
    rest.remove_prefix(size * sizeof(float));
  }
  to.window = rest;
  return true;
}

}  // namespace

Result<void> write_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint) {
  std::string content(kMagic);
  append(content, checkpoint.settings.size());
  content += checkpoint.settings;
  append(content, checkpoint.games);
  append(content, checkpoint.positions);
  append(content, checkpoint.arrays.size());
  for (const std::vector<float>& array : checkpoint.arrays) {
    append(content, array.size());
    if (!array.empty())
      content.append(reinterpret_cast<const char*>(array.data()), array.size() * sizeof(float));
  }
  content += checkpoint.window;
  append(content, fnv1a(content));
  return agents::model::replace_file(path, content);
}

Result<Checkpoint> read_checkpoint(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{path.string() + ": cannot be read"};
  const std::string content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  std::string_view rest(content);
  std::uint64_t sum = 0;
  Checkpoint checkpoint;
  if (!rest.starts_with(kMagic) || rest.size() < kMagic.size() + sizeof sum)
    return Error{path.string() + ": is not a checkpoint"};
  std::memcpy(&sum, rest.data() + rest.size() - sizeof sum, sizeof sum);
  rest.remove_suffix(sizeof sum);
  if (sum != fnv1a(rest) || !parse(rest.substr(kMagic.size()), checkpoint))
    return Error{path.string() + ": is cut short or damaged"};
  return checkpoint;
}

}  // namespace ludex::studies::learning
