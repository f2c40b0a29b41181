#include "python/src/signatures.h"

namespace nb = nanobind;

namespace bfclx::python_binding {
namespace {

PyObject* signature_of(PyObject* function, void* /*closure*/) {
  PyObject* const module = PyImport_ImportModule("bfclx._signatures");
  if (module == nullptr) return nullptr;
  PyObject* const signature = PyObject_CallMethod(module, "signature_of", "O", function);
  Py_DECREF(module);
  return signature;
}

PyGetSetDef kSignature = {"__signature__", signature_of, nullptr,
                          "Parameters with types and defaults, as the stubs have them.", nullptr};

// The binding's own types take no attributes from Python, and have none for `inspect`: it goes
// where the type keeps the others.
void add_signature(nb::handle type) {
  const nb::object attributes = nb::steal(PyObject_GenericGetDict(type.ptr(), nullptr));
  const nb::object property =
      nb::steal(PyDescr_NewGetSet(reinterpret_cast<PyTypeObject*>(type.ptr()), &kSignature));
  if (!attributes.is_valid() || !property.is_valid() ||
      PyDict_SetItemString(attributes.ptr(), "__signature__", property.ptr()) != 0) {
    throw nb::python_error();
  }
  PyType_Modified(reinterpret_cast<PyTypeObject*>(type.ptr()));
}

}  // namespace

void add_signatures(nb::module_& module) {
  const nb::object opaque = module.attr("Opaque");
  add_signature(module.attr("categories").type());        // functions
  add_signature(nb::getattr(opaque, "__repr__").type());  // methods, and those of an object
  add_signature(nb::getattr(opaque("", ""), "__repr__").type());
}

}  // namespace bfclx::python_binding
