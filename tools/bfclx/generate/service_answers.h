// What services answer to the simulated APIs of a run: from recordings, else over the network where
// the user allows it.
//
// A search service that refuses is asked again without the conversation's knowledge, as a model's
// server is; all entries of a run together wait for it as long as --patience says. What can have no
// answer ends its entry: nothing is written for it, and the next run asks it.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_SERVICE_ANSWERS_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_SERVICE_ANSWERS_H_

#include <functional>
#include <optional>
#include <random>
#include <string>

#include "core/base/result.h"
#include "core/simulators/engine/effects.h"
#include "tools/bfclx/generate/effects_over_net.h"
#include "tools/bfclx/net/client.h"

namespace bfclx::tools {

struct ServiceRules {
  bool network = false;   // services and pages may be asked; embeddings always
  bool official = false;  // a refusal is an answer, as the official program takes it
  bool allow_private = false;
  double patience = 1800;  // seconds of refusals before nothing is searched any more
};

class ServiceAnswers {
 public:
  using Done = std::function<void(Result<EffectAnswer>)>;
  struct Hooks {
    std::function<void(const std::string&)> say;
    std::function<int()> stops;  // how often the user asked to stop
    // An answer that an earlier run had, by the key of its request.
    std::function<std::optional<EffectAnswer>(const std::string& key)> known;
    // An answer of the network, before the conversation has it.
    std::function<void(const EffectRequest&, const EffectAnswer&)> answered;
  };

  // `recorded` outlives this.
  ServiceAnswers(const EffectStore& recorded, const ServiceRules& rules, Hooks hooks);

  // `done` is called later, from the client's loop. An Error: there will be no answer in this run.
  void ask(net::Client& client, const EffectRequest& request, Done done);
  // Why nothing is searched any more in this run; empty while it is.
  const std::string& search_is_over() const { return over_; }

 private:
  struct Search;
  void send(net::Client& client, const Search& search);
  void take(net::Client& client, Search search, EffectAnswer answer);
  void end(const std::string& why);

  const EffectStore& recorded_;
  ServiceRules rules_;
  Hooks hooks_;
  EffectsOverNet net_;
  std::mt19937_64 random_;
  double refused_since_ = -1;  // seconds of the client's clock; negative: it does not refuse
  std::string over_;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_SERVICE_ANSWERS_H_
