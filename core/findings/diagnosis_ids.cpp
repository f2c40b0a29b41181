// Findings about which entries the responses belong to.
#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/findings/diagnosis_parts.h"

namespace bfclx::diagnosis {
namespace {

void find_unknown(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector unknown("unknown_ids", Severity::kWarning,
                    "Check that results and dataset have the same version; responses to other "
                    "questions cannot be scored.");
  struct Responses {
    std::size_t all = 0;
    std::size_t unknown = 0;
  };
  std::map<const Category*, Responses> categories;
  for (const DiagnosedResponse& response : input.responses) {
    Responses& of =
        categories[response.entry != nullptr ? response.entry->category : response.category];
    ++of.all;
    if (response.entry != nullptr) continue;
    ++of.unknown;
    unknown.add(response);
  }
  // A few are slips, whatever share of a small run they are.
  constexpr std::size_t kFew = 10;
  if (unknown.count() >= kFew) unknown.grade(entries_of(input) + unknown.count());
  for (const auto& [category, of] : categories) {
    if (is_a_third(of.unknown, of.all)) unknown.set_severity(Severity::kError);
  }
  unknown.finish(findings, counted(unknown.count(), "response is", "responses are") +
                               " not counted in any accuracy. The official evaluator pairs "
                               "responses with entries by position, so an unknown id can shift "
                               "the responses after it.");
}

// What a category with missing entries has.
struct PartlyThere {
  std::size_t missing = 0;
  std::size_t scored = 0;     // entries with a response that counts
  std::size_t responses = 0;  // lines, those of unknown ids and earlier ones of an entry too
  const Entry* first_missing = nullptr;
  bool only_last_ones = true;  // every missing entry stands behind all that have a response
};
using MissingByCategory = std::map<const Category*, PartlyThere>;

// Entries of a category lie in one array.
MissingByCategory missing_by_category(const DiagnosisInput& input) {
  MissingByCategory parts;
  for (const Entry* entry : input.missing) {
    PartlyThere& part = parts[entry->category];
    ++part.missing;
    const bool is_first = part.first_missing == nullptr || std::less<>()(entry, part.first_missing);
    if (is_first) part.first_missing = entry;
  }
  for (const DiagnosedResponse& response : input.responses) {
    const auto found =
        parts.find(response.entry != nullptr ? response.entry->category : response.category);
    if (found == parts.end()) continue;
    PartlyThere& part = found->second;
    ++part.responses;
    if (!counts(response)) continue;
    ++part.scored;
    if (std::less<>()(part.first_missing, response.entry)) part.only_last_ones = false;
  }
  return parts;
}

std::string effect_of_missing(const MissingByCategory& parts) {
  std::size_t without = 0;  // categories without an accuracy
  bool too_few = false;     // lines for the official evaluator
  bool only_last_ones = true;
  for (const auto& [category, part] : parts) {
    without += part.scored == 0 ? 1 : 0;
    too_few = too_few || part.responses < part.scored + part.missing;
    only_last_ones = only_last_ones && (part.scored == 0 || part.only_last_ones);
  }
  const bool some = without < parts.size();
  std::string text;
  if (without > 0) {
    text = counted(without, "category has no response", "categories have no response") +
           " that can be scored, and so no accuracy.";
  }
  if (some) {
    text += text.empty() ? "The accuracies of these categories cover"
                         : " The accuracies of the others cover";
    text +=
        " only the entries with a response, so they cannot be compared with those of other runs.";
  }
  if (too_few) {
    text += " The official evaluator stops at such a file";
    text += some ? ", or with --partial-eval divides by the entries present." : ".";
  }
  if (some && only_last_ones) {
    text += without > 0 ? " In these the last entries are missing"
                        : " They are the last entries of their categories";
    text +=
        ": the results may come from an earlier dataset version or from a run that was "
        "stopped.";
  }
  return text;
}

void find_missing(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector missing("missing_entries", Severity::kWarning,
                    "Generate the missing entries (the official generation takes --run-ids), or "
                    "report the score as partial.");
  for (const Entry* entry : input.missing) missing.add(entry->category, {entry->id, "", 0, ""});
  missing.finish(findings, effect_of_missing(missing_by_category(input)));
}

void find_duplicates(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector duplicates("duplicate_ids", Severity::kWarning,
                       "Remove the responses that should not count; a generation that was resumed "
                       "often appends them.");
  for (const DiagnosedResponse& response : input.responses) {
    if (response.entry != nullptr && response.superseded)
      duplicates.add(response, "an earlier response");
  }
  duplicates.finish(findings,
                    "The last response to an entry counts; " +
                        counted(duplicates.count(), "earlier one is", "earlier ones are") +
                        " skipped. The official evaluator stops, because there are "
                        "more responses than entries; with --partial-eval it pairs them by "
                        "position, so some are scored against other entries.");
}

void find_old_ids(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector old("old_ids", Severity::kInfo,
                "Make sure that the questions were the same: ground truth was corrected between "
                "versions, and some questions changed.");
  for (const DiagnosedResponse& response : input.responses) {
    if (response.entry != nullptr && response.id != response.entry->id) {
      old.add(response, "taken as " + response.entry->id);
    }
  }
  old.finish(findings,
             "The responses are scored against the entries of this dataset with the same "
             "number. The official v4 evaluator does not know these ids.");
}

void find_unusable(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector unusable("unusable_lines", Severity::kWarning,
                     "Repair the lines or regenerate their entries; a truncated line often comes "
                     "from a run that was killed.");
  for (const auto& [category, problem] : input.unusable) {
    if (!problem->fatal) continue;
    unusable.add(category,
                 {problem->id, problem->file, problem->line, excerpt_of(problem->message)});
  }
  unusable.finish(findings, "Their entries count as missing, not as failed.");
}

}  // namespace

void find_id_problems(const DiagnosisInput& input, std::vector<Finding>& findings) {
  find_unknown(input, findings);
  find_missing(input, findings);
  find_duplicates(input, findings);
  find_old_ids(input, findings);
  find_unusable(input, findings);
}

// A response that stops at the step limit has fewer turns too, by its own fault.
void find_turn_count(const DiagnosisInput& input, std::vector<Finding>& findings) {
  constexpr std::size_t kMayBeTheLimit = 10;
  Collector turns("turn_count", Severity::kError,
                  "Responses with more turns come from another version of the dataset. Responses "
                  "with fewer turns were truncated when they were stored or merged. Generate these "
                  "entries again.");
  std::size_t fewer = 0;
  for (const DiagnosedResponse& response : input.responses) {
    if (!counts(response) || response.entry->category->judging != Judging::kMultiTurn) continue;
    const Value& question = response.entry->question();
    if (!response.response->is_list() || !question.is_list()) continue;
    const List& given = response.response->items();
    const std::size_t expected = question.items().size();
    if (given.size() == expected) continue;
    const bool stopped = given.size() < expected && !given.empty() && given.back().is_list() &&
                         given.back().items().size() >= kMayBeTheLimit;
    if (stopped) continue;
    fewer += given.size() < expected ? 1 : 0;
    turns.add(response,
              counted(given.size(), "turn", "turns") + " instead of " + std::to_string(expected));
  }
  turns.grade(entries_of(input));
  const std::size_t more = turns.count() - fewer;
  std::string effect;
  if (more > 0) {
    effect = counted(more, "response has", "responses have") + " more turns than the entry. ";
  }
  if (fewer > 0) {
    effect += counted(fewer, "response has", "responses have") + " fewer turns than the entry. ";
  }
  turns.finish(findings, effect + "Such responses always fail.");
}

void find_impossible(const DiagnosisInput& input, std::vector<Finding>& findings) {
  if (!input.impossible) return;
  const bool varied = std::any_of(
      input.responses.begin(), input.responses.end(), [](const DiagnosedResponse& response) {
        return response.category != nullptr && response.category->varies_prompts;
      });
  Collector impossible(
      "impossible_answers", Severity::kInfo,
      varied
          ? "This cannot be fixed in the results. `bfclx dataset validate` lists these entries "
            "with the reasons; for format_sensitivity it lists the entries that they are based on."
          : "This cannot be fixed in the results. `bfclx dataset validate` lists these entries "
            "with the reasons.");
  for (const DiagnosedResponse& response : input.responses) {
    if (counts(response) && response.executable != nullptr &&
        !response.executable->impossible.empty()) {
      impossible.add(response, excerpt_of(response.executable->impossible));
    }
    if (!judged_by_calls(response) || response.verdict->valid) continue;
    if (const std::string reason = input.impossible(*response.entry); !reason.empty()) {
      impossible.add(response, excerpt_of(reason));
    }
  }
  impossible.finish(
      findings,
      "These entries cap the accuracy below 100 %. Comparisons are unaffected: every model "
      "fails these entries.");
}

}  // namespace bfclx::diagnosis
