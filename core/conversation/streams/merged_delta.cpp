#include "core/conversation/streams/merged_delta.h"

#include <algorithm>

#include "core/conversation/values.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr std::int64_t kNoIndex = -1;
constexpr std::size_t kOfItem = 160;      // bytes of memory beside its texts
constexpr std::size_t kMaxMembers = 256;  // of an object; more than any protocol has

bool is_said_once(string_view name) { return name == "role" || name == "type" || name == "id"; }

bool begins_call(const Value& item) {
  if (!text_member(item, "id").empty()) return true;
  const Value* function = bfclx::member(item, "function");
  return function != nullptr && !text_member(*function, "name").empty();
}

Result<std::int64_t> index_of(const Value& item) {
  const Value* index = present(item, "index");
  if (index == nullptr) return kNoIndex;
  if (!index->is_small_int() || index->as_int64() < 0 || index->as_int64() >= kMaxStreamItems) {
    return Error{"IndexError", "an index in the stream is not between 0 and 4095"};
  }
  return index->as_int64();
}

}  // namespace

Status MergedDelta::add(const Value& delta, string_view name) {
  if (delta.is_none()) {
    if (kind_ == Kind::kNothing) kind_ = Kind::kScalar;
    return {};
  }
  if (delta.is_str()) {
    if (is_said_once(name) && !text_.empty()) return {};
    kind_ = Kind::kText;
    text_ += delta.as_str();
    size_ += delta.as_str().size();
    return {};
  }
  if (delta.is_dict()) {
    kind_ = Kind::kObject;
    for (const auto& [key, value] : delta.as_dict()) {
      if (!key.is_str() || key.as_str() == "index") continue;
      if (members_.size() >= kMaxMembers && member(key.as_str()) == nullptr) {
        return Error{"ValueError", "an object in the stream has more than 256 members"};
      }
      BFCLX_RETURN_IF_ERROR(grow(member_of(key.as_str()), value, key.as_str()));
    }
    return {};
  }
  if (delta.is_list()) {
    kind_ = Kind::kList;
    for (const Value& item : delta.items()) {
      BFCLX_RETURN_IF_ERROR(add_item(item, name == "tool_calls"));
    }
    return {};
  }
  kind_ = Kind::kScalar;
  scalar_ = delta;
  return {};
}

Status MergedDelta::grow(MergedDelta& part, const Value& delta, string_view name) {
  const std::size_t before = part.size_;
  BFCLX_RETURN_IF_ERROR(part.add(delta, name));
  size_ += part.size_ - before;
  return {};
}

Status MergedDelta::add_item(const Value& item, bool calls) {
  BFCLX_ASSIGN_OR_RETURN(const std::int64_t index, index_of(item));
  auto place = indices_.end();
  if (index != kNoIndex) {
    place = std::find(indices_.begin(), indices_.end(), index);
  } else if (calls && !indices_.empty() && !begins_call(item)) {
    place = indices_.end() - 1;
  }
  if (place == indices_.end()) {
    const bool has_index = calls || index != kNoIndex;
    if (has_index && items_.size() >= static_cast<std::size_t>(kMaxStreamItems)) {
      return Error{"IndexError", "a list in the stream has more than 4096 items"};
    }
    indices_.push_back(index);
    items_.emplace_back();
    size_ += kOfItem;
    place = indices_.end() - 1;
  }
  return grow(items_[static_cast<std::size_t>(place - indices_.begin())], item, {});
}

MergedDelta& MergedDelta::member_of(string_view name) {
  if (MergedDelta* known = member(name)) return *known;
  size_ += kOfItem + name.size();
  return members_.emplace_back(std::string(name), MergedDelta()).second;
}

MergedDelta* MergedDelta::member(string_view name) {
  const auto found = std::find_if(members_.begin(), members_.end(),
                                  [name](const auto& one) { return one.first == name; });
  return found != members_.end() ? &found->second : nullptr;
}

const MergedDelta* MergedDelta::member(string_view name) const {
  return const_cast<MergedDelta*>(this)->member(name);
}

void MergedDelta::shorten(std::size_t count) {
  if (items_.size() <= count) return;
  items_.resize(count);
  indices_.resize(count);
}

Value MergedDelta::value() const {
  switch (kind_) {
    case Kind::kNothing:
      break;
    case Kind::kScalar:
      return scalar_;
    case Kind::kText:
      return Value::str(text_);
    case Kind::kObject: {
      Dict dict;
      for (const auto& [name, part] : members_) dict.set(name, part.value());
      return Value::dict(std::move(dict));
    }
    case Kind::kList: {
      List list;
      for (const MergedDelta& item : items_) list.push_back(item.value());
      return Value::list(std::move(list));
    }
  }
  return {};
}

}  // namespace bfclx
