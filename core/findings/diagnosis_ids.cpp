// Findings about which entries the replies belong to.
#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/findings/diagnosis_parts.h"

namespace bfclx::diagnosis {
namespace {

void find_unknown(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector unknown("unknown_ids", Severity::kWarning, "Replies to entries that the dataset lacks",
                    "Check that results and dataset are of one version; replies that were made "
                    "for other questions cannot be scored.");
  for (const DiagnosedReply& reply : input.replies) {
    if (reply.entry == nullptr) unknown.add(reply);
  }
  unknown.finish(findings, counted(unknown.count(), "reply is", "replies are") +
                               " left out: the accuracy is over the entries that are known. The "
                               "official evaluator pairs replies with entries by their place, so "
                               "an unknown id can shift those behind it.");
}

// Whether every missing entry of the categories stands behind all those that were answered: so look
// results of a version that had fewer entries. Entries of a category lie in one array.
bool only_last_ones_miss(const DiagnosisInput& input) {
  std::map<const Category*, const Entry*> first_missing;
  for (const Entry* entry : input.missing) {
    const Entry*& first = first_missing.try_emplace(entry->category, entry).first->second;
    first = std::min(first, entry, std::less<>());
  }
  for (const DiagnosedReply& reply : input.replies) {
    if (reply.entry == nullptr) continue;
    const auto first = first_missing.find(reply.entry->category);
    if (first != first_missing.end() && std::less<>()(first->second, reply.entry)) return false;
  }
  return true;
}

void find_missing(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector missing("missing_entries", Severity::kWarning, "Entries without a reply",
                    "Generate the missing entries (the official generation takes --run-ids), or "
                    "say beside the score that it is over a part of the categories.");
  for (const Entry* entry : input.missing) missing.add(entry->category, {entry->id, "", 0, ""});
  const std::string_view why =
      only_last_ones_miss(input)
          ? " They are the last entries of their categories: the results may come from an earlier "
            "dataset version or from a run that was stopped."
          : "";
  missing.finish(findings,
                 "The accuracies of these categories are over the entries that are there, so they "
                 "compare with no others. The official evaluator stops at such a file, or with "
                 "--partial-eval divides by the entries present." +
                     std::string(why));
}

void find_duplicates(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector duplicates("duplicate_ids", Severity::kWarning, "Entries that were answered twice",
                       "Remove the replies that should not count; a generation that was resumed "
                       "often appends them.");
  for (const DiagnosedReply& reply : input.replies) {
    if (reply.entry != nullptr && reply.superseded) duplicates.add(reply, "an earlier reply");
  }
  duplicates.finish(findings,
                    "The last reply of an entry counts, " +
                        counted(duplicates.count(), "earlier one is", "earlier ones are") +
                        " left out. The official evaluator stops, because there are "
                        "more replies than entries; with --partial-eval it pairs them "
                        "by their place, against wrong entries.");
}

void find_old_ids(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector old("old_ids", Severity::kNote, "Ids in the spelling of an older version",
                "Make sure that the questions were the same: answers were corrected between "
                "versions, and some questions changed.");
  for (const DiagnosedReply& reply : input.replies) {
    if (reply.entry != nullptr && reply.id != reply.entry->id) {
      old.add(reply, "taken as " + reply.entry->id);
    }
  }
  old.finish(findings,
             "The replies are scored against the entries of this dataset with the same "
             "number. The official v4 evaluator does not know these ids.");
}

void find_unusable(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector unusable("unusable_lines", Severity::kWarning, "Lines that give no reply",
                     "Repair the lines or generate their entries again; a line that was cut often "
                     "comes from a run that was killed.");
  for (const ResultProblem& problem : input.unusable) {
    if (!problem.fatal) continue;
    unusable.add(category_of_id(problem.id),
                 {problem.id, problem.file, problem.line, excerpt_of(problem.message)});
  }
  unusable.finish(findings, "Their entries count as missing, not as wrong.");
}

}  // namespace

void find_id_problems(const DiagnosisInput& input, std::vector<Finding>& findings) {
  find_unknown(input, findings);
  find_missing(input, findings);
  find_duplicates(input, findings);
  find_old_ids(input, findings);
  find_unusable(input, findings);
}

void find_impossible(const DiagnosisInput& input, std::vector<Finding>& findings) {
  if (!input.impossible) return;
  Collector impossible("impossible_answers", Severity::kNote,
                       "Entries that no reply can pass, because of their ground truth",
                       "Nothing can be done in the results. Every model loses these entries alike; "
                       "`bfclx self-check` lists them with the reasons.");
  for (const DiagnosedReply& reply : input.replies) {
    if (counts(reply) && reply.executable != nullptr && !reply.executable->impossible.empty()) {
      impossible.add(reply, excerpt_of(reply.executable->impossible));
    }
    if (!judged_by_calls(reply) || reply.verdict->valid) continue;
    if (const std::string reason = input.impossible(*reply.entry); !reason.empty()) {
      impossible.add(reply, excerpt_of(reason));
    }
  }
  impossible.finish(findings,
                    "The best accuracy that can be reached is below 100 % by these "
                    "entries; comparisons between models are not touched.");
}

}  // namespace bfclx::diagnosis
