#include "python/src/to_value.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/dataset/response_calls.h"
#include "core/dataset/response_forms.h"
#include "core/value/bigint.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "python/src/from_value.h"
#include "python/src/held.h"

namespace nb = nanobind;

namespace bfclx::python_binding {
namespace {

// A response of a model has a few dozen of the first and some thousands of the second.
constexpr int kMaxDepth = 500;
constexpr std::size_t kMaxObjects = std::size_t{1} << 20;
constexpr std::size_t kMaxBytes = std::size_t{256} << 20;

[[noreturn]] void raise() { throw nb::python_error(); }

class Converter {
 public:
  Value convert(PyObject* object) {
    if (++objects_ > kMaxObjects || depth_ >= kMaxDepth) return opaque(object);
    if (object == Py_None) return Value();
    if (PyUnicode_Check(object)) return text(object);
    if (PyBool_Check(object)) return Value::boolean(object == Py_True);
    if (PyLong_Check(object)) return integer(object);
    if (PyFloat_Check(object)) return Value::real(PyFloat_AsDouble(object));
    return nested(object);
  }

 private:
  // The depth of the recursion, which an exception leaves as well.
  struct Deeper {
    explicit Deeper(int& counter) : depth(counter) { ++depth; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    ~Deeper() { --depth; }
    int& depth;
  };

  Value nested(PyObject* object) {
    const Deeper deeper(depth_);
    if (PyList_Check(object)) return Value::list(list_items(object));
    if (PyDict_Check(object)) return dict(object);
    if (PyTuple_Check(object)) return Value::tuple(tuple_items(object));
    if (PyBytes_Check(object)) return bytes(object);
    if (PyComplex_Check(object)) {
      return Value::complex(PyComplex_RealAsDouble(object), PyComplex_ImagAsDouble(object));
    }
    if (object == Py_Ellipsis) return Value::ellipsis();
    if (PyAnySet_Check(object)) return set(object);
    return other(object);
  }

  bool pay(std::size_t bytes) {
    bytes_ += bytes;
    return bytes_ <= kMaxBytes;
  }

  Value text(PyObject* object) {
    Py_ssize_t size = 0;
    if (const char* utf8 = PyUnicode_AsUTF8AndSize(object, &size)) {
      const std::string_view view(utf8, static_cast<std::size_t>(size));
      return pay(view.size()) ? Value::str(view) : opaque(object);
    }
    PyErr_Clear();  // a lone surrogate
    const nb::object encoded =
        nb::steal(PyUnicode_AsEncodedString(object, "utf-8", "surrogatepass"));
    if (!encoded.is_valid()) raise();
    const std::string_view view = view_of_bytes(encoded.ptr());
    return pay(view.size()) ? Value::str(view) : opaque(object);
  }

  static std::string_view view_of_bytes(PyObject* object) {
    char* data = nullptr;
    Py_ssize_t size = 0;
    if (PyBytes_AsStringAndSize(object, &data, &size) != 0) raise();
    return {data, static_cast<std::size_t>(size)};
  }

  Value bytes(PyObject* object) {
    const std::string_view view = view_of_bytes(object);
    return pay(view.size()) ? Value::bytes(view) : opaque(object);
  }

  Value integer(PyObject* object) {
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(object, &overflow);
    if (overflow == 0) {
      if (number == -1 && PyErr_Occurred() != nullptr) raise();
      return Value::integer(static_cast<std::int64_t>(number));
    }
    const nb::object hex = nb::steal(PyNumber_ToBase(object, 16));  // "-0x1f"
    if (!hex.is_valid()) raise();
    Py_ssize_t size = 0;
    const char* digits = PyUnicode_AsUTF8AndSize(hex.ptr(), &size);
    if (digits == nullptr) raise();
    std::string_view view(digits, static_cast<std::size_t>(size));
    const bool negative = view.front() == '-';
    view.remove_prefix(negative ? 3 : 2);
    Result<BigInt> parsed = BigInt::parse(view, 16);
    if (!parsed.ok()) return opaque(object);
    return Value::integer(negative ? parsed->negated() : std::move(parsed).value());
  }

  List list_items(PyObject* object) {
    List items;
    for (Py_ssize_t i = 0;; ++i) {
      const nb::object item = held_item(object, i);
      if (!item.is_valid()) break;
      items.push_back(convert(item.ptr()));
      if (objects_ > kMaxObjects) break;
    }
    return items;
  }

