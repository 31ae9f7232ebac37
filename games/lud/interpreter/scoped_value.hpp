// A variable that has another value until the end of a scope.
#pragma once

#include <type_traits>
#include <utility>

namespace ludex::games::lud {

// Restores the value that the variable had at construction.
template <class T>
class ScopedValue {
 public:
  explicit ScopedValue(T& variable) : variable_(variable), before_(variable) {}
  ScopedValue(T& variable, std::type_identity_t<T> value)
      : variable_(variable), before_(std::exchange(variable, std::move(value))) {}
  ~ScopedValue() { variable_ = std::move(before_); }
  ScopedValue(const ScopedValue&) = delete;
  ScopedValue& operator=(const ScopedValue&) = delete;
  [[nodiscard]] const T& before() const { return before_; }

 private:
  T& variable_;
  T before_;
};

}  // namespace ludex::games::lud
