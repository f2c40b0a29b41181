#include "core/explain/state_changes.h"

#include <algorithm>
#include <utility>

#include "core/base/utf8.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

constexpr std::size_t kMaxDepth = 60;
constexpr std::size_t kMaxKeyCodePoints = 80;

std::string path_text(const std::vector<Value>& keys) {
  std::string text;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i == 0 && keys[i].is_str()) {
      text += keys[i].as_str();
      continue;
    }
    text += "[" + first_code_points(repr(keys[i]), kMaxKeyCodePoints) + "]";
  }
  return text;
}

class Comparison {
 public:
  explicit Comparison(std::size_t limit) : limit_(limit) {}

  void compare(const Value& before, const Value& after) {
    if (changes_.size() >= limit_ || same_or_equal(before, after)) return;
    if (keys_.size() < kMaxDepth && before.is_dict() && after.is_dict()) {
      return compare_dicts(before.as_dict(), after.as_dict());
    }
    if (keys_.size() < kMaxDepth && before.is_list() && after.is_list()) {
      return compare_lists(before.items(), after.items());
    }
    add(before, after);
  }

  std::vector<StateChange> take() && { return std::move(changes_); }

 private:
  void compare_dicts(const Dict& before, const Dict& after) {
    for (const auto& [key, value] : before) {
      const Value* other = after.find(key);
      keys_.push_back(key);
      if (other == nullptr) {
        add(value, {});
      } else {
        compare(value, *other);
      }
      keys_.pop_back();
    }
    for (const auto& [key, value] : after) {
      if (before.contains(key)) continue;
      keys_.push_back(key);
      add({}, value);
      keys_.pop_back();
    }
  }

  void compare_lists(const List& before, const List& after) {
    for (std::size_t i = 0; i < std::max(before.size(), after.size()); ++i) {
      keys_.push_back(Value::integer(static_cast<std::int64_t>(i)));
      if (i >= before.size()) {
        add({}, after[i]);
      } else if (i >= after.size()) {
        add(before[i], {});
      } else {
        compare(before[i], after[i]);
      }
      keys_.pop_back();
      if (changes_.size() >= limit_) return;
    }
  }

  void add(std::optional<Value> before, std::optional<Value> after) {
    if (changes_.size() >= limit_) return;
    changes_.push_back({path_text(keys_), std::move(before), std::move(after), keys_});
  }

  std::size_t limit_;
  std::vector<Value> keys_;  // of the place that is compared
  std::vector<StateChange> changes_;
};

}  // namespace

std::vector<StateChange> compare_states(const Value& before, const Value& after,
                                        std::size_t limit) {
  Comparison comparison(limit);
  comparison.compare(before, after);
  return std::move(comparison).take();
}

}  // namespace bfclx
