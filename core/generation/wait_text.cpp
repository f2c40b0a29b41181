#include "core/generation/wait_text.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace bfclx {
namespace {

struct Unit {
  double from;  // seconds
  double seconds;
  const char* name;
};
constexpr Unit kUnits[] = {
    {172800, 86400, " days"}, {7200, 3600, " h"}, {600, 60, " min"}, {0, 1, " s"}};

}  // namespace

std::string wait_text(double seconds) {
  seconds = std::max(seconds, 0.0);
  const Unit* unit = std::begin(kUnits);
  while (seconds < unit->from) ++unit;
  return std::to_string(std::lround(seconds / unit->seconds)) + unit->name;
}

}  // namespace bfclx
