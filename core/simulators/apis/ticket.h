// TicketAPI: support tickets and who is logged in (func_source_code/ticket_api.py).
#ifndef BFCLX_CORE_SIMULATORS_APIS_TICKET_H_
#define BFCLX_CORE_SIMULATORS_APIS_TICKET_H_

#include <memory>

#include "core/simulators/engine/simulator.h"

namespace bfclx {

const ClassTable& ticket_api_table();
std::unique_ptr<Simulator> make_ticket_api(EpisodeModules& modules);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_TICKET_H_
