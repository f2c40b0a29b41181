// Effects carried out over the network: the searches, pages and embeddings that simulated services
// ask for. What a model may reach is bounded: public addresses alone, in size, time and redirects.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_EFFECTS_OVER_NET_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_EFFECTS_OVER_NET_H_

#include <functional>
#include <string>

#include "core/simulators/engine/effects.h"
#include "tools/bfclx/net/client.h"

namespace bfclx::tools {

struct EffectServices {
  std::string search;          // --search; empty: the request's own address
  std::string embeddings;      // --embeddings; empty: there are none
  bool allow_private = false;  // pages may lie on private addresses
};

class EffectsOverNet {
 public:
  explicit EffectsOverNet(EffectServices services) : services_(std::move(services)) {}
  // `done` is called once, from the client's loop.
  void carry_out(net::Client& client, const EffectRequest& request,
                 std::function<void(EffectAnswer)> done) const;

 private:
  EffectServices services_;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_EFFECTS_OVER_NET_H_
