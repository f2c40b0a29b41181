// Effects carried out over the network: the searches, pages and embeddings that simulated services
// ask for. What a model may reach is bounded: public addresses alone, in size, time and redirects.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_EFFECTS_OVER_NET_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_EFFECTS_OVER_NET_H_

#include <functional>

#include "core/simulators/engine/effects.h"
#include "tools/bfclx/net/client.h"

namespace bfclx::tools {

class EffectsOverNet {
 public:
  // `allow_private`: pages may lie on private addresses.
  explicit EffectsOverNet(bool allow_private) : allow_private_(allow_private) {}
  // `done` is called once, from the client's loop.
  void carry_out(net::Client& client, const EffectRequest& request,
                 std::function<void(EffectAnswer)> done) const;

 private:
  bool allow_private_;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_EFFECTS_OVER_NET_H_
