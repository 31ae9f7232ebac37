#include "arena/base/json/value.hpp"

#include <algorithm>
#include <ostream>

namespace ludex::arena::json {
namespace {

const Value kNull;

const char* name_of(Type type) {
  switch (type) {
    case Type::kNull:
      return "null";
    case Type::kBoolean:
      return "boolean";
    case Type::kInteger:
    case Type::kUnsigned:
    case Type::kDouble:
      return "number";
    case Type::kString:
      return "string";
    case Type::kArray:
      return "array";
    case Type::kObject:
      break;
  }
  return "object";
}

// The texts are those of nlohmann-json, which writes the texts about syntax errors.
[[noreturn]] void wrong_type(const char* expected, Type type) {
  throw Exception(std::string("[json.exception.type_error.302] type must be ") + expected + ", but is " +
                  name_of(type));
}
[[noreturn]] void cannot_use(int number, const char* what, Type type) {
  throw Exception("[json.exception.type_error." + std::to_string(number) + "] cannot use " + what + " with " +
                  name_of(type));
}

}  // namespace

Value::Value(std::string_view text) {
  data_.text = new std::string(text);
  type_ = Type::kString;
}

Value::Value(std::string&& text) {
  data_.text = new std::string(std::move(text));
  type_ = Type::kString;
}

Value::Value(std::initializer_list<Value> items) : Value() {
  const bool is_object = std::all_of(items.begin(), items.end(), [](const Value& item) {
    return item.is_array() && item.size() == 2 && (*item.data_.list)[0].is_string();
  });
  *this = is_object ? object() : array();
  reserve(items.size());
  for (const Value& item : items) {
    if (is_object) {
      std::vector<Value>& pair = *item.data_.list;
      const std::string& name = *pair[0].data_.text;
      if (!contains(name)) member(name) = std::move(pair[1]);
    } else {
      data_.list->emplace_back();
      item.swap(data_.list->back());
    }
  }
}

Value Value::array() {
  Value value;
  value.data_.list = new std::vector<Value>;
  value.type_ = Type::kArray;
  return value;
}

Value Value::object() {
  Value value;
  value.data_.members = new std::vector<Member>;
  value.type_ = Type::kObject;
  return value;
}

// No function here is recursive: a text may nest a million arrays.
void Value::copy(const Value& other) {
  struct Pair {
    Value* to;
    const Value* from;
  };
  std::vector<Pair> open;
  const auto begin = [&open](Value& to, const Value& from) {
    switch (from.type_) {
      case Type::kString:
        to = Value(std::string_view(*from.data_.text));
        break;
      case Type::kArray:
        to = array();
        open.push_back({&to, &from});
        break;
      case Type::kObject:
        to = object();
        open.push_back({&to, &from});
        break;
      default:
        to.type_ = from.type_;
        to.data_ = from.data_;
    }
  };
  begin(*this, other);
  while (!open.empty()) {
    const auto [to, from] = open.back();
    open.pop_back();
    to->reserve(from->size());
    if (from->is_array()) {
      for (const Value& item : *from->data_.list) begin(to->data_.list->emplace_back(), item);
    } else {
      for (const auto& [name, value] : *from->data_.members)
        begin(to->data_.members->emplace_back(Member{name, {}}).value, value);
    }
  }
}

void Value::destroy() noexcept {
  std::vector<Value> open;
  const auto take_apart = [&open](Value& value) {
    const auto keep = [&open](Value& part) {
      if (part.type_ >= Type::kArray) open.push_back(std::move(part));
    };
    switch (value.type_) {
      case Type::kString:
        delete value.data_.text;
        break;
      case Type::kArray:
        for (Value& item : *value.data_.list) keep(item);
        delete value.data_.list;
        break;
      case Type::kObject:
        for (Member& member : *value.data_.members) keep(member.value);
        delete value.data_.members;
        break;
      default:
        break;
    }
    value.type_ = Type::kNull;
  };
  take_apart(*this);
  while (!open.empty()) {
    Value next = std::move(open.back());
    open.pop_back();
    take_apart(next);
  }
}

bool Value::equal(const Value& a, const Value& b) {
  std::vector<std::pair<const Value*, const Value*>> open{{&a, &b}};
  while (!open.empty()) {
    const auto [x, y] = open.back();
    open.pop_back();
    if (x->is_number() && y->is_number()) {
      const bool exact = x->type_ != Type::kDouble && y->type_ != Type::kDouble;
      const bool negative = (x->type_ == Type::kInteger && x->data_.integer < 0) !=
                            (y->type_ == Type::kInteger && y->data_.integer < 0);
      if (exact ? negative || x->bits() != y->bits() : x->real() != y->real()) return false;
      continue;
    }
    if (x->type_ != y->type_ || x->size() != y->size()) return false;
    switch (x->type_) {
      case Type::kBoolean:
        if (x->data_.boolean != y->data_.boolean) return false;
        break;
      case Type::kString:
        if (*x->data_.text != *y->data_.text) return false;
        break;
      case Type::kArray:
        for (std::size_t i = 0; i < x->size(); ++i)
          open.emplace_back(&(*x->data_.list)[i], &(*y->data_.list)[i]);
        break;
      case Type::kObject:
        for (const auto& [name, value] : *x->data_.members) {
          const Value* const other = y->find(name);
          if (other == nullptr) return false;
          open.emplace_back(&value, other);
        }
        break;
      default:
        break;
    }
  }
  return true;
}

std::size_t Value::size() const noexcept {
  switch (type_) {
    case Type::kNull:
      return 0;
    case Type::kArray:
      return data_.list->size();
    case Type::kObject:
      return data_.members->size();
    default:
      return 1;
  }
}

bool Value::boolean() const {
  if (type_ != Type::kBoolean) wrong_type("boolean", type_);
  return data_.boolean;
}

std::uint64_t Value::bits() const {
  if (type_ == Type::kInteger) return static_cast<std::uint64_t>(data_.integer);
  if (type_ == Type::kUnsigned) return data_.natural;
  if (type_ != Type::kDouble) wrong_type("number", type_);
  constexpr double k2To63 = 9223372036854775808.0;
  const double x = data_.real;
  if (x >= -k2To63 && x < k2To63) return static_cast<std::uint64_t>(static_cast<std::int64_t>(x));
  if (x >= k2To63 && x < 2 * k2To63) return static_cast<std::uint64_t>(x);
  throw Exception("the number " + dump() + " is out of range of a whole number");
}

double Value::real() const {
  if (type_ == Type::kInteger) return static_cast<double>(data_.integer);
  if (type_ == Type::kUnsigned) return static_cast<double>(data_.natural);
  if (type_ != Type::kDouble) wrong_type("number", type_);
  return data_.real;
}

const std::string& Value::text() const {
  if (type_ != Type::kString) wrong_type("string", type_);
  return *data_.text;
}

const Value* Value::begin() const {
  if (type_ == Type::kNull) return nullptr;
  return items_of_array().data();
}

const std::vector<Value>& Value::items_of_array() const {
  if (type_ != Type::kArray) wrong_type("array", type_);
  return *data_.list;
}

const Value& Value::at(std::size_t index) const {
  if (type_ != Type::kArray) cannot_use(304, "at()", type_);
  if (index >= data_.list->size())
    throw Exception("[json.exception.out_of_range.401] array index " + std::to_string(index) +
                    " is out of range");
  return (*data_.list)[index];
}

void Value::push_back(Value item) {
  if (type_ == Type::kNull) *this = array();
  if (type_ != Type::kArray) cannot_use(308, "push_back()", type_);
  data_.list->push_back(std::move(item));
}

void Value::reserve(std::size_t items) {
  if (type_ == Type::kArray) data_.list->reserve(items);
  if (type_ == Type::kObject) data_.members->reserve(items);
}

const std::vector<Member>& Value::items() const {
  static const std::vector<Member> none;
  if (type_ == Type::kNull) return none;
  if (type_ != Type::kObject) wrong_type("object", type_);
  return *data_.members;
}

const Value* Value::find(std::string_view name) const noexcept {
  if (type_ != Type::kObject) return nullptr;
  for (const Member& member : *data_.members) {
    if (member.name == name) return &member.value;
  }
  return nullptr;
}

const Value* Value::find_in_object(std::string_view name) const {
  if (type_ != Type::kObject) cannot_use(306, "value()", type_);
  return find(name);
}

const Value& Value::at(std::string_view name) const {
  if (type_ != Type::kObject) cannot_use(304, "at()", type_);
  if (const Value* const found = find(name)) return *found;
  throw Exception("[json.exception.out_of_range.403] key '" + std::string(name) + "' not found");
}

const Value& Value::member(std::string_view name) const {
  if (type_ != Type::kObject) cannot_use(305, "operator[] with a string argument", type_);
  const Value* const found = find(name);
  return found == nullptr ? kNull : *found;
}

Value& Value::member(std::string_view name) {
  if (type_ == Type::kNull) *this = object();
  if (type_ != Type::kObject) cannot_use(305, "operator[] with a string argument", type_);
  if (const Value* const found = find(name)) return const_cast<Value&>(*found);
  return data_.members->emplace_back(Member{std::string(name), {}}).value;
}

void Value::erase(std::string_view name) {
  if (type_ != Type::kObject) cannot_use(307, "erase()", type_);
  std::erase_if(*data_.members, [&](const Member& member) { return member.name == name; });
}

void Value::update(const Value& other) {
  for (const auto& [name, value] : other.items()) member(name) = value;
}

std::ostream& operator<<(std::ostream& out, const Value& value) {
  return out << value.dump();
}

}  // namespace ludex::arena::json
