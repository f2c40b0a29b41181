#include "tools/bfclx/score/output_form.h"

#include <filesystem>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/render/escape.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/score/shard_verdict.h"

namespace bfclx::tools {
namespace {

struct OutputForm {
  std::string_view extension;
  std::string_view form;
};

constexpr OutputForm kForms[] = {
    {".json", "json"}, {".jsonl", kVerdictsForm}, {".csv", "csv"},     {".md", "markdown"},
    {".xml", "junit"}, {".yaml", "hf-eval"},      {".html", kPageForm}};

// "" where it has none: a pipe, a device, standard output.
std::string extension_of(const std::string& path) {
  return path == "-" ? "" : std::filesystem::path(path).extension().string();
}

std::string member_text(const Value& line, std::string_view name) {
  return csv_cell(find_text(line, name));
}

}  // namespace

std::string_view output_form(const std::string& path) {
  const std::string extension = extension_of(path);
  std::vector<std::string> known;
  for (const OutputForm& one : kForms) {
    if (one.extension == extension) return one.form;
    known.emplace_back(one.extension);
  }
  std::error_code ignored;
  const std::string advice = path == "-"
                                 ? "; for standard output, omit --output and choose a --format"
                             : std::filesystem::is_directory(path, ignored) || path.ends_with('/')
                                 ? "; `bfclx report -o FOLDER/` writes a folder"
                                 : "";
  throw UsageError("--output " + path + ": unknown extension; use " +
                   alternatives(std::move(known)) + advice);
}

bool is_csv_of_verdicts(const std::string& path) {
  const std::string extension = extension_of(path);
  if (extension == ".csv") return true;
  const bool of_report = extension == ".md" || extension == ".xml" || extension == ".html";
  if (of_report || extension == ".parquet" || extension == ".xlsx") {
    throw UsageError("--verdicts " + path + ": verdicts are JSON lines or CSV; use .jsonl or .csv" +
                     (of_report ? ", or -o " + path + " for the report" : ""));
  }
  return false;
}

void check_shard_file(const std::string& path) {
  if (extension_of(path) != ".csv") return;
  throw UsageError("--verdicts " + path + ": a shard is JSON lines, not CSV; name a .jsonl file");
}

std::string verdicts_csv_header() {
  return "model,id,valid,error_type,why,skipped,problem,superseded\n";
}

std::string verdict_csv_row(std::string_view line, std::string_view model, bool superseded) {
  const Result<Value> read = json_loads(line);
  const Value value = read.ok() ? *read : Value();
  const Value* valid = find_member(value, "valid");
  const bool judged = valid != nullptr && valid->is_bool();
  const Value* why = find_member(value, "why");
  return csv_cell(model) + "," + member_text(value, "id") + "," +
         (!judged            ? ""
          : valid->as_bool() ? "true"
                             : "false") +
         "," + csv_cell(error_type_of(value)) + "," +
         (why == nullptr ? "" : member_text(*why, "text")) + "," + member_text(value, "skipped") +
         "," + member_text(value, "problem") + "," + (superseded ? "true" : "false") + "\n";
}

}  // namespace bfclx::tools
