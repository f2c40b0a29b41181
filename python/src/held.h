// What containers hold, as references of one's own: code of an item, or without an interpreter lock
// another thread, may change a container while it is gone through.
#ifndef BFCLX_PYTHON_SRC_HELD_H_
#define BFCLX_PYTHON_SRC_HELD_H_

#include <nanobind/nanobind.h>

namespace bfclx::python_binding {

// The item of a list; an invalid object behind its end.
inline nanobind::object held_item(PyObject* list, Py_ssize_t index) {
#ifdef Py_GIL_DISABLED
  nanobind::object item = nanobind::steal(PyList_GetItemRef(list, index));
#else
  nanobind::object item = index < PyList_Size(list) ? nanobind::borrow(PyList_GetItem(list, index))
                                                    : nanobind::object();
#endif
  if (!item.is_valid()) PyErr_Clear();
  return item;
}

// The value of a key; an invalid object where there is none. The key is hashable.
inline nanobind::object held_value(PyObject* dict, PyObject* key) {
#ifdef Py_GIL_DISABLED
  PyObject* value = nullptr;
  if (PyDict_GetItemRef(dict, key, &value) < 0) PyErr_Clear();
  return nanobind::steal(value);
#else
  return nanobind::borrow(PyDict_GetItemWithError(dict, key));
#endif
}

// The dict to go through with PyDict_Next: where there is no interpreter lock, a copy.
inline nanobind::object dict_at_rest(PyObject* dict) {
#ifdef Py_GIL_DISABLED
  nanobind::object copy = nanobind::steal(PyDict_Copy(dict));
  if (!copy.is_valid()) throw nanobind::python_error();
  return copy;
#else
  return nanobind::borrow(dict);
#endif
}

}  // namespace bfclx::python_binding

#endif  // BFCLX_PYTHON_SRC_HELD_H_
