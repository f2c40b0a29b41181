// TokenLife: when credentials are renewed, and whether requests may use them. A state machine
// without I/O; times are seconds since 1970.
//
// Credentials are renewed before they end, while requests go on with them. A failed renewal is
// tried again with back-off. Once they have ended, requests wait; the run ends when renewing is
// refused, or has failed for the patience.
#ifndef BFCLX_CORE_GENERATION_IDENTITY_TOKEN_LIFE_H_
#define BFCLX_CORE_GENERATION_IDENTITY_TOKEN_LIFE_H_

#include <string>

#include "core/generation/identity/identity_step.h"

namespace bfclx {

class TokenLife {
 public:
  explicit TokenLife(double patience) : patience_(patience) {}

  // New credentials, which end at `expires` (0: never).
  void renewed(double now, double expires);
  // Renewing failed.
  void failed(IdentityError error, double now);
  // A server says that the credentials are expired: they are renewed, at most every kLeastLife
  // seconds. False where they are too new for that: the server refuses for another reason.
  bool refused(double sent, double now);

  // Whether renewing should begin now; to be called again later. The caller reports its end.
  bool should_renew(double now);
  // Whether requests may be sent with the credentials.
  bool usable(double now) const;
  // Why the run should end; empty otherwise. `lasts`: the next run would end so too.
  std::string given_up(double now) const;
  bool lasts() const { return !error_.passes; }

  static constexpr double kLeastLife = 30;

 private:
  double margin() const;
  bool has_ended(double now) const;

  double patience_;
  double begun_ = 0;
  double expires_ = 0;
  bool renewing_ = false;
  bool refused_ = false;  // by a server
  IdentityError error_ = {};
  int failures_ = 0;
  double first_failure_ = 0;
  double next_try_ = 0;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_IDENTITY_TOKEN_LIFE_H_
