#include "tools/bfclx/dataset/choosing.h"

#include <algorithm>
#include <utility>

#include "core/base/counted.h"
#include "core/dataset/own_weights.h"
#include "core/value/dict_of.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {

namespace {

std::vector<std::string> weighted_tags(const TagWeights& weights) {
  std::vector<std::string> tags;
  for (const TagWeight& one : weights) tags.push_back(one.tag);
  return tags;
}

}  // namespace

void check_tags(const std::vector<std::string>& given, const TagWeights& weights) {
  for (const std::string& tag : given) {
    if (printable_line(tag) == tag) continue;
    throw UsageError("--tag: has characters that cannot be shown: " + printable_line(tag));
  }
  if (given.empty() || weights.empty()) return;
  List tags;
  for (const std::string& tag : given) tags.push_back(Value::str(tag));
  const auto tag = weighted_tag(dict_of({{kTags, Value::list(std::move(tags))}}), weights);
  if (!tag.ok()) throw UsageError("--tag: " + tag.error().message);
}

void tell_missing_tags(const std::vector<ProposedCase>& proposals, const Decisions& decisions,
                       const TagWeights& weights, bool refuses) {
  const auto missing =
      std::count_if(proposals.begin(), proposals.end(), [&](const ProposedCase& one) {
        const Value* kept = decisions.find(one.object);
        return needs_tag(kept != nullptr && !kept->is_none() ? *kept : one.object, weights);
      });
  if (missing == 0) return;
  const std::string text =
      counted(static_cast<std::size_t>(missing), "proposed case needs", "proposed cases need") +
      " a tag with a weight: " + joined(weighted_tags(weights), ", ");
  if (refuses) throw UsageError(text + ". Pass --tag NAME, or choose a tag for each without --yes");
  say(text + ". Add one to each case, or pass --tag NAME");
}

void leave_out_failed(std::vector<ProposedCase>& proposals, const Decisions& decisions) {
  const std::size_t failed = std::erase_if(proposals, [&](const ProposedCase& one) {
    return one.failed() && decisions.find(one.object) == nullptr;
  });
  if (failed == 0) return;
  say(counted(failed, "failed response", "failed responses") +
      " left out. Run this without --yes to see and confirm them");
}

void choose_one_each(std::vector<ProposedCase>& proposals, const Decisions& decisions,
                     bool keeps_unknown) {
  std::vector<ProposedCase> chosen;
  std::size_t others = 0;
  std::vector<std::string> unknown;
  for (std::size_t begin = 0, end = 0; begin < proposals.size(); begin = end) {
    const ProposedCase& first = proposals[begin];
    const auto is_other = [&](const ProposedCase& one) { return one.question != first.question; };
    const auto its_end = std::find_if(proposals.begin() + static_cast<std::ptrdiff_t>(begin),
                                      proposals.end(), is_other);
    end = static_cast<std::size_t>(its_end - proposals.begin());
    const auto find = [&](const auto& fits) {
      std::size_t at = begin;
      while (at < end && !fits(proposals[at])) ++at;
      return at;
    };
    std::size_t at = find([&](const ProposedCase& one) {
      const Value* kept = decisions.find(one.object);
      return kept != nullptr && !kept->is_none();
    });
    const bool is_decided = at < end;
    if (!is_decided) {
      at = find([&](const ProposedCase& one) { return one.fits && one.verdict == first.verdict; });
    }
    if (at == end) at = begin;
    const bool is_unknown =
        end - begin > 1 && !is_decided && first.verdict == ProposalVerdict::kUnknown;
    if (is_unknown) unknown.push_back(first.from);
    if (is_unknown && !keeps_unknown) continue;
    others += end - begin - 1;
    chosen.push_back(std::move(proposals[at]));
  }
  proposals = std::move(chosen);
  if (others > 0) {
    say(counted(others, "more response", "more responses") + " to the same questions left out");
  }
  for (std::size_t i = 0; i < unknown.size() && i < kMostProposalProblems; ++i) {
    say(printable_line(unknown[i]) + ": the responses to this question have different calls");
  }
  if (!unknown.empty() && !keeps_unknown) {
    say(counted(unknown.size(), "question", "questions") +
        " left out: " + (unknown.size() == 1 ? "its" : "their") +
        " responses differ. Run this without --yes to choose one");
  }
}

}  // namespace bfclx::tools
