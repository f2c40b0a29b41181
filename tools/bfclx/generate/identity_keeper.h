// IdentityKeeper: the credentials of a run that end. Requests them before the run, and renews them
// while it runs (core/generation/identity/token_life.h).
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_IDENTITY_KEEPER_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_IDENTITY_KEEPER_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/generation/identity/token_life.h"
#include "tools/bfclx/generate/identity_process.h"
#include "tools/bfclx/generate/identity_source.h"
#include "tools/bfclx/generate/server.h"
#include "tools/bfclx/net/client.h"

namespace bfclx::tools {

class IdentityKeeper {
 public:
  IdentityKeeper(IdentitySource source, const TargetOptions& options);

  // Requests the credentials and waits for them; `server` gets them, and its redactor knows them.
  // UsageError where there are none.
  void acquire(Server& server, const TargetOptions& options);

  // While the run goes on, every moment; never waits. `server` is the same.
  void look(net::Client& client, Server& server);
  // Behind the run: a program that still renews them is ended.
  void end() { process_.reset(); }
  bool usable() const;
  // Whether the requests to this endpoint carry the credentials.
  bool serves(std::size_t endpoint) const;
  // Whether the response says that the credentials have expired, so that its request is worth
  // another try.
  bool refused(const net::Response& response);
  // Why the run should end; empty otherwise. `lasts`: the next run would end so too.
  std::string given_up() const;
  bool lasts() const { return life_.lasts(); }
  // Messages since the last call.
  std::vector<std::string> take_messages() { return std::exchange(messages_, {}); }

 private:
  net::Request request_of(const IdentityRequest& request, Server& server) const;
  IdentityStep begin(double now) const;
  void proceed(IdentityStep step, net::Client& client, Server& server);
  void finish(const IdentityStep& step, Server& server);
  void apply(const Credentials& credentials, Server& server);

  IdentitySource source_;
  double timeout_;
  std::string stand_in_;  // see identity_keeper.cpp
  TokenLife life_;
  std::unique_ptr<IdentityProcess> process_;  // that prints new ones
  std::vector<std::size_t> served_;           // endpoints without a key of their own
  bool applied_ = false;
  bool said_ = false;  // that renewing failed
  std::vector<std::string> messages_;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_IDENTITY_KEEPER_H_