  List tuple_items(PyObject* object) {
    List items;
    for (Py_ssize_t i = 0; i < PyTuple_Size(object); ++i) {
      items.push_back(convert(PyTuple_GetItem(object, i)));
      if (objects_ > kMaxObjects) break;
    }
    return items;
  }

  void add_entry(Dict& entries, PyObject* key, PyObject* value) {
    Value converted = convert(key);
    if (!hashable(converted)) converted = opaque(key);
    entries.set(std::move(converted), convert(value));
  }

  Value dict(PyObject* given) {
    const nb::object at_rest = dict_at_rest(given);
    PyObject* const object = at_rest.ptr();
    Dict entries;
    Py_ssize_t position = 0;
    PyObject* key = nullptr;
    PyObject* value = nullptr;
    const Py_ssize_t size = PyDict_Size(object);
    while (PyDict_Next(object, &position, &key, &value) != 0) {
      const nb::object held_key = nb::borrow(key);
      const nb::object held_value = nb::borrow(value);
      add_entry(entries, key, value);
      // Code of an item has changed the dict: its places are no longer those that are gone through.
      if (PyDict_Size(object) != size || objects_ > kMaxObjects) break;
    }
    return Value::dict(std::move(entries));
  }

  Value set(PyObject* object) {
    Value result = Value::set();
    const nb::object copy = nb::steal(PySequence_List(object));
    if (!copy.is_valid()) raise();
    for (Value& item : list_items(copy.ptr())) {
      if (hashable(item)) result.mutable_set().insert(std::move(item));
    }
    return result;
  }

  // What is none of Python's own containers and numbers.
  Value other(PyObject* object) {
    const nb::handle handle(object);
    if (PyType_Check(object)) return opaque(object);
    if (const OpaqueObject* own = nullptr; nb::try_cast(handle, own) && own != nullptr) {
      return Value::opaque({own->type_name, own->repr, own->repr});
    }
    for (const char* method : {"model_dump", "tolist"}) {
      if (!nb::hasattr(handle, method)) continue;
      const nb::object plain = handle.attr(method)();
      if (plain.ptr() != object) return convert(plain.ptr());
    }
    if (nb::hasattr(handle, "keys") && PyMapping_Check(object) != 0) return mapping(object);
    if (PyIndex_Check(object) != 0) {
      const nb::object index = nb::steal(PyNumber_Index(object));
      if (!index.is_valid()) raise();
      return integer(index.ptr());
    }
    return attributes(handle);
  }

  Value mapping(PyObject* object) {
    const nb::object items = nb::steal(PyMapping_Items(object));
    if (!items.is_valid()) raise();
    Dict entries;
    for (Py_ssize_t i = 0;; ++i) {
      const nb::object pair = held_item(items.ptr(), i);
      if (!pair.is_valid()) break;
      if (PyTuple_Check(pair.ptr()) == 0 || PyTuple_Size(pair.ptr()) != 2) return opaque(object);
      add_entry(entries, PyTuple_GetItem(pair.ptr(), 0), PyTuple_GetItem(pair.ptr(), 1));
      if (objects_ > kMaxObjects) break;
    }
    return Value::dict(std::move(entries));
  }

  // A message, a tool call or its function, of any client's classes.
  Value attributes(nb::handle object) {
    static constexpr const char* kNames[] = {"role", "content",  "tool_calls", "id",
                                             "type", "function", "name",       "arguments"};
    Dict members;
    for (const char* name : kNames) {
      const nb::object value = nb::getattr(object, name, nb::none());
      if (!value.is_none()) members.set(name, convert(value.ptr()));
    }
    const bool is_message =
        members.contains("tool_calls") || (members.contains("role") && members.contains("content"));
    const bool is_call =
        members.contains("function") || (members.contains("name") && members.contains("arguments"));
    return is_message || is_call ? Value::dict(std::move(members)) : opaque(object.ptr());
  }

  // Nothing but the name of its type is asked, which runs no code.
  static Value opaque(PyObject* object) {
    std::string type_name = nb::type_name(nb::handle(object).type()).c_str();
    type_name.erase(0, type_name.rfind('.') + 1);
    const std::string text = "<" + type_name + " object>";
    return Value::opaque({type_name, text, text});
  }

