// The format of an output file, from its extension.
#ifndef BFCLX_TOOLS_BFCLX_SCORE_OUTPUT_FORM_H_
#define BFCLX_TOOLS_BFCLX_SCORE_OUTPUT_FORM_H_

#include <string>
#include <string_view>

#include "core/run/model_run.h"

namespace bfclx::tools {

// Of `score -o FILE`: a value of --format, or one of these.
inline constexpr std::string_view kVerdictsForm = "verdicts";
inline constexpr std::string_view kPageForm = "html";
// A value of --format: a log of inspect.
inline constexpr std::string_view kInspectForm = "inspect";
// Throws a UsageError that lists the known ones.
std::string_view output_form(const std::string& path);

// Of --verdicts: whether the file is CSV; else it is JSON lines, whatever its name. Throws for the
// name of another form, which is a mistake.
bool is_csv_of_verdicts(const std::string& path);
// The same of a file of `--shard`, which is never CSV.
void check_shard_file(const std::string& path);

// What a verdict's line does not say of its response.
struct VerdictContext {
  std::string_view model = {};
  std::string_view category = {};
  const Entry* entry = nullptr;  // nullptr: unknown id, or not scored
  // Of the responses to an entry only the one that is not counts.
  bool superseded = false;
};

// That of a place of the run.
VerdictContext context_of(const ModelRun& model, const Place& place);

// The header of verdicts as CSV, and the row of one, from its line of JSON.
std::string verdicts_csv_header();
std::string verdict_csv_row(std::string_view line, const VerdictContext& context);
// The line of JSON with `own_id` and `tags` of an entry that has them, of a benchmark of one's own.
std::string with_own_members(std::string line, const Entry& entry);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_SCORE_OUTPUT_FORM_H_
