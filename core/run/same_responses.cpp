#include "core/run/same_responses.h"

#include <map>
#include <string_view>

#include "core/base/counted.h"
#include "core/run/run_statistics.h"

namespace bfclx {
namespace {

using Responses = std::map<std::string_view, const Value*>;

// Those that count, by the id of the entry.
Responses responses_of(const ModelRun& model) {
  Responses responses;
  for (const CategoryRun& run : model.runs) {
    for (const ScoredResponse& response : run.responses) {
      if (counts(response)) responses.emplace(response.entry->id, &response.response);
    }
  }
  return responses;
}

}  // namespace

std::size_t identical_responses(std::span<const ModelRun* const> runs) {
  if (runs.size() < 2) return 0;
  Responses shared = responses_of(*runs.front());
  for (const ModelRun* run : runs.subspan(1)) {
    Responses both;
    for (const auto& [id, response] : responses_of(*run)) {
      const auto first = shared.find(id);
      if (first != shared.end() && !same_or_equal(*first->second, *response)) return 0;
      if (first != shared.end()) both.emplace(id, response);
    }
    shared = std::move(both);
  }
  return shared.size();
}

std::string identical_repeats_text(std::size_t entries) {
  return (entries == 1 ? "The response to the only entry is"
                       : "All " + grouped_digits(entries) + " responses are") +
         " identical in all repeats: they are copies of one run, or decoding is deterministic. "
         "In that case, more repeats add no information.";
}

}  // namespace bfclx