  int depth_ = 0;
  std::size_t objects_ = 0;
  std::size_t bytes_ = 0;
};

const Value* member(const Value& object, std::string_view name) {
  return object.is_dict() ? object.as_dict().find(name) : nullptr;
}

// A tool call of the chat protocol, {"type": "function", "function": {"name", "arguments"}}.
const Value* function_of(const Value& call) {
  const Value* function = member(call, "function");
  const bool fits = function != nullptr && member(*function, "name") != nullptr &&
                    member(*function, "arguments") != nullptr;
  return fits ? function : nullptr;
}

bool is_tool_calls(const Value& list) {
  if (!list.is_list() || list.items().empty()) return false;
  for (const Value& call : list.items()) {
    if (function_of(call) == nullptr) return false;
  }
  return true;
}

bool is_message(const Value& value) {
  return member(value, "tool_calls") != nullptr ||
         (member(value, "role") != nullptr && member(value, "content") != nullptr);
}

// The step that the core reads, or what was given where it says that it cannot.
Value read_or(const Value& given, Result<Value> read) {
  return read.ok() ? std::move(read).value() : given;
}

Value of_step(const Value& given) {
  if (is_tool_calls(given)) return calls_of(given).value_or(given);
  if (!given.is_dict()) return given;
  if (is_message(given)) return read_or(given, response_of_message(given));
  if (const Value* choices = list_member(given, "choices");
      choices != nullptr && !choices->items().empty()) {
    const Value* message = member(choices->items().front(), "message");
    if (message != nullptr && is_message(*message)) {
      return read_or(given, response_of_message(*message));
    }
  }
  const Value* output = list_member(given, "output");
  return output != nullptr ? read_or(given, response_of_parts(*output)) : given;
}

// Whether a list is of messages or of typed parts, by its first item.
bool is_conversation_or_parts(const Value& given) {
  if (!given.is_list() || given.items().empty()) return false;
  const Value& first = given.items().front();
  const Value* role = member(first, "role");
  const Value* type = member(first, "type");
  return (role != nullptr && role->is_str()) ||
         (type != nullptr && type->is_str() && member(first, "function") == nullptr);
}

// The other forms that the core knows: answers of Anthropic and Gemini, batches, logs, lines. A
// dict {name: arguments} stays as it is, for the decoders that read it.
std::optional<Value> in_other_form(const Value& given, ResponseShape shape) {
  if (!given.is_dict() && !is_conversation_or_parts(given)) return std::nullopt;
  const FoundResponses found = find_responses(given);
  if (found.responses.size() != 1 || found.responses.front().form == "call") return std::nullopt;
  return response_in_hand(given, shape == ResponseShape::kEpisode);
}

}  // namespace

bool is_big(const Value& value) {
  std::size_t left = 2000;  // bytes of texts, and objects, of 16 each
  const auto pay = [&](std::size_t cost) {
    left -= std::min(left, cost);
    return left > 0;
  };
  std::vector<const Value*> waiting{&value};
  while (!waiting.empty()) {
    const Value& next = *waiting.back();
    waiting.pop_back();
    if (!pay(next.is_str() ? next.as_str().size() + 1 : 16)) return true;
    const std::size_t count = next.is_dict()       ? next.as_dict().size()
                              : next.is_sequence() ? next.items().size()
                                                   : 0;
    if (count > left / 16) return true;
    if (next.is_dict()) {
      for (const Dict::Entry& entry : next.as_dict()) waiting.push_back(&entry.value);
    } else if (next.is_sequence()) {
      for (const Value& item : next.items()) waiting.push_back(&item);
    }
  }
  return false;
}

Value to_value(nb::handle object) { return Converter().convert(object.ptr()); }

Value response_of(Value given, ResponseShape shape) {
  if (std::optional<Value> read = in_other_form(given, shape)) return *std::move(read);
  if (shape == ResponseShape::kSingle || !given.is_list()) return of_step(given);
  List turns;
  for (const Value& turn : given.items()) {
    if (!turn.is_list()) {
      turns.push_back(turn);
      continue;
    }
    List steps;
    for (const Value& step : turn.items()) steps.push_back(of_step(step));
    turns.push_back(Value::list(std::move(steps)));
  }
  return Value::list(std::move(turns));
}

}  // namespace bfclx::python_binding
