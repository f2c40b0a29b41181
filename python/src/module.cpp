// bfclx._core: the core's typed objects for Python. python/bfclx gives them their public names.
#include <nanobind/nanobind.h>

#include "python/src/audit.h"
#include "python/src/checker.h"
#include "python/src/checks.h"
#include "python/src/columns.h"
#include "python/src/conversation.h"
#include "python/src/dataset.h"
#include "python/src/episode.h"
#include "python/src/from_value.h"
#include "python/src/program.h"
#include "python/src/read_log.h"
#include "python/src/session.h"
#include "python/src/signatures.h"
#include "python/src/text_column.h"
#include "python/src/unlocked.h"
#include "python/src/verdict.h"

#ifdef __GLIBC__
// libstdc++ asks it whether reference counts need atomic operations. Code that was compiled for
// programs (cmake/BfclxPython.cmake) takes it to be in the same object, so it is: they always do.
extern "C" __attribute__((visibility("hidden"))) char __libc_single_threaded;  // NOLINT
char __libc_single_threaded = 0;                                               // NOLINT
#endif

// What nanobind's own macro makes is wrapped below.
#define PyInit__core PyInit__core_of_main  // NOLINT
NB_MODULE(_core, module) {
  namespace binding = bfclx::python_binding;
  // What lives as long as the process is no leak.
  nanobind::set_leak_warnings(false);
  module.doc() = "The compiled part of bfclx.";
  module.attr("__version__") = BFCLX_VERSION;
  binding::bind_opaque(module);
  binding::bind_verdict(module);
  binding::bind_columns(module);
  binding::bind_text_column(module);
  binding::bind_dataset(module);
  binding::bind_mapping(module);
  binding::bind_episode(module);
  binding::bind_session(module);
  binding::bind_conversation(module);
  binding::bind_checks(module);
  binding::bind_checker(module);
  binding::bind_internals(module);
  binding::bind_audit(module);
  binding::bind_read_log(module);
  binding::bind_program(module);
  binding::loading_mutex();  // its handlers of fork are there before the first thread is
  module.def("_end_unlocked", binding::end_unlocked);
  module.def("_times_unlocked", binding::times_unlocked);
  binding::add_signatures(module);
  nanobind::module_::import_("atexit").attr("register")(module.attr("_end_unlocked"));
}
#undef PyInit__core

namespace {

using Execute = int (*)(PyObject*);
Execute execute_in_main = nullptr;

// nanobind keeps its types once in a process: those of a second interpreter would break the first
// one's for good, so nothing of it runs there.
int execute(PyObject* module) {
  if (PyInterpreterState_GetID(PyInterpreterState_Get()) == 0) return execute_in_main(module);
  PyErr_SetString(
      PyExc_ImportError,
      "bfclx cannot be imported in a subinterpreter: import it in the main interpreter, "
      "or in a process of its own");
  return -1;
}

}  // namespace

extern "C" NB_EXPORT PyObject* PyInit__core() {
  PyObject* definition = PyInit__core_of_main();
  if (definition == nullptr || execute_in_main != nullptr) return definition;
  PyModuleDef_Slot* slot = reinterpret_cast<PyModuleDef*>(definition)->m_slots;
  while (slot->slot != Py_mod_exec) ++slot;
  execute_in_main = reinterpret_cast<Execute>(slot->value);
  slot->value = reinterpret_cast<void*>(execute);
  return definition;
}
