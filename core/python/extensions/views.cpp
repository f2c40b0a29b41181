#include "core/python/extensions/views.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "core/python/objects/operators.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx::python {
namespace {

constexpr std::string_view kTypeNames[] = {"dict_keys", "dict_values", "dict_items"};

class ViewContent final : public OpaqueContent {
 public:
  ViewContent(ViewKind which, const Value& dict)
      : OpaqueContent(Role::kView, {dict}), kind(which) {}

  bool truthy() const override { return !held[0].as_dict().empty(); }
  bool hashable() const override { return kind == ViewKind::kValues; }
  bool equals(const Value& other) const override {
    const std::optional<View> view = view_of(other);
    if (!view || kind != view->kind || !view->like_a_set()) return false;
    const Dict& left = held[0].as_dict();
    const Dict& right = view->dict.as_dict();
    return left.size() == right.size() &&
           std::all_of(left.begin(), left.end(), [&](const Dict::Entry& entry) {
             const Value* const found = right.find(entry.key);
             return found != nullptr &&
                    (kind == ViewKind::kKeys || same_or_equal(*found, entry.value));
           });
  }

  const ViewKind kind;
};

Result<List> items_of(const Value& value) {
  if (value.is_set()) return value.as_set().ordered_items();
  return iterate(value);
}

Result<bool> contains_item(const Value& container, const Value& item) {
  return compare_operation(CompareOperator::kIn, item, container);
}

Result<bool> is_subset(const Value& a, const Value& b) {
  BFCLX_ASSIGN_OR_RETURN(const List items, items_of(a));
  for (const Value& item : items) {
    BFCLX_ASSIGN_OR_RETURN(const bool inside, contains_item(b, item));
    if (!inside) return false;
  }
  return true;
}

std::size_t size_of(const Value& value) {
  return value.is_set() ? value.as_set().size() : view_of(value)->dict.as_dict().size();
}

Status insert_all(const List& items, Set& target) {
  for (const Value& item : items) {
    BFCLX_RETURN_IF_ERROR(check_hashable(item));
    target.insert(item);
  }
  return {};
}

// The items of `from` that are not in `other`.
void insert_missing(const Set& from, const Set& other, Set& target) {
  for (const Value& item : from) {
    if (!other.contains(item)) target.insert(item);
  }
}

}  // namespace

Value make_view(ViewKind kind, const Value& dict) {
  const std::string name(kTypeNames[static_cast<std::size_t>(kind)]);
  const std::string text = name + "(" + repr(Value::list(view_items({kind, dict}))) + ")";
  return Value::opaque({name, text, text, std::make_shared<ViewContent>(kind, dict)});
}

std::optional<View> view_of(const Value& value) {
  if (value.kind() != Value::Kind::kOpaque) return std::nullopt;
  const OpaqueContent* const content = value.as_opaque().content.get();
  if (content == nullptr || content->role != OpaqueContent::Role::kView) return std::nullopt;
  return View{static_cast<const ViewContent*>(content)->kind, content->held[0]};
}

List view_items(const View& view) {
  List items;
  items.reserve(view.dict.as_dict().size());
  for (const Dict::Entry& entry : view.dict.as_dict()) {
    if (view.kind == ViewKind::kKeys) items.push_back(entry.key);
    if (view.kind == ViewKind::kValues) items.push_back(entry.value);
    if (view.kind == ViewKind::kItems) items.push_back(Value::tuple({entry.key, entry.value}));
  }
  return items;
}

Result<bool> view_contains(const View& view, const Value& item) {
  if (view.kind == ViewKind::kValues) return contains(view_items(view), item);
  const bool pair = view.kind == ViewKind::kItems;
  if (pair && (!item.is_tuple() || item.items().size() != 2)) return false;
  const Value& key = pair ? item.items()[0] : item;
  BFCLX_RETURN_IF_ERROR(check_hashable(key));
  const Value* const found = view.dict.as_dict().find(key);
  return found != nullptr && (!pair || same_or_equal(*found, item.items()[1]));
}

bool like_a_set(const Value& value) {
  const std::optional<View> view = view_of(value);
  return value.is_set() || (view && view->like_a_set());
}

Result<bool> compare_like_sets(CompareOperator op, const Value& a, const Value& b) {
  const std::size_t left = size_of(a);
  const std::size_t right = size_of(b);
  switch (op) {
    case CompareOperator::kEq:
      return left == right ? is_subset(a, b) : Result<bool>(false);
    case CompareOperator::kNotEq: {
      if (left != right) return true;
      BFCLX_ASSIGN_OR_RETURN(const bool same, is_subset(a, b));
      return !same;
    }
    case CompareOperator::kLt:
      return left < right ? is_subset(a, b) : Result<bool>(false);
    case CompareOperator::kLtE:
      return left <= right ? is_subset(a, b) : Result<bool>(false);
    case CompareOperator::kGt:
      return left > right ? is_subset(b, a) : Result<bool>(false);
    default:
      return left >= right ? is_subset(b, a) : Result<bool>(false);
  }
}

// Objects/dictobject.c: dictviews_sub, _PyDictView_Intersect, dictviews_or, dictviews_xor.
Result<Value> view_operation(BinaryOperator op, const Value& a, const Value& b) {
  Value result = Value::set();
  Set& target = result.mutable_set();
  if (op == BinaryOperator::kBitAnd) {
    const bool swapped = a.is_set() || !like_a_set(a);
    const Value& view = swapped ? b : a;
    const Value& other = swapped ? a : b;
    BFCLX_ASSIGN_OR_RETURN(const List items, items_of(other));
    for (const Value& item : items) {
      BFCLX_ASSIGN_OR_RETURN(const bool inside, contains_item(view, item));
      if (!inside) continue;
      BFCLX_RETURN_IF_ERROR(check_hashable(item));
      target.insert(item);
    }
    return result;
  }
  BFCLX_ASSIGN_OR_RETURN(const List left, items_of(a));
  Set first;
  BFCLX_RETURN_IF_ERROR(insert_all(left, first));
  BFCLX_ASSIGN_OR_RETURN(const List right, items_of(b));
  Set second;
  BFCLX_RETURN_IF_ERROR(insert_all(right, second));
  insert_missing(first, op == BinaryOperator::kBitOr ? Set() : second, target);
  if (op != BinaryOperator::kSub) insert_missing(second, first, target);
  return result;
}

}  // namespace bfclx::python
