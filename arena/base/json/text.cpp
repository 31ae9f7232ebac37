// JSON as text. nlohmann-json finds the tokens, and writes doubles and strings that are not plain ASCII.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <nlohmann/json.hpp>

#include "arena/base/json/value.hpp"

namespace ludex::arena::json {

// Builds a value from the tokens of a text.
class Reader {
 public:
  [[nodiscard]] Value& root() { return root_; }
  [[nodiscard]] const std::string& error() const { return error_; }

  // The interface that nlohmann::json::sax_parse calls.
  bool null() { return put({}); }
  bool boolean(bool x) { return put(x); }
  bool number_integer(std::int64_t x) { return put(x); }
  bool number_unsigned(std::uint64_t x) { return put(x); }
  bool number_float(double x, const std::string& /*digits*/) { return put(x); }
  bool string(const std::string& text) { return put(std::string_view(text)); }
  bool binary(const nlohmann::json::binary_t& /*bytes*/) { return false; }  // not in a text
  bool start_object(std::size_t /*unknown*/) { return open(Value::object()); }
  bool key(const std::string& name) {
    open_.back()->data_.members->emplace_back(Member{name, {}});
    return true;
  }
  bool end_object() {
    drop_twins(*open_.back()->data_.members);
    return close();
  }
  bool start_array(std::size_t /*unknown*/) { return open(Value::array()); }
  bool end_array() { return close(); }
  bool parse_error(std::size_t /*byte*/, const std::string& /*token*/,
                   const nlohmann::json::exception& error) {
    error_ = error.what();
    return false;
  }

 private:
  Value& place() {
    if (open_.empty()) return root_;
    Value& in = *open_.back();
    return in.is_array() ? in.data_.list->emplace_back() : in.data_.members->back().value;
  }
  bool put(Value value) {
    place() = std::move(value);
    return true;
  }
  bool open(Value value) {
    Value& own = place();
    own = std::move(value);
    open_.push_back(&own);
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  // If members have one name, the first keeps its place and gets the value of the last.
  static void drop_twins(std::vector<Member>& members) {
    constexpr std::size_t kFew = 24;  // comparing all pairs takes less time than sorting
    bool twins = false;
    std::vector<std::size_t> order;
    if (members.size() <= kFew) {
      for (std::size_t i = 1; i < members.size() && !twins; ++i) {
        for (std::size_t k = 0; k < i && !twins; ++k) twins = members[i].name == members[k].name;
      }
      if (!twins) return;
    }
    order.resize(members.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return members[a].name < members[b].name; });
    std::vector<bool> dropped(members.size());
    std::size_t first = 0;
    for (std::size_t i = 1; i < order.size(); ++i) {
      if (members[order[i]].name != members[order[first]].name) {
        first = i;
        continue;
      }
      members[order[first]].value = std::move(members[order[i]].value);
      dropped[order[i]] = twins = true;
    }
    if (!twins) return;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (dropped[i]) continue;
      if (kept != i) members[kept] = std::move(members[i]);
      ++kept;
    }
    members.resize(kept);
  }

  Value root_;
  std::vector<Value*> open_;  // arrays and objects that are not complete, each in the one before
  std::string error_;
};

namespace {

class Writer {
 public:
  Writer(int indent, bool sorted) : indent_(indent), sorted_(sorted) {}

  std::string write(const Value& root) {
    open_.reserve(8);
    begin(root);
    while (!open_.empty()) {
      Open& in = open_.back();
      const bool is_array = in.value->is_array();
      if (in.next == in.value->size()) {
        open_.pop_back();
        new_line();
        out_ += is_array ? ']' : '}';
        continue;
      }
      if (in.next != 0) out_ += ',';
      new_line();
      const std::size_t i = in.next++;
      if (is_array) {
        begin(in.value->begin()[i]);
      } else {
        const Member& member = in.order.empty() ? in.value->items()[i] : *in.order[i];
        put_text(member.name);
        out_ += indent_ < 0 ? ":" : ": ";
        begin(member.value);
      }
    }
    return std::move(out_);
  }

 private:
  struct Open {
    const Value* value;
    std::size_t next;                  // item or member to be written
    std::vector<const Member*> order;  // the members by name; empty: as they are
  };

  void begin(const Value& value) {
    switch (value.type()) {
      case Type::kNull:
        out_ += "null";
        break;
      case Type::kBoolean:
        out_ += value.get<bool>() ? "true" : "false";
        break;
      case Type::kInteger:
        put_integer(value.get<std::int64_t>());
        break;
      case Type::kUnsigned:
        put_integer(value.get<std::uint64_t>());
        break;
      case Type::kDouble:
        put_double(value.get<double>());
        break;
      case Type::kString:
        put_text(value.text());
        break;
      case Type::kArray:
      case Type::kObject:
        if (value.empty()) {
          out_ += value.is_array() ? "[]" : "{}";
          break;
        }
        out_ += value.is_array() ? '[' : '{';
        open_.push_back({&value, 0, {}});
        if (sorted_ && value.is_object()) sort(value.items(), open_.back().order);
    }
  }

  static void sort(const std::vector<Member>& members, std::vector<const Member*>& order) {
    const auto by_name = [](const Member& a, const Member& b) { return a.name < b.name; };
    if (std::is_sorted(members.begin(), members.end(), by_name)) return;
    for (const Member& member : members) order.push_back(&member);
    std::sort(order.begin(), order.end(), [&](const Member* a, const Member* b) { return by_name(*a, *b); });
  }

  void new_line() {
    if (indent_ < 0) return;
    out_ += '\n';
    out_.append(static_cast<std::size_t>(indent_) * open_.size(), ' ');
  }

  template <class T>
  void put_integer(T x) {
    std::array<char, 24> buffer;
    out_.append(buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), x).ptr);
  }

  // The library's own digits: std::to_chars writes others for some numbers (1e+20 is
  // 100000000000000000000.0).
  void put_double(double x) {
    if (!std::isfinite(x)) {
      out_ += "null";
      return;
    }
    std::array<char, 64> buffer;
    out_.append(buffer.data(), nlohmann::detail::to_chars(buffer.data(), buffer.data() + buffer.size(), x));
  }

  void put_text(std::string_view text) {
    const auto is_plain = [](char c) {
      const auto byte = static_cast<unsigned char>(c);
      return byte >= 0x20 && byte < 0x80 && c != '"' && c != '\\';
    };
    if (std::all_of(text.begin(), text.end(), is_plain)) {
      out_ += '"';
      out_ += text;
      out_ += '"';
    } else {
      out_ += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    }
  }

  int indent_;
  bool sorted_;
  std::string out_;
  std::vector<Open> open_;
};

bool read(std::string_view text, Reader& reader) {
  return nlohmann::json::sax_parse(text, &reader);
}

}  // namespace

Value Value::parse(std::string_view text) {
  Reader reader;
  if (!read(text, reader)) throw Exception(reader.error());
  return std::move(reader.root());
}

std::optional<Value> Value::parse_if_valid(std::string_view text) {
  Reader reader;
  if (!read(text, reader)) return std::nullopt;
  return std::move(reader.root());
}

std::string Value::dump(int indent) const {
  return Writer(indent, false).write(*this);
}

std::string Value::sorted_dump(int indent) const {
  return Writer(indent, true).write(*this);
}

}  // namespace ludex::arena::json
