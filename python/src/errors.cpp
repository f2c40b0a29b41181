#include "python/src/errors.h"

#include "python/src/from_value.h"

namespace nb = nanobind;

namespace bfclx::python_binding {
namespace {

nb::object class_of(const char* name) { return nb::module_::import_("bfclx._errors").attr(name); }

[[noreturn]] void raise(const nb::object& type, const nb::object& arguments) {
  PyErr_SetObject(type.ptr(), arguments.ptr());
  throw nb::python_error();
}

[[noreturn]] void raise(const char* class_name, const std::string& message) {
  raise(class_of(class_name), from_text(message));
}

nb::object known_text(std::string_view text) {
  return text.empty() ? nb::object(nb::none()) : from_text(text);
}

}  // namespace

void raise_dataset_error(const Error& error, std::string_view file) {
  nb::object line = nb::none();
  if (error.place.line != 0) line = nb::int_(error.place.line);
  raise(class_of("DatasetError"),
        nb::make_tuple(from_text(error.message),
                       known_text(error.file().empty() ? file : error.file()), line,
                       known_text(error.id())));
}
void raise_dataset_error(const std::string& message, std::string_view file) {
  raise_dataset_error(Error{.kind = "DatasetError", .message = message}, file);
}
void raise_unknown_entry(const std::string& message) { raise("UnknownEntryError", message); }
void raise_configuration_error(const std::string& message) { raise("ConfigurationError", message); }
void raise_schema_error(const Error& error) {
  raise(class_of("SchemaError"), nb::make_tuple(from_text(error.message), from_text(error.file())));
}
void raise_unknown_name(const std::string& message) { raise("UnknownNameError", message); }

}  // namespace bfclx::python_binding
