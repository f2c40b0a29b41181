#include "python/src/from_value.h"

#include <nanobind/stl/string.h>

#include <string>
#include <unordered_map>
#include <utility>

#include "core/value/bigint.h"
#include "core/value/dict.h"

namespace nb = nanobind;

namespace bfclx::python_binding {
namespace {

// States of services hold what calls have put into them, and that may be nested as calls like.
constexpr int kMaxWrittenDepth = 900;

nb::object checked(PyObject* object) {
  if (object == nullptr) throw nb::python_error();
  return nb::steal(object);
}

class Writer {
 public:
  nb::object write(const Value& value) {
    switch (value.kind()) {
      case Value::Kind::kNone:
        return nb::none();
      case Value::Kind::kBool:
        return nb::borrow(value.as_bool() ? Py_True : Py_False);
      case Value::Kind::kInt:
        return integer(value);
      case Value::Kind::kFloat:
        return checked(PyFloat_FromDouble(value.as_float()));
      case Value::Kind::kComplex:
        return checked(PyComplex_FromDoubles(value.as_complex().real, value.as_complex().imag));
      case Value::Kind::kEllipsis:
        return nb::borrow(Py_Ellipsis);
      case Value::Kind::kStr:
        return from_text(value.as_str());
      case Value::Kind::kBytes:
        return checked(PyBytes_FromStringAndSize(value.as_bytes().data(),
                                                 static_cast<Py_ssize_t>(value.as_bytes().size())));
      default:
        return container(value);
    }
  }

 private:
  static nb::object integer(const Value& value) {
    if (value.is_small_int()) return checked(PyLong_FromLongLong(value.as_int64()));
    return checked(PyLong_FromString(value.as_bigint().to_hex().c_str(), nullptr, 16));
  }

  nb::object container(const Value& value) {
    if (depth_ >= kMaxWrittenDepth) return from_text("...");
    if (value.shared()) {
      const auto known = known_.find(value.identity());
      if (known != known_.end()) return known->second;
    }
    ++depth_;
    nb::object made = fresh(value);
    --depth_;
    return made;
  }

  // Remembered before it is filled: it may be part of itself.
  void remember(const Value& value, const nb::object& object) {
    if (value.shared()) known_.emplace(value.identity(), object);
  }

  nb::object fresh(const Value& value) {
    switch (value.kind()) {
      case Value::Kind::kList: {
        const nb::object list = checked(PyList_New(0));
        remember(value, list);
        fill(list, value.items());
        return list;
      }
      case Value::Kind::kTuple: {
        const nb::object list = checked(PyList_New(0));
        fill(list, value.items());
        nb::object tuple = checked(PyList_AsTuple(list.ptr()));
        remember(value, tuple);
        return tuple;
      }
      case Value::Kind::kDict: {
        const nb::object dict = checked(PyDict_New());
        remember(value, dict);
        for (const auto& [key, item] : value.as_dict()) {
          const nb::object name = write(key);
          const nb::object written = write(item);
          if (PyDict_SetItem(dict.ptr(), name.ptr(), written.ptr()) != 0) throw nb::python_error();
        }
        return dict;
      }
      case Value::Kind::kSet: {
        const nb::object list = checked(PyList_New(0));
        fill(list, value.as_set().ordered_items());
        return checked(PySet_New(list.ptr()));
      }
      default: {
        const Opaque& opaque = value.as_opaque();
        nb::object object = nb::cast(OpaqueObject{opaque.type_name, opaque.repr});
        remember(value, object);
        return object;
      }
    }
  }

  void fill(const nb::object& list, const List& items) {
    for (const Value& item : items) {
      const nb::object written = write(item);
      if (PyList_Append(list.ptr(), written.ptr()) != 0) throw nb::python_error();
    }
  }

  int depth_ = 0;
  std::unordered_map<const void*, nb::object> known_;
};

}  // namespace

nb::object from_value(const Value& value) { return Writer().write(value); }

nb::object from_text(std::string_view text) {
  return checked(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogatepass"));
}

void bind_opaque(nb::module_& module) {
  nb::class_<OpaqueObject>(module, "Opaque",
                           "An object that no checker looks into: its type's name and its repr.")
      .def(
          "__init__",
          [](OpaqueObject* self, std::string type_name, std::string repr) {
            new (self) OpaqueObject{std::move(type_name), std::move(repr)};
          },
          nb::arg("type_name"), nb::arg("repr"))
      .def_prop_ro("type_name", [](const OpaqueObject& self) { return from_text(self.type_name); })
      .def("__repr__", [](const OpaqueObject& self) { return from_text(self.repr); })
      .def(
          "__eq__",
          [](const OpaqueObject& self, nb::handle other) {
            const OpaqueObject* opaque = nullptr;
            return nb::try_cast<const OpaqueObject*>(other, opaque) && opaque != nullptr &&
                   opaque->type_name == self.type_name && opaque->repr == self.repr;
          },
          nb::arg("other").none())
      .def("__hash__", [](const OpaqueObject& self) { return std::hash<std::string>()(self.repr); })
      .def("__reduce__", [](nb::handle self) {
        const auto& opaque = nb::cast<const OpaqueObject&>(self);
        return nb::make_tuple(self.type(),
                              nb::make_tuple(from_text(opaque.type_name), from_text(opaque.repr)));
      });
}

}  // namespace bfclx::python_binding
