// A response that passes many entries, whatever is asked.
#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/audit/meaning.h"
#include "core/base/counted.h"
#include "core/benchmark/case_parts.h"
#include "core/check/ast_checker.h"

namespace bfclx {
namespace {

constexpr std::size_t kFewCases = 10;  // of fewer, any response passes a large share
constexpr std::size_t kMostTried = 3;  // fixed calls
constexpr std::size_t kShown = 120;
constexpr std::size_t kInfoShare = 4;   // a quarter
constexpr std::size_t kLargeShare = 2;  // half

}  // namespace

void find_constant_response(std::span<const ReviewedCase> cases,
                            std::vector<CaseFinding>& findings) {
  std::unordered_map<std::string, std::pair<std::size_t, const Value*>> counts;
  std::size_t all = 0;
  for (const ReviewedCase& one : cases) {
    if (one.calls.empty()) continue;
    ++all;
    if (one.calls.size() > 1 || is_empty_output(one.calls[0])) continue;
    auto& [count, calls] = counts[canonical_calls(one.calls[0])];
    ++count;
    if (calls == nullptr) calls = &one.calls[0];
  }
  if (all < kFewCases) return;
  std::vector<std::pair<std::size_t, const Value*>> tried;
  for (const auto& [text, its] : counts) {
    // What passes a quarter is the expected call of some of them.
    if (its.first > 1) tried.push_back(its);
  }
  const auto more = [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  };
  std::sort(tried.begin(), tried.end(), more);
  if (tried.size() > kMostTried) tried.resize(kMostTried);
  const Value nothing = Value::list({});
  const auto count_passed = [&](const Value& calls) {
    return static_cast<std::size_t>(
        std::count_if(cases.begin(), cases.end(), [&](const ReviewedCase& one) {
          return !one.calls.empty() && passes(*one.entry, std::span(&calls, 1));
        }));
  };
  std::size_t best = 0;
  const Value* best_calls = nullptr;
  for (const auto& [count, calls] : tried) {
    const std::size_t passed = count_passed(*calls);
    if (passed <= best) continue;
    best = passed;
    best_calls = calls;
  }
  const auto add = [&](std::size_t passed, const std::string& response) {
    if (passed * kInfoShare < all) return;
    findings.push_back(
        {.fault = CaseFault::kConstantResponse,
         .severity = passed * kLargeShare >= all ? Severity::kWarning : Severity::kInfo,
         .text = response + " passes " + grouped_digits(passed) + " of " +
                 counted(all, "entry", "entries")});
  };
  add(count_passed(nothing), "A response without calls");
  if (best_calls != nullptr) add(best, short_calls(*best_calls, kShown));
}

}  // namespace bfclx
