// A multi-turn entry played call by call.
#ifndef BFCLX_PYTHON_SRC_EPISODE_H_
#define BFCLX_PYTHON_SRC_EPISODE_H_

#include <nanobind/nanobind.h>

#include "core/value/value.h"

namespace bfclx::python_binding {

// The texts of a step: of a list, or one text.
List calls_argument(nanobind::handle given);
// Whether running them may take longer than the interpreter lock is worth.
bool calls_may_take_long(const List& calls);

// Adds the classes Episode and Services, and the method Dataset.episode.
void bind_episode(nanobind::module_& module);

}  // namespace bfclx::python_binding

#endif  // BFCLX_PYTHON_SRC_EPISODE_H_
