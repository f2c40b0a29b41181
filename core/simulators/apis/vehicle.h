// VehicleControlAPI: engine, doors, climate, brakes, cruise control and trips of one car
// (func_source_code/vehicle_control.py).
#ifndef BFCLX_CORE_SIMULATORS_APIS_VEHICLE_H_
#define BFCLX_CORE_SIMULATORS_APIS_VEHICLE_H_

#include <memory>

#include "core/simulators/engine/simulator.h"

namespace bfclx {

const ClassTable& vehicle_control_api_table();
std::unique_ptr<Simulator> make_vehicle_control_api(EpisodeModules& modules);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_VEHICLE_H_
