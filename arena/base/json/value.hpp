// A JSON value, read from text or built, and written as text. Only text.cpp includes nlohmann-json: its
// header takes longer to compile than the rest of most files that use JSON.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex::arena::json {

// A text is not JSON, or a value does not have the type that the caller expects.
class Exception : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// kInteger: a number below 0, or any number of a signed type of C++; kUnsigned: any other whole number.
enum class Type : std::uint8_t { kNull, kBoolean, kInteger, kUnsigned, kDouble, kString, kArray, kObject };

template <class T>
concept Integer = std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char>;
template <class T>
concept Scalar = Integer<T> || std::floating_point<T> || std::same_as<T, bool>;
template <class T>
concept Simple = Scalar<T> || std::same_as<T, std::string>;

struct Member;

// An object keeps its members in the order of their insertion. A reference to a member or an item is valid
// until another one is added to the same object or array: `a["new"] = a["old"]` is wrong.
class Value {
 public:
  Value() noexcept = default;
  Value(std::nullptr_t) noexcept {}  // NOLINT(google-explicit-constructor): so are all below
  template <Scalar T>
  Value(T x) noexcept {
    if constexpr (std::same_as<T, bool>) {
      type_ = Type::kBoolean;
      data_.boolean = x;
    } else if constexpr (std::floating_point<T>) {
      type_ = Type::kDouble;
      data_.real = x;
    } else if constexpr (std::unsigned_integral<T>) {
      type_ = Type::kUnsigned;
      data_.natural = x;
    } else {
      type_ = Type::kInteger;
      data_.integer = x;
    }
  }
  Value(std::string_view text);
  Value(const char* text) : Value(std::string_view(text)) {}
  Value(const std::string& text) : Value(std::string_view(text)) {}
  Value(std::string&& text);
  template <class T>
  Value(const std::vector<T>& list) : Value(array()) {
    reserve(list.size());
    for (const T& item : list) push_back(item);
  }
  template <class T, std::size_t N>
  Value(const std::array<T, N>& list) : Value(array()) {
    reserve(N);
    for (const T& item : list) push_back(item);
  }
  template <class A, class B>
  Value(const std::pair<A, B>& pair) : Value(array()) {
    reserve(2);
    push_back(pair.first);
    push_back(pair.second);
  }
  // An object, if each item is an array of a text and another value; else an array. Takes the items out of
  // the list. A list of one Value is an array of it to g++ and a copy of it to clang++: write a std::vector.
  Value(std::initializer_list<Value> items);

  Value(const Value& other) : Value() { copy(other); }
  Value(Value&& other) noexcept : type_(other.type_), data_(other.data_) { other.type_ = Type::kNull; }
  // The other value may be a part of this one, so it is copied or taken before this one is destroyed.
  Value& operator=(const Value& other) {
    Value copied(other);
    swap(copied);
    return *this;
  }
  Value& operator=(Value&& other) noexcept {
    Value taken(std::move(other));
    swap(taken);
    return *this;
  }
  ~Value() {
    if (type_ >= Type::kString) destroy();
  }

  [[nodiscard]] static Value array();
  [[nodiscard]] static Value object();

  // Throws an Exception that names line and column.
  [[nodiscard]] static Value parse(std::string_view text);
  // Nothing, unless the text is JSON.
  [[nodiscard]] static std::optional<Value> parse_if_valid(std::string_view text);

  // One line, or `indent` spaces a level. Invalid UTF-8 is written as U+FFFD; NaN and infinities, as null.
  [[nodiscard]] std::string dump(int indent = -1) const;
  // The members of each object in the order of their names.
  [[nodiscard]] std::string sorted_dump(int indent = -1) const;

  [[nodiscard]] Type type() const noexcept { return type_; }
  [[nodiscard]] bool is_null() const noexcept { return type_ == Type::kNull; }
  [[nodiscard]] bool is_number() const noexcept { return type_ >= Type::kInteger && type_ <= Type::kDouble; }
  [[nodiscard]] bool is_number_unsigned() const noexcept { return type_ == Type::kUnsigned; }
  [[nodiscard]] bool is_string() const noexcept { return type_ == Type::kString; }
  [[nodiscard]] bool is_array() const noexcept { return type_ == Type::kArray; }
  [[nodiscard]] bool is_object() const noexcept { return type_ == Type::kObject; }

