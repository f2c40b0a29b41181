#include "tools/bfclx/check/check_report.h"

#include <cstdio>

namespace bfclx::tools {

Report make_report(const Session& session) {
  return bfclx::make_report(session.dataset, session.models, session.problems);
}

std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", share * 100);
  return text;
}

}  // namespace bfclx::tools
