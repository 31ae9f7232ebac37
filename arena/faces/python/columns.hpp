// Columns for NumPy and pandas.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

namespace ludex::python {

// Call before the first array of a function that several Python threads may run. pybind11 2.10 imports NumPy
// while it initializes a static variable: the import may pass the GIL to a thread that then waits for the
// variable while holding the GIL. Importing it here first prevents that.
inline void load_numpy() {
  pybind11::module_::import("numpy.core.multiarray");
}

// Moves the vector's memory into the array.
template <class T>
pybind11::array_t<T> to_array(std::vector<T> column) {
  load_numpy();
  auto* const kept = new std::vector<T>(std::move(column));
  const pybind11::capsule owner(kept, [](void* p) { delete static_cast<std::vector<T>*>(p); });
  return pybind11::array_t<T>(static_cast<pybind11::ssize_t>(kept->size()), kept->data(), owner);
}

// Texts with few different values: a number for each row, and the list of texts in order of first appearance.
// An empty text has number -1: a missing value.
class TextColumn {
 public:
  void add(std::string_view text) { codes_.push_back(code(text)); }
  [[nodiscard]] std::int32_t code(std::string_view text) {
    if (text.empty()) return -1;
    if (last_ >= 0 && texts_[static_cast<std::size_t>(last_)] == text) return last_;
    auto found = index_.find(text);
    if (found == index_.end()) {
      texts_.emplace_back(text);
      found = index_.emplace(texts_.back(), static_cast<std::int32_t>(texts_.size() - 1)).first;
    }
    return last_ = found->second;
  }
  [[nodiscard]] std::size_t size() const noexcept { return codes_.size(); }
  // (codes, texts) for pandas.Categorical.from_codes. `shown` converts a text for display.
  template <class Shown>
  [[nodiscard]] pybind11::tuple finish(const Shown& shown) {
    pybind11::list list;
    for (const std::string& text : texts_) {
      const std::string made(shown(text));
      list.append(pybind11::reinterpret_steal<pybind11::object>(
          PyUnicode_DecodeUTF8(made.data(), static_cast<pybind11::ssize_t>(made.size()), "replace")));
    }
    return pybind11::make_tuple(to_array(std::move(codes_)), std::move(list));
  }
  [[nodiscard]] pybind11::tuple finish() {
    return finish([](const std::string& text) -> const std::string& { return text; });
  }

 private:
  std::vector<std::int32_t> codes_;
  std::deque<std::string> texts_;  // the keys of the index point into them
  std::unordered_map<std::string_view, std::int32_t> index_;
  std::int32_t last_ = -1;
};

}  // namespace ludex::python
