// Which services of the outside the simulated APIs may use, and by which protocol. What is asked of
// them goes through effects (effects.h); this says what to ask.
#ifndef BFCLX_CORE_SIMULATORS_ENGINE_SERVICES_H_
#define BFCLX_CORE_SIMULATORS_ENGINE_SERVICES_H_

#include <cstdint>
#include <string>

namespace bfclx {

struct Services {
  // How texts become vectors. kStandIn is a fixed function of the text for tests and for trying
  // calls (apis/embeddings.h); it knows nothing of meaning.
  enum class Embeddings : std::uint8_t { kNone, kRequest, kStandIn };
  Embeddings embeddings = Embeddings::kNone;
  // kRequest: an endpoint of the OpenAI protocol, "http://127.0.0.1:8080/v1/embeddings"; the model
  // is left out of the request when it is empty.
  std::string embeddings_url;
  std::string embeddings_model;

  // Who answers searches. kSerpApi is the official one, at its own address unless `search_url` says
  // otherwise; kSearxng answers GET <search_url>?q=...&format=json; kQuery a POST of
  // {"query": ..., "max_results": ...}. Both give a list of results, each with a title, a url and a
  // text under one of the usual names.
  enum class Search : std::uint8_t { kSerpApi, kSearxng, kQuery };
  Search search = Search::kSerpApi;
  std::string search_url;

  // Pages of this machine and of private networks may be fetched. Off: a model must not reach what
  // only the user can.
  bool allow_private = false;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_ENGINE_SERVICES_H_
