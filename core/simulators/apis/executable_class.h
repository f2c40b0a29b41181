// The functions of the executable categories as a class of ours, ExecutableFunctions, to try calls
// on: a method a function, and no state. No entry of the benchmark has it.
#ifndef BFCLX_CORE_SIMULATORS_APIS_EXECUTABLE_CLASS_H_
#define BFCLX_CORE_SIMULATORS_APIS_EXECUTABLE_CLASS_H_

#include <memory>

#include "core/simulators/engine/simulator.h"

namespace bfclx {

const ClassTable& executable_functions_table();
// Functions that ask a service need EpisodeModules::effects.
std::unique_ptr<Simulator> make_executable_functions(EpisodeModules& modules);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_EXECUTABLE_CLASS_H_
