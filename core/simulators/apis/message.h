// MessageAPI: users of a workspace and the messages sent to them (func_source_code/message_api.py).
#ifndef BFCLX_CORE_SIMULATORS_APIS_MESSAGE_H_
#define BFCLX_CORE_SIMULATORS_APIS_MESSAGE_H_

#include <memory>

#include "core/simulators/engine/simulator.h"

namespace bfclx {

const ClassTable& message_api_table();
std::unique_ptr<Simulator> make_message_api(EpisodeModules& modules);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_MESSAGE_H_
