#include "plugins/studies/learning/samples.hpp"

#include <cstring>
#include <type_traits>
#include <utility>

namespace ludex::studies::learning {
namespace {

using agents::model::MovePlace;

template <class T>
void append(std::string& out, const T* from, std::size_t count) {
  static_assert(std::is_trivially_copyable_v<T>);
  out.append(reinterpret_cast<const char*>(from), count * sizeof(T));
}
template <class T>
bool take(std::string_view& rest, T* to, std::size_t count) {
  if (rest.size() / sizeof(T) < count) return false;
  if (count != 0) std::memcpy(to, rest.data(), count * sizeof(T));
  rest.remove_prefix(count * sizeof(T));
  return true;
}

}  // namespace

void map_sample(const Sample& from, std::span<const std::uint32_t> sites, Sample& to) {
  to = from;
  for (std::size_t place = 0; place < from.codes.size(); ++place) {
    const std::size_t site = place % sites.size();
    to.codes[place - site + sites[site]] = from.codes[place];
  }
  for (MovePlace& place : to.places) {
    if (place.from != kNoSite) place.from = sites[place.from];
    if (place.to != kNoSite) place.to = sites[place.to];
  }
}

std::string SampleWindow::bytes() const {
  std::string out;
  for (const Sample& sample : samples_) {
    const auto moves = static_cast<std::uint32_t>(sample.places.size());
    append(out, &moves, 1);
    append(out, &sample.value, 1);
    append(out, sample.codes.data(), sample.codes.size());
    append(out, sample.numbers.data(), sample.numbers.size());
    append(out, sample.places.data(), moves);
    append(out, sample.shares.data(), moves);
  }
  return out;
}

bool SampleWindow::read(std::string_view bytes, const FeatureShape& shape) {
  while (!bytes.empty()) {
    Sample sample;
    std::uint32_t moves = 0;
    if (!take(bytes, &moves, 1) || !take(bytes, &sample.value, 1) || moves > bytes.size()) return false;
    sample.codes.resize(std::size_t{shape.layers} * shape.sites);
    sample.numbers.resize(shape.numbers);
    sample.places.resize(moves);
    sample.shares.resize(moves);
    if (!take(bytes, sample.codes.data(), sample.codes.size()) ||
        !take(bytes, sample.numbers.data(), sample.numbers.size()) ||
        !take(bytes, sample.places.data(), moves) || !take(bytes, sample.shares.data(), moves))
      return false;
    add(std::move(sample));
  }
  return true;
}

}  // namespace ludex::studies::learning
