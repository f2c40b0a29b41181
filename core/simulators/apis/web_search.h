// WebSearchAPI: searches and pages (func_source_code/web_search.py), by way of effects.
//
// Searches are effects of kind "search". Officially SerpApi answers them, with the key that the
// driver puts in place of kSerpApiKey; other services have a request of their own (services.h) and
// give rows with a title, an address and a text. A service that answers 429 is asked again as
// officially, with the same growing waits, but not for ever: after kMostAttempts its words are the
// result.
//
// Pages are effects of kind "page": their URL is whole, without fragment. Hosts of private networks
// are refused (host_address.h) unless the services allow them; size, time and redirects are bounded
// by whoever fetches.
#ifndef BFCLX_CORE_SIMULATORS_APIS_WEB_SEARCH_H_
#define BFCLX_CORE_SIMULATORS_APIS_WEB_SEARCH_H_

#include <memory>
#include <string_view>

#include "core/simulators/engine/effects.h"
#include "core/simulators/engine/simulator.h"

namespace bfclx {

inline constexpr std::string_view kSerpApiKey = "YOUR-SERPAPI-API-KEY";
inline constexpr std::string_view kSerpApiUrl = "https://serpapi.com/search";

const ClassTable& web_search_table();
std::unique_ptr<Simulator> make_web_search(EpisodeModules& modules);

// What is wrong with the answer to a search of a service that is not SerpApi: "not JSON", "no list
// of results", ...; empty where its results can be read.
std::string_view search_answer_fault(const EffectAnswer& answer);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_WEB_SEARCH_H_
