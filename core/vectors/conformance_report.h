// What differs between a scorer and the vectors, by rule, as people and programs read it.
#ifndef BFCLX_CORE_VECTORS_CONFORMANCE_REPORT_H_
#define BFCLX_CORE_VECTORS_CONFORMANCE_REPORT_H_

#include <string>
#include <string_view>

#include "core/render/style.h"
#include "core/vectors/conformance.h"

namespace bfclx {

struct ConformanceReport {
  const ScorerOutput& output;
  const ConformanceResult& result;
  std::string_view scorer;   // "--command './my-scorer'": as the user named it
  std::string_view program;  // version
};

// "5,120 of 5,123 (vectors 1)"
std::string badge_text(const ConformanceResult& result);

// The summary, a table of the rules, and of each rule that differs its smallest example.
std::string conformance_text(const ConformanceReport& report, const Screen& screen);
std::string conformance_markdown(const ConformanceReport& report);
// With a member `badge` in the form of shields.io's endpoints.
std::string conformance_json(const ConformanceReport& report);

}  // namespace bfclx

#endif  // BFCLX_CORE_VECTORS_CONFORMANCE_REPORT_H_
