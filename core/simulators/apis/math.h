// MathAPI: arithmetic, statistics of lists, unit conversions (func_source_code/math_api.py).
#ifndef BFCLX_CORE_SIMULATORS_APIS_MATH_H_
#define BFCLX_CORE_SIMULATORS_APIS_MATH_H_

#include <memory>

#include "core/simulators/engine/simulator.h"

namespace bfclx {

const ClassTable& math_api_table();
std::unique_ptr<Simulator> make_math_api(EpisodeModules& modules);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_MATH_H_
