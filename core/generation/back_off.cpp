#include "core/generation/back_off.h"

#include <algorithm>
#include <cmath>

namespace bfclx {

namespace {

constexpr double kFirstFloor = 0.25;
constexpr double kLongestFloor = 10;

}  // namespace

double back_off(int attempt, double chance, double base, double cap) {
  const double whole = std::min(cap, std::ldexp(base, std::clamp(attempt - 1, 0, 30)));
  return whole / 2 + whole / 2 * chance;
}

double wait_after_refusal(std::optional<double> asked, int refusals, double chance) {
  if (!asked || *asked <= 0) return back_off(refusals, chance, 1, kLongestFloor);
  return std::max(*asked, back_off(refusals, chance, kFirstFloor, kLongestFloor));
}

}  // namespace bfclx
