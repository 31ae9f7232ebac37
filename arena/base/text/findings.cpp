#include "arena/base/text/findings.hpp"

#include <algorithm>
#include <utility>

#include "arena/base/text/quantity.hpp"
#include "arena/base/text/shown.hpp"

namespace ludex::arena {
namespace {

constexpr std::size_t kLongestValue = 100;
constexpr std::size_t kPlacesInText = 3;

}  // namespace

std::string Finding::text() const {
  std::string text = plural(count, noun) + " " + what;
  for (std::size_t i = 0; i < values.size(); ++i) text += (i == 0 ? ": " : ", ") + values[i];
  if (places.empty()) return text;
  text += " (";
  for (std::size_t i = 0; i < places.size() && i < kPlacesInText; ++i)
    text += (i == 0 ? "" : ", ") + places[i];
  if (count > kPlacesInText) text += ", ...";
  return text + ")";
}

void Findings::left_out(std::string_view noun, std::string_view what, std::string place,
                        std::string_view value) {
  add(noun, what, true, std::move(place), value);
}

void Findings::noted(std::string_view noun, std::string_view what, std::string place,
                     std::string_view value) {
  add(noun, what, false, std::move(place), value);
}

void Findings::add(std::string_view noun, std::string_view what, bool left_out, std::string place,
                   std::string_view value) {
  auto at = std::find_if(list_.begin(), list_.end(),
                         [&](const Finding& one) { return one.noun == noun && one.what == what; });
  if (at == list_.end())
    at = list_.insert(list_.end(), Finding{std::string(noun), std::string(what), left_out, 0, {}, {}});
  ++at->count;
  if (!place.empty() && at->places.size() < Finding::kMostShown) at->places.push_back(std::move(place));
  if (value.empty() || at->values.size() == Finding::kMostShown) return;
  std::string text = shown_briefly(value, kLongestValue, '"');
  if (std::find(at->values.begin(), at->values.end(), text) == at->values.end())
    at->values.push_back(std::move(text));
}

std::uint64_t Findings::missing() const noexcept {
  std::uint64_t sum = 0;
  for (const Finding& one : list_) sum += one.left_out ? one.count : 0;
  return sum;
}

std::string Findings::text(std::string_view separator) const {
  std::string text;
  for (const Finding& one : list_) text.append(text.empty() ? "" : separator).append(one.text());
  return text;
}

}  // namespace ludex::arena
