#include "core/python/evaluate/callable.h"

#include <algorithm>
#include <cstdint>

#include "core/base/utf8.h"
#include "core/python/objects/methods.h"
#include "core/python/objects/operators.h"
#include "core/python/objects/range.h"
#include "core/value/dict.h"

namespace bfclx::python {
namespace {

OpaqueContent* content_of(const Value& value, OpaqueContent::Role role) {
  if (value.kind() != Value::Kind::kOpaque) return nullptr;
  OpaqueContent* const content = value.as_opaque().content.get();
  return content != nullptr && content->role == role ? content : nullptr;
}

class BoundMethod final : public Callable {
 public:
  BoundMethod(const Value& self, std::string_view name) : Callable({self}), name_(name) {}
  Result<Value> call(Arguments& arguments) override {
    if (arguments.run != nullptr) {
      BFCLX_RETURN_IF_ERROR(arguments.run->meter->pay_for_all(held[0]));
    }
    return call_method(held[0], name_, arguments);
  }

 private:
  std::string name_;
};

// Called with the object as its first argument.
class MethodOfType final : public Callable {
 public:
  MethodOfType(Value::Kind kind, std::string_view type, std::string_view name)
      : kind_(kind), type_(type), name_(name) {}
  Result<Value> call(Arguments& arguments) override {
    if (arguments.positional.empty()) {
      return type_error("unbound method " + type_ + "." + name_ + "() needs an argument");
    }
    const Value self = arguments.positional[0];
    const bool of_type = self.kind() == kind_ || (kind_ == Value::Kind::kInt && self.is_bool());
    if (!of_type) {
      return type_error("descriptor '" + name_ + "' for '" + type_ +
                        "' objects doesn't apply to a '" + std::string(type_name(self)) +
                        "' object");
    }
    arguments.positional.erase(arguments.positional.begin());
    return call_method(self, name_, arguments);
  }

 private:
  Value::Kind kind_;
  std::string type_;
  std::string name_;
};

// The items of a list, or of a range.
class ItemsIterator final : public Iterator {
 public:
  ItemsIterator(std::shared_ptr<Run> run, Value list)
      : Iterator(std::move(run), {std::move(list)}) {}

 protected:
  Result<std::optional<Value>> advance() override {
    if (const std::optional<Range> range = range_of(held[0])) {
      if (at_ >= range_length(*range)) return std::optional<Value>();
      const auto place = static_cast<std::int64_t>(at_++);
      return std::optional<Value>(Value::integer(range->start + place * range->step));
    }
    const List& items = held[0].items();
    if (at_ >= items.size()) {
      at_ = static_cast<std::size_t>(-1);
      return std::optional<Value>();
    }
    return std::optional<Value>(items[at_++]);
  }

 private:
  std::size_t at_ = 0;
};

std::string_view iterator_name(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kList:
      return "list_iterator";
    case Value::Kind::kTuple:
      return "tuple_iterator";
    case Value::Kind::kSet:
      return "set_iterator";
    case Value::Kind::kBytes:
      return "bytes_iterator";
    case Value::Kind::kStr:
      return is_ascii(value.as_str()) ? "str_ascii_iterator" : "str_iterator";
    case Value::Kind::kDict:
      return "dict_keyiterator";
    default:
      break;
  }
  const std::string& type = value.as_opaque().type_name;
  return type == "dict_keys"     ? "dict_keyiterator"
         : type == "dict_values" ? "dict_valueiterator"
         : type == "dict_items"  ? "dict_itemiterator"
                                 : "range_iterator";
}

}  // namespace

Value object_at_address(std::string_view type, std::shared_ptr<OpaqueContent> content) {
  const std::string text = "<" + std::string(type) + " object at " + std::string(kAddress) + ">";
  return Value::opaque({std::string(type), text, text, std::move(content)});
}

