#include "core/generation/identity/token_life.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bfclx {

namespace {

constexpr double kMargin = 300;  // seconds before the end at which renewing begins
constexpr double kLastUse = 5;   // and until which requests are still sent
constexpr double kLongestBackOff = 30;

}  // namespace

// Of credentials that live shortly, a part of their life.
double TokenLife::margin() const { return std::min(kMargin, (expires_ - begun_) / 4); }

void TokenLife::renewed(double now, double expires) {
  begun_ = now;
  expires_ = expires;
  renewing_ = false;
  refused_ = false;
  error_ = {};
  failures_ = 0;
  next_try_ = 0;
}

void TokenLife::failed(IdentityError error, double now) {
  renewing_ = false;
  error_ = std::move(error);
  if (failures_++ == 0) first_failure_ = now;
  next_try_ = now + std::min(kLongestBackOff, std::ldexp(1, std::min(failures_ - 1, 8)));
}

bool TokenLife::refused(double sent, double now) {
  if (sent < begun_) return true;  // with what came before these
  if (now >= begun_ && now - begun_ < kLeastLife) return false;
  refused_ = true;
  return true;
}

bool TokenLife::should_renew(double now) {
  if (renewing_ || now < next_try_) return false;
  const bool due = expires_ > 0 && now >= expires_ - margin();
  const bool set_back = now < begun_ - kMargin;  // the clock of the machine
  if (!due && !refused_ && !set_back) return false;
  renewing_ = true;
  return true;
}

bool TokenLife::has_ended(double now) const {
  return refused_ || (expires_ > 0 && now >= expires_ - std::min(kLastUse, margin() / 2));
}

bool TokenLife::usable(double now) const { return !has_ended(now); }

std::string TokenLife::given_up(double now) const {
  if (failures_ == 0 || renewing_ || !has_ended(now)) return {};
  if (error_.passes && now - first_failure_ < patience_) return {};
  return error_.message;
}

}  // namespace bfclx
