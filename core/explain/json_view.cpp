#include "core/explain/json_view.h"

#include <cstdint>
#include <utility>

#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

constexpr std::size_t kMaxDepth = 100;
// JavaScript's largest exact integer.
constexpr std::int64_t kExactInteger = 9007199254740991;

bool is_exact(const Value& value) {
  return value.is_small_int() && value.as_int64() <= kExactInteger &&
         value.as_int64() >= -kExactInteger;
}

class View {
 public:
  explicit View(std::size_t max_items) : left_(max_items) {}

  Value of(const Value& value, std::size_t depth) {
    switch (value.kind()) {
      case Value::Kind::kNone:
      case Value::Kind::kBool:
      case Value::Kind::kStr:
        return value;
      case Value::Kind::kInt:
        return is_exact(value) ? value : Value::str(repr(value));
      case Value::Kind::kFloat:
        return value.as_float() - value.as_float() == 0 ? value : Value::str(repr(value));
      case Value::Kind::kList:
      case Value::Kind::kTuple:
        return has_room(value.items().size(), depth) ? list(value.items(), depth) : cut();
      case Value::Kind::kDict:
        return has_room(value.as_dict().size(), depth) ? dict(value.as_dict(), depth) : cut();
      default:
        return Value::str(repr(value));
    }
  }

 private:
  static Value cut() { return Value::str("..."); }

  bool has_room(std::size_t items, std::size_t depth) {
    if (depth >= kMaxDepth || items > left_) return false;
    left_ -= items;
    return true;
  }

  Value list(const List& items, std::size_t depth) {
    List copy;
    copy.reserve(items.size());
    for (const Value& item : items) copy.push_back(of(item, depth + 1));
    return Value::list(std::move(copy));
  }

  Value dict(const Dict& entries, std::size_t depth) {
    Dict copy;
    copy.reserve(entries.size());
    for (const auto& [key, item] : entries) {
      copy.set(key.is_str() ? key : Value::str(repr(key)), of(item, depth + 1));
    }
    return Value::dict(std::move(copy));
  }

  std::size_t left_;
};

}  // namespace

Value json_view(const Value& value, std::size_t max_items) { return View(max_items).of(value, 0); }

}  // namespace bfclx
