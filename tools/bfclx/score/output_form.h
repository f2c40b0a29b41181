// The format of an output file, from its extension.
#ifndef BFCLX_TOOLS_BFCLX_SCORE_OUTPUT_FORM_H_
#define BFCLX_TOOLS_BFCLX_SCORE_OUTPUT_FORM_H_

#include <string>
#include <string_view>

namespace bfclx::tools {

// Of `score -o FILE`: a value of --format, or one of these.
inline constexpr std::string_view kVerdictsForm = "verdicts";
inline constexpr std::string_view kPageForm = "html";
// Throws a UsageError that lists the known ones.
std::string_view output_form(const std::string& path);

// Of --verdicts: whether the file is CSV; else it is JSON lines, whatever its name. Throws for the
// name of another form, which is a mistake.
bool is_csv_of_verdicts(const std::string& path);
// The same of a file of `--shard`, which is never CSV.
void check_shard_file(const std::string& path);

// The header of verdicts as CSV, and the row of one, from its line of JSON. Of the responses to an
// entry only the one that is not `superseded` counts.
std::string verdicts_csv_header();
std::string verdict_csv_row(std::string_view line, std::string_view model, bool superseded);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_SCORE_OUTPUT_FORM_H_
