#include "tools/bfclx/generate/run_estimate.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <sstream>

#include "core/conversation/values.h"
#include "core/generation/several_choices.h"
#include "tools/bfclx/generate/result_folder.h"

namespace bfclx::tools {
namespace {

// By --thinking, where it is given.
std::optional<bool> reasons(const Target& target) {
  if (!target.thinking.is_dict()) return std::nullopt;
  const std::string_view value = text_member(target.thinking, "value");
  return value != "off" && value != "none" && value != "0";
}

}  // namespace

RunEstimate empty_estimate(const GenerateOptions& options, const Target& target,
                           const std::optional<TokenPrices>& prices) {
  EstimateBasis basis;
  basis.reasoning = reasons(target);
  if (const auto& most = target.settings.max_tokens; most && *most > 0) {
    basis.max_tokens = static_cast<std::size_t>(*most);
  }
  basis.prices = prices;
  basis.concurrency = options.num_threads;
  if (options.concurrency != "auto") {
    basis.concurrency = std::strtoull(options.concurrency.c_str(), nullptr, 10);
  }
  basis.in_batches = options.in_batches();
  return RunEstimate(basis);
}

// The first repeat asks for all that lack one. Of the others those ask whose first has its own.
ResponsesOf responses_of(const GenerateOptions& options, const std::string& model,
                         const std::vector<const Category*>& categories) {
  if (!options.one_request || options.repeat == 0 || options.repeat > kMostChoices) {
    return [](const PlannedEntry&) -> std::size_t { return 1; };
  }
  const std::size_t all = std::min(options.repeats, kMostChoices);
  std::set<std::string, std::less<>> done;  // by the first
  if (options.repeat > 1) {
    GenerateOptions first = options;
    first.repeat = 1;
    done = ResultFolder(chosen_result_dir(first), model).scan(categories, false).done;
  }
  return [all, done, repeat = options.repeat](const PlannedEntry& one) -> std::size_t {
    if (!has_one_step(one.entry->category)) return 1;
    if (repeat == 1) return all;
    return done.count(one.entry->id) != 0 ? 1 : 0;
  };
}

void add_entry(const PlannedEntry& planned, std::size_t bytes, std::size_t responses,
               RunEstimate& estimate) {
  const Value& turns = planned.entry->question();
  estimate.add(planned.entry->category, turns.is_list() ? turns.items().size() : 1, bytes,
               responses);
}

std::size_t first_bytes(const Conversation& conversation) {
  const Ask& ask = conversation.next();
  return ask.kind == Ask::Kind::kModel ? ask.request.body.size() : ask.text.size();
}

RunEstimate estimate_of(const std::vector<PlannedEntry>& planned, RunEstimate empty,
                        const ResponsesOf& responses,
                        const std::function<Result<Conversation>(const PlannedEntry&)>& start) {
  for (const PlannedEntry& one : planned) {
    const Result<Conversation> talk = start(one);
    add_entry(one, talk.ok() ? first_bytes(*talk) : 0, responses(one), empty);
  }
  return empty;
}

std::vector<std::string> estimate_lines(const RunEstimate& estimate) {
  std::vector<std::string> lines;
  std::istringstream text(estimate.text());
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

}  // namespace bfclx::tools
