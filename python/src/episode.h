// A multi-turn entry played call by call.
#ifndef BFCLX_PYTHON_SRC_EPISODE_H_
#define BFCLX_PYTHON_SRC_EPISODE_H_

#include <nanobind/nanobind.h>

namespace bfclx::python_binding {

// Adds the classes Episode and Services, and the method Dataset.episode.
void bind_episode(nanobind::module_& module);

}  // namespace bfclx::python_binding

#endif  // BFCLX_PYTHON_SRC_EPISODE_H_
