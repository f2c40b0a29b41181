// TwitterAPI: tweets, comments, retweets and who follows whom (func_source_code/posting_api.py).
#ifndef BFCLX_CORE_SIMULATORS_APIS_POSTING_H_
#define BFCLX_CORE_SIMULATORS_APIS_POSTING_H_

#include <memory>

#include "core/simulators/engine/simulator.h"

namespace bfclx {

const ClassTable& twitter_api_table();
std::unique_ptr<Simulator> make_twitter_api(EpisodeModules& modules);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_POSTING_H_