  // Number of items or members; 0 for null, 1 for a boolean, number or text.
  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] bool empty() const noexcept { return size() == 0; }

  // All functions below but find() and contains() throw an Exception if the type of the value is wrong.

  // Numbers are converted as by static_cast. A double that 64 bits cannot hold as an integer: an Exception.
  template <class T>
  [[nodiscard]] T get() const {
    if constexpr (std::same_as<T, Value>) {
      return *this;
    } else if constexpr (std::same_as<T, bool>) {
      return boolean();
    } else if constexpr (Integer<T>) {
      return static_cast<T>(bits());
    } else if constexpr (std::floating_point<T>) {
      return static_cast<T>(real());
    } else if constexpr (std::same_as<T, std::string>) {
      return text();
    } else if constexpr (requires { typename T::first_type; }) {
      return {at(0).get<std::remove_const_t<typename T::first_type>>(), at(1).get<typename T::second_type>()};
    } else {
      T list;
      for (const Value& item : items_of_array()) list.push_back(item.get<typename T::value_type>());
      return list;
    }
  }
  template <Simple T>
  operator T() const {  // NOLINT(google-explicit-constructor)
    return get<T>();
  }
  [[nodiscard]] const std::string& text() const;

  // The items of an array. Null has none.
  [[nodiscard]] const Value* begin() const;
  [[nodiscard]] const Value* end() const { return begin() + size(); }
  [[nodiscard]] Value* begin() { return const_cast<Value*>(std::as_const(*this).begin()); }
  [[nodiscard]] Value* end() { return begin() + size(); }
  [[nodiscard]] const Value& at(std::size_t index) const;
  [[nodiscard]] const Value& operator[](std::size_t index) const { return at(index); }
  [[nodiscard]] Value& operator[](std::size_t index) {
    return const_cast<Value&>(std::as_const(*this).at(index));
  }
  [[nodiscard]] const Value& back() const { return at(size() - 1); }
  [[nodiscard]] Value& back() { return (*this)[size() - 1]; }
  // Null becomes an array.
  void push_back(Value item);
  void reserve(std::size_t items);

  // The members of an object. Null has none.
  [[nodiscard]] const std::vector<Member>& items() const;
  // nullptr: the value is not an object, or has no such member.
  [[nodiscard]] const Value* find(std::string_view name) const noexcept;
  [[nodiscard]] bool contains(std::string_view name) const noexcept { return find(name) != nullptr; }
  [[nodiscard]] const Value& at(std::string_view name) const;
  // A value that is null, if there is no such member.
  [[nodiscard]] const Value& member(std::string_view name) const;
  template <class T>
  [[nodiscard]] T value(std::string_view name, T otherwise) const {
    const Value* const found = find_in_object(name);
    return found == nullptr ? std::move(otherwise) : found->get<T>();
  }
  [[nodiscard]] std::string value(std::string_view name, const char* otherwise) const {
    return value(name, std::string(otherwise));
  }
  // Null becomes an object. A member that is missing is added, as null.
  Value& member(std::string_view name);
  void erase(std::string_view name);
  // Sets each member of the other object here.
  void update(const Value& other);

  // member(). A template, because `value["name"]` could else mean `number["name"]`, which C++ allows.
  template <std::convertible_to<std::string_view> Name>
  [[nodiscard]] const Value& operator[](const Name& name) const {
    return member(std::string_view(name));
  }
  template <std::convertible_to<std::string_view> Name>
  [[nodiscard]] Value& operator[](const Name& name) {
    return member(std::string_view(name));
  }

  // Objects are equal whatever the order of their members, numbers whatever their types.
  friend bool operator==(const Value& a, const Value& b) { return equal(a, b); }
  template <Scalar T>
  friend bool operator==(const Value& a, T b) {
    return equal(a, Value(b));
  }
  friend std::ostream& operator<<(std::ostream& out, const Value& value);

 private:
  friend class Reader;
  union Data {
    bool boolean;
    std::int64_t integer;
    std::uint64_t natural;
    double real;
    std::string* text;
    std::vector<Value>* list;
    std::vector<Member>* members;
  };

  void swap(Value& other) const noexcept {
    std::swap(type_, other.type_);
    std::swap(data_, other.data_);
  }
  void copy(const Value& other);
  void destroy() noexcept;
  [[nodiscard]] static bool equal(const Value& a, const Value& b);
  [[nodiscard]] const std::vector<Value>& items_of_array() const;
  [[nodiscard]] bool boolean() const;
  [[nodiscard]] std::uint64_t bits() const;
  [[nodiscard]] double real() const;
  [[nodiscard]] const Value* find_in_object(std::string_view name) const;

  // Mutable, so that the constructor from a list can take the items, which are const there.
  mutable Type type_ = Type::kNull;
  mutable Data data_{};
};

struct Member {
  std::string name;
  Value value;
};

}  // namespace ludex::arena::json
