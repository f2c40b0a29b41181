#include "core/value/extent.h"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "core/value/bigint.h"
#include "core/value/dict.h"

namespace bfclx {

namespace {

constexpr std::size_t kValue = sizeof(Value);

class Count {
 public:
  explicit Count(std::size_t most) : most_(most) {}

  // False when the count ends here.
  bool add(const Value& value) {
    extent_.bytes += own_bytes(value);
    if (extent_.bytes > most_) return end();
    if (!value.is_sequence() && !value.is_dict() && !value.is_set()) return true;
    const bool shared = value.shared();
    if (shared) {
      if (std::find(open_.begin(), open_.end(), value.identity()) != open_.end()) {
        extent_.cyclic = true;
        return true;
      }
      open_.push_back(value.identity());
    }
    if (++depth_ > Extent::kMaxDepth || !add_children(value)) return end();
    --depth_;
    if (shared) open_.pop_back();
    return true;
  }

  const Extent& extent() const { return extent_; }

 private:
  bool end() {
    extent_.too_large = true;
    return false;
  }

  bool add_children(const Value& value) {
    if (value.is_dict()) {
      for (const Dict::Entry& entry : value.as_dict()) {
        if (!add(entry.key) || !add(entry.value)) return false;
      }
      return true;
    }
    if (value.is_set()) {
      return std::all_of(value.as_set().begin(), value.as_set().end(),
                         [this](const Value& item) { return add(item); });
    }
    return std::all_of(value.items().begin(), value.items().end(),
                       [this](const Value& item) { return add(item); });
  }

  std::size_t most_;
  Extent extent_;
  std::size_t depth_ = 0;
  std::vector<const void*> open_;  // shared containers around
};

class CycleBreaker {
 public:
  // True when something of the open containers is inside, by way of tuples and opaque objects only.
  bool visit(const Value& value) {
    const bool opaque = value.kind() == Value::Kind::kOpaque && value.as_opaque().content;
    if (!value.is_sequence() && !value.is_dict() && !opaque) return false;
    const void* identity = value.identity();
    if (std::find(open_.begin(), open_.end(), identity) != open_.end()) return true;
    if (value.shared() && !done_.insert(identity).second) return false;
    open_.push_back(identity);
    bool holds_open = false;
    if (value.is_tuple() || opaque) {
      const List& items = opaque ? value.as_opaque().content->held : value.items();
      for (const Value& item : items) holds_open = visit(item) || holds_open;
    } else if (value.is_list()) {
      for (Value& item : value.mutable_list()) clear_if(visit(item), item);
    } else {
      for (Dict::Entry& entry : value.mutable_dict()) clear_if(visit(entry.value), entry.value);
    }
    open_.pop_back();
    return holds_open;
  }

 private:
  static void clear_if(bool closes_cycle, Value& item) {
    if (closes_cycle) item = Value::str(item.is_dict() ? "{...}" : "[...]");
  }

  std::vector<const void*> open_;
  std::unordered_set<const void*> done_;
};

}  // namespace

void break_cycles(const Value& value) { CycleBreaker().visit(value); }

Extent extent_of(const Value& value, std::size_t most) {
  Count count(most);
  count.add(value);
  return count.extent();
}

Status pay_for_result(const Value& value, Budget& budget) {
  constexpr std::size_t kTimesShown = 8;
  const Extent extent = extent_of(value, budget.left() / kTimesShown);
  return budget.spend(extent.too_large ? budget.left() : extent.bytes * kTimesShown);
}

std::size_t own_bytes(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kStr:
      return kValue + value.as_str().size();
    case Value::Kind::kBytes:
      return kValue + value.as_bytes().size();
    case Value::Kind::kInt:
      return kValue + (value.is_small_int() ? 0 : value.as_bigint().bit_length() / 8);
    case Value::Kind::kOpaque:
      return kValue + value.as_opaque().repr.size();
    default:
      return kValue;
  }
}

}  // namespace bfclx
