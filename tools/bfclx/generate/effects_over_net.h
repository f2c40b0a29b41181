// Effects carried out over the network: the searches, pages and embeddings that simulated services
// ask for. What a model may reach is bounded: public addresses alone, in size, time and redirects.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_EFFECTS_OVER_NET_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_EFFECTS_OVER_NET_H_

#include <cstddef>
#include <functional>
#include <string>

#include "core/base/result.h"
#include "core/simulators/engine/effects.h"
#include "tools/bfclx/net/client.h"
#include "tools/bfclx/net/redactor.h"

namespace bfclx::tools {

inline constexpr std::size_t kPageBytes = std::size_t{10} << 20;

struct Fetched {
  EffectAnswer answer;
  net::Failure failure = net::Failure::kNone;
};

class EffectsOverNet {
 public:
  // `allow_private`: pages may lie on private addresses. `timeout`: seconds for a service.
  EffectsOverNet(bool allow_private, double timeout);
  // `done` is called once, from the client's loop; with an Error where there was no memory for the
  // answer.
  void carry_out(net::Client& client, const EffectRequest& request,
                 std::function<void(Result<Fetched>)> done) const;

 private:
  EffectAnswer clean_answer(net::Response&& response, bool is_page, bool has_key) const;

  bool allow_private_;
  double timeout_;
  std::string search_key_;
  net::Redactor redactor_;  // of that key and of proxies
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_EFFECTS_OVER_NET_H_
