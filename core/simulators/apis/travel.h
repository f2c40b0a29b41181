// TravelAPI: flights, bookings, credit cards, insurance, exchange rates
// (func_source_code/travel_booking.py).
#ifndef BFCLX_CORE_SIMULATORS_APIS_TRAVEL_H_
#define BFCLX_CORE_SIMULATORS_APIS_TRAVEL_H_

#include <memory>

#include "core/simulators/engine/simulator.h"

namespace bfclx {

const ClassTable& travel_api_table();
std::unique_ptr<Simulator> make_travel_api(EpisodeModules& modules);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_TRAVEL_H_
