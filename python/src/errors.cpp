#include "python/src/errors.h"

#include "python/src/from_value.h"

namespace nb = nanobind;

namespace bfclx::python_binding {
namespace {

[[noreturn]] void raise(const char* class_name, const std::string& message) {
  const nb::object type = nb::module_::import_("bfclx._errors").attr(class_name);
  const nb::object text = from_text(message);
  PyErr_SetObject(type.ptr(), text.ptr());
  throw nb::python_error();
}

}  // namespace

void raise_dataset_error(const std::string& message) { raise("DatasetError", message); }
void raise_unknown_entry(const std::string& message) { raise("UnknownEntryError", message); }
void raise_unknown_name(const std::string& message) { raise("UnknownNameError", message); }

}  // namespace bfclx::python_binding
