#include "core/benchmark/translation_folder.h"

#include <optional>
#include <unordered_map>
#include <utility>

#include "core/base/text.h"
#include "core/dataset/entry_builder.h"
#include "core/dataset/entry_form.h"
#include "core/dataset/entry_id.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

using std::string_view;

// Conversations are all there from the start.
bool is_as_source(const TranslatedFile::Row& row, const Value& line) {
  const Value* question = find_member(line, "question");
  return question != nullptr && equal(*question, *find_member(row.source, "question"));
}

}  // namespace

std::string in_data(string_view file) { return concat({"data/", file}); }
std::string in_source(string_view file) { return concat({kSourceFolder, "data/", file}); }

Error missing_file(const std::string& path) {
  return Error{.kind = "dataset", .message = path + " is missing"};
}

std::vector<TranslatedFile> files_of(std::span<const Category* const> wanted) {
  std::vector<TranslatedFile> files;
  bool any_memory = false;
  for (const Category& category : categories()) {
    const bool is_wanted = std::any_of(wanted.begin(), wanted.end(), [&](const Category* one) {
      return one->questions == category.questions;
    });
    if (!is_wanted || !can_translate(category)) continue;
    if (files.empty() || files.back().questions != category.questions) {
      files.push_back({category.questions, category.answers, {}, {}});
    }
    files.back().category.push_back(&category);
    any_memory = any_memory || is_memory(category);
  }
  for (const MemoryScenario& scenario : memory_scenarios()) {
    if (any_memory) files.push_back({scenario.file, {}, {}, {}});
  }
  return files;
}

Status read_source(TranslatedFile& file, string_view questions, string_view answers) {
  const std::vector<DatasetLine> lines = read_dataset_lines(questions);
  const std::vector<DatasetLine> truths = read_dataset_lines(answers);
  if (!file.answers.empty() && lines.size() != truths.size()) {
    return Error{.kind = "dataset",
                 .message = concat({in_data(file.answers), " has another number of lines than ",
                                    in_data(file.questions)})};
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].object.ok() || lines[i].id.empty()) continue;
    TranslatedFile::Row row;
    row.source = lines[i].object->deep_copy();
    const LinePlace place{file.questions, lines[i].number, lines[i].id};
    if (!normalise_question(row.source.mutable_dict(), place).ok()) continue;
    if (!file.answers.empty()) {
      if (!truths[i].object.ok()) continue;
      row.truth = *truths[i].object;
    }
    file.rows.push_back(std::move(row));
  }
  return {};
}

TranslationFolder::TranslationFolder(const Translation& translation, const DatasetFiles::Read& read)
    : read_(read) {
  std::vector<const Category*> wanted;
  for (const auto& [category, unused] : translation.entries) wanted.push_back(category);
  files = files_of(wanted);
}

Status TranslationFolder::load() {
  for (TranslatedFile& file : files) {
    BFCLX_ASSIGN_OR_RETURN(const std::string questions, needed(in_source(file.questions)));
    std::string answers;
    if (!file.answers.empty()) {
      BFCLX_ASSIGN_OR_RETURN(answers, needed(in_source(file.answers)));
    }
    BFCLX_RETURN_IF_ERROR(read_source(file, questions, answers));
    BFCLX_RETURN_IF_ERROR(load_translated(file));
  }
  return {};
}

Result<std::string> TranslationFolder::needed(const std::string& path) const {
  BFCLX_ASSIGN_OR_RETURN(std::optional<std::string> bytes, read_(path));
  if (!bytes) return missing_file(path);
  return *std::move(bytes);
}

Status TranslationFolder::load_translated(TranslatedFile& file) const {
  BFCLX_ASSIGN_OR_RETURN(const std::optional<std::string> bytes, read_(in_data(file.questions)));
  if (!bytes) return {};
  std::optional<std::string> answers;
  if (!file.answers.empty()) {
    BFCLX_ASSIGN_OR_RETURN(answers, read_(in_data(file.answers)));
  }
  std::unordered_map<string_view, TranslatedFile::Row*> rows;
  for (TranslatedFile::Row& row : file.rows) rows.emplace(find_text(row.source, "id"), &row);
  const std::vector<DatasetLine> lines = read_dataset_lines(*bytes);
  const std::vector<DatasetLine> truths = read_dataset_lines(answers.value_or(""));
  if (!file.answers.empty() && lines.size() != truths.size()) {
    return Error{.kind = "dataset",
                 .message = concat({in_data(file.answers), " has another number of lines than ",
                                    in_data(file.questions)})};
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto row = rows.find(lines[i].id);
    std::string fault = !lines[i].object.ok() ? lines[i].object.error().message
                        : row == rows.end()   ? "the source has no entry of this id"
                                              : "";
    if (fault.empty() && !file.answers.empty() && !truths[i].object.ok()) {
      fault = "its ground truth: " + truths[i].object.error().message;
    }
    if (!fault.empty()) {
      return Error{.kind = "dataset",
                   .message = concat({in_data(file.questions), ":", std::to_string(lines[i].number),
                                      ": ", fault})};
    }
    if (file.is_conversations() && is_as_source(*row->second, *lines[i].object)) continue;
    row->second->now = *lines[i].object;
    if (!file.answers.empty()) row->second->now_truth = *truths[i].object;
  }
  return {};
}

}  // namespace bfclx
