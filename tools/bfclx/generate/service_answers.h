// What services answer to the simulated APIs of a run: from recordings, else over the network where
// the user allows it.
//
// A service that refuses or fails is requested again without the conversation's knowledge, as a
// model's server is: all entries of a run together wait for one that refuses, as long as --patience
// says; a failed request is sent again as often as --retries says. What can have no answer ends its
// entry: nothing is written for it, and the next run requests it.
//
// SerpApi's own errors are answers, as officially, but for its refusals; so are errors of pages,
// whose addresses the model chose.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_SERVICE_ANSWERS_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_SERVICE_ANSWERS_H_

#include <cstddef>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/dataset/category.h"
#include "core/simulators/engine/effects.h"
#include "tools/bfclx/generate/effects_over_net.h"
#include "tools/bfclx/net/client.h"

namespace bfclx::tools {

struct ServiceRules {
  bool network = false;     // services and pages may be asked; embeddings always
  bool official = false;    // an error of a search is an answer, as the official program takes it
  bool own_search = false;  // --search: not SerpApi
  bool allow_private = false;
  double patience = 1800;  // seconds of refusals before a service is requested no more
  double timeout = 60;     // seconds of a request to a service
  int retries = 0;
};

// Why a service gives no answer in this run: the words to be counted by, and for people.
struct Unanswered {
  std::string reason;
  std::string text;
};
struct Served {
  std::optional<EffectAnswer> answer;
  Unanswered why;  // where there is none
};

class ServiceAnswers {
 public:
  using Done = std::function<void(Served)>;
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

  // `done` is called later, from the client's loop.
  void ask(net::Client& client, const EffectRequest& request, Done done);
  // Why the service that a category needs is requested no more in this run; nullptr while it is.
  const Unanswered* over(Gate gate) const;
  // Where every search was rejected: that, for people. Empty otherwise.
  std::string rejected_all() const;

 private:
  struct Asking;
  struct Service {
    std::string_view name;       // "search service"
    double refused_since = -1;   // seconds of the client's clock; negative: it does not refuse
    Unanswered over = {};        // its text is empty while it is requested
    bool failing = false;        // since its last answer
    std::size_t dimensions = 0;  // of its embeddings; 0: unknown
    std::size_t rejected = 0;    // requests in a row, each as wrong in itself (status 400, 422)
    std::size_t answered = 0;    // requests that were not
    std::string rejection = {};  // the last, for people
  };
  Service* service_of(const EffectRequest& request);
  void send(net::Client& client, const Asking& asking);
  void take(net::Client& client, const Asking& asking, Fetched fetched);
  void refused(net::Client& client, Service& service, Asking asking, const Fetched& fetched,
               bool for_good);
  void failed(net::Client& client, Service& service, Asking asking, const Fetched& fetched,
              const Unanswered& why);
  static Unanswered fault_of(Service& service, const EffectRequest& request,
                             const Fetched& fetched);
  void end(Service& service, const std::string& status, const std::string& why);
  double chance() { return std::uniform_real_distribution<double>(0, 1)(random_); }

  const EffectStore& recorded_;
  ServiceRules rules_;
  Hooks hooks_;
  EffectsOverNet net_;
  std::mt19937_64 random_;
  Service search_ = {"search service"};
  Service embeddings_ = {"embeddings server"};
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_SERVICE_ANSWERS_H_
