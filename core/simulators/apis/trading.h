// TradingBot: stocks, orders, an account and a watch list (func_source_code/trading_bot.py).
#ifndef BFCLX_CORE_SIMULATORS_APIS_TRADING_H_
#define BFCLX_CORE_SIMULATORS_APIS_TRADING_H_

#include <memory>

#include "core/simulators/engine/simulator.h"

namespace bfclx {

const ClassTable& trading_bot_table();
std::unique_ptr<Simulator> make_trading_bot(EpisodeModules& modules);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_TRADING_H_