Result<Value> call_value(const Value& function, Arguments& arguments) {
  if (arguments.run != nullptr) {
    for (const Value& item : arguments.positional) {
      BFCLX_RETURN_IF_ERROR(arguments.run->meter->pay_for_all(item));
    }
    for (const Dict::Entry& entry : arguments.keywords) {
      BFCLX_RETURN_IF_ERROR(arguments.run->meter->pay_for_all(entry.value));
    }
  }
  if (OpaqueContent* const content = content_of(function, OpaqueContent::Role::kFunction)) {
    return static_cast<Callable*>(content)->call(arguments);
  }
  if (const std::string_view name = builtin_name(function); !name.empty()) {
    return call_builtin(name, arguments);
  }
  if (function.kind() == Value::Kind::kOpaque && function.as_opaque().content == nullptr) {
    return Error{"Limit", "a call of such an object is not supported"};
  }
  return type_error("'" + std::string(type_name(function)) + "' object is not callable");
}

Result<Value> call_value(const Value& function, List positional, const Arguments& like) {
  Arguments arguments{std::move(positional), {}, like.max_bytes, like.run};
  return call_value(function, arguments);
}

bool is_callable(const Value& value) {
  return content_of(value, OpaqueContent::Role::kFunction) != nullptr ||
         !builtin_name(value).empty();
}

Value bound_method(const Value& value, std::string_view name) {
  const std::string text = "<built-in method " + std::string(name) + " of " +
                           std::string(type_name(value)) + " object at " + std::string(kAddress) +
                           ">";
  return Value::opaque(
      {"builtin_function_or_method", text, text, std::make_shared<BoundMethod>(value, name)});
}

Value method_of_type(Value::Kind kind, std::string_view type, std::string_view name) {
  const std::string text =
      "<method '" + std::string(name) + "' of '" + std::string(type) + "' objects>";
  return Value::opaque(
      {"method_descriptor", text, text, std::make_shared<MethodOfType>(kind, type, name)});
}

Result<std::optional<Value>> Iterator::next() {
  if (run_ == nullptr) return advance();
  if (run_->meter == nullptr) {
    return Error{"Limit", "an iterator of another call is not supported"};
  }
  // Iterators over iterators recurse.
  constexpr std::size_t kLevels = 4;
  if (run_->depth + kLevels > kMaxDepth) return too_deep();
  BFCLX_RETURN_IF_ERROR(run_->meter->step(1));
  run_->depth += kLevels;
  Result<std::optional<Value>> item = advance();
  run_->depth -= kLevels;
  return item;
}

Result<List> Iterator::rest() {
  List items;
  while (true) {
    BFCLX_ASSIGN_OR_RETURN(std::optional<Value> item, next());
    if (!item) return items;
    items.push_back(*std::move(item));
  }
}

Module* module_in(const Value& value) {
  return static_cast<Module*>(content_of(value, OpaqueContent::Role::kModule));
}

Iterator* iterator_in(const Value& value) {
  return static_cast<Iterator*>(content_of(value, OpaqueContent::Role::kIterator));
}

Result<Value> iterator_of(const Value& value, const std::shared_ptr<Run>& run) {
  if (iterator_in(value) != nullptr) return value;
  // A list is asked for its items, as in Python, others for theirs of now.
  if (value.is_list() || range_of(value))
    return make_items_iterator(iterator_name(value), value, run);
  BFCLX_ASSIGN_OR_RETURN(List items, iterate(value));
  if (run != nullptr) BFCLX_RETURN_IF_ERROR(run->meter->step(items.size()));
  return make_items_iterator(iterator_name(value), Value::list(std::move(items)), run);
}

Value make_items_iterator(std::string_view type, Value list, const std::shared_ptr<Run>& run) {
  return object_at_address(type, std::make_shared<ItemsIterator>(run, std::move(list)));
}

Result<std::optional<Value>> next_item(const Value& iterator) {
  return iterator_in(iterator)->next();
}

Error too_deep() { return {"RecursionError", "maximum recursion depth exceeded"}; }

}  // namespace bfclx::python
