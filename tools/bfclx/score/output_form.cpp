#include "tools/bfclx/score/output_form.h"

#include <filesystem>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/base/utf8.h"
#include "core/dataset/own_benchmark.h"
#include "core/render/escape.h"
#include "core/run/tag_accuracy.h"
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
    {".json", "json"}, {".jsonl", kVerdictsForm}, {".csv", "csv"},      {".md", "markdown"},
    {".xml", "junit"}, {".yaml", "hf-eval"},      {".html", kPageForm}, {".eval", kInspectForm}};

// "" where it has none: a pipe, a device, standard output.
std::string extension_of(const std::string& path) {
  return path == "-" ? "" : std::filesystem::path(path).extension().string();
}

std::string member_text(const Value& line, std::string_view name) {
  return csv_cell(find_text(line, name));
}

std::string valid_text(std::string_view text) {
  return find_invalid_utf8(text) ? sanitize_utf8(text) : std::string(text);
}

std::vector<std::string> tag_texts(const Entry& entry) {
  std::vector<std::string> texts;
  for (const std::string_view tag : tags_of(entry)) texts.push_back(valid_text(tag));
  return texts;
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

VerdictContext context_of(const ModelRun& model, const Place& place) {
  const Category* category =
      place.scored ? model.runs[place.part].category : model.unscored[place.part].category;
  VerdictContext context{.model = model.name};
  if (category != nullptr) context.category = category->name;
  if (!place.scored) return context;
  context.entry = model.response(place).entry;
  context.superseded = model.response(place).superseded;
  return context;
}

std::string verdicts_csv_header() {
  return "model,id,valid,error_type,why,skipped,problem,superseded,category,short_reason,own_id,"
         "tags\n";
}

std::string verdict_csv_row(std::string_view line, const VerdictContext& context) {
  const Result<Value> read = json_loads(line);
  const Value value = read.ok() ? *read : Value();
  const Value* valid = find_member(value, "valid");
  const bool judged = valid != nullptr && valid->is_bool();
  const Value* why = find_member(value, "why");
  std::string row = csv_cell(context.model) + "," + member_text(value, "id") + "," +
                    (!judged            ? ""
                     : valid->as_bool() ? "true"
                                        : "false") +
                    "," + csv_cell(error_type_of(value)) + "," +
                    (why == nullptr ? "" : member_text(*why, "text")) + "," +
                    member_text(value, "skipped") + "," + member_text(value, "problem") + "," +
                    (context.superseded ? "true" : "false") + "," + csv_cell(context.category) +
                    "," + (why == nullptr ? "" : member_text(*why, "short"));
  const Entry* entry = context.entry;
  if (entry == nullptr) return row + ",,\n";
  return row + "," + csv_cell(valid_text(find_text(entry->data, kOwnId))) + "," +
         csv_cell(joined(tag_texts(*entry), "; ")) + "\n";
}

std::string with_own_members(std::string line, const Entry& entry) {
  const std::string_view own_id = find_text(entry.data, kOwnId);
  const std::vector<std::string> tags = tag_texts(entry);
  std::string members;
  if (!own_id.empty()) append_json_str(members += ", \"own_id\": ", own_id);
  if (!tags.empty()) append_json(members += ", \"tags\": ", list_of_texts(tags));
  line.insert(line.size() - 1, members);
  return line;
}

}  // namespace bfclx::tools
