#include "core/benchmark/translated_entries.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/benchmark/translation_checks.h"
#include "core/benchmark/translation_folder.h"
#include "core/benchmark/translation_lines.h"
#include "core/dataset/entry_builder.h"
#include "core/dataset/entry_completion.h"
#include "core/dataset/entry_id.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

using std::string_view;

// Of the source, as they are: whatever its entries need beside questions and ground truth.
constexpr string_view kRootFiles[] = {"long_context.json", "prompts.json", "prompt_texts.json",
                                      "models.json"};

void add_line(std::string& bytes, const Value& object) {
  append_json(bytes, object);
  bytes += '\n';
}

Value texts_of(const TranslatedFile::Row& row) {
  Dict line;
  line.set("id", *find_member(row.source, "id"));
  line.set("question", *find_member(row.source, "question"));
  if (const Value* truth = find_member(row.truth, "ground_truth")) line.set("ground_truth", *truth);
  return Value::dict(std::move(line));
}

std::string to_translate(const std::vector<TranslatedFile>& files) {
  std::string lines;
  for (const TranslatedFile& file : files) {
    for (const TranslatedFile::Row& row : file.rows) {
      if (row.now.is_none()) add_line(lines, texts_of(row));
    }
  }
  return lines;
}

class Adding {
 public:
  Adding(TranslationFolder& folder, const DatasetFiles::Read& read) : folder_(folder), read_(read) {
    for (TranslatedFile& file : folder_.files) {
      for (TranslatedFile::Row& row : file.rows) {
        const std::string id(find_text(row.source, "id"));
        rows_.emplace(id, std::pair(&file, &row));
        for (const Category* category : file.category) {
          rows_.emplace(id_in_category(*category, id), std::pair(&file, &row));
        }
      }
    }
  }

  void add(const DatasetLine& line) {
    if (!line.object.ok()) return fail(line.number, line.object.error().message);
    if (const Status known = check_translation_members(*line.object); !known.ok()) {
      return fail(line.number, known.error().message);
    }
    const string_view id = find_text(*line.object, "id");
    const auto found = rows_.find(std::string(id));
    if (found == rows_.end()) return fail(line.number, unknown_id(id));
    auto& [file, row] = found->second;
    if (row->line > 0) {
      return fail(line.number, "id: duplicate, also in line " + std::to_string(row->line));
    }
    const Result<TranslationLine> read = read_translation_line(*line.object, row->source);
    if (!read.ok()) return fail(line.number, read.error().message);
    if (!read->ground_truth.is_none() && row->truth.is_none()) {
      return fail(line.number, "ground_truth: entries of this category have none");
    }
    std::size_t all = 0;
    const bool is_same =
        same_texts(*find_member(row->source, "question"), read->question, all) == all;
    if (is_same && !read->unchanged) {
      row->line = line.number;
      ++made_.unchanged;
      return;
    }
    take(*file, *row, *read, line.number);
  }

  Result<AddedTranslations> finish() && {
    for (TranslatedFile& file : folder_.files) check_entries(file);
    AddedCases& added = made_.added;
    std::stable_sort(added.problems.begin(), added.problems.end(),
                     [](const CaseProblem& a, const CaseProblem& b) { return a.line < b.line; });
    added.faulty = added.problems.size();
    if (added.faulty > kMaxCaseProblems) added.problems.resize(kMaxCaseProblems);
    std::vector<BenchmarkFile> questions;
    for (const TranslatedFile& file : folder_.files) {
      for (const Category* category : file.category) {
        const auto now = std::count_if(file.rows.begin(), file.rows.end(), is_taken);
        added.categories.push_back({category, static_cast<std::size_t>(now), file.translated()});
      }
      if (file.is_conversations()) {
        made_.conversations_left += file.rows.size() - file.translated();
      }
      if (added.faulty == 0) write(file, questions);
    }
    if (added.faulty == 0) {
      std::move(questions.begin(), questions.end(), std::back_inserter(added.files));
      added.files.push_back({std::string(kToTranslateFile), to_translate(folder_.files)});
    }
    return std::move(made_);
  }

 private:
  std::string unknown_id(string_view id) const {
    if (id.empty()) return "id: missing, expected the id of an entry";
    const Category* category = read_entry_id(id).category;
    const bool is_other =
        category != nullptr &&
        std::none_of(folder_.files.begin(), folder_.files.end(), [&](const TranslatedFile& file) {
          return std::find(file.category.begin(), file.category.end(), category) !=
                 file.category.end();
        });
    return is_other ? concat({"id: ", id, " is of ", category->name,
                              ", which this translation does not include"})
                    : concat({"id: the source has no entry ", id});
  }

  static bool is_taken(const TranslatedFile::Row& row) { return row.taken; }

  void fail(std::size_t line, std::string text) {
    made_.added.problems.push_back({line, std::move(text)});
  }

  void take(const TranslatedFile& file, TranslatedFile::Row& row, const TranslationLine& read,
            std::size_t line) {
    ++made_.taken;
    made_.replaced += row.now.is_none() ? 0 : 1;
    row.line = line;
    row.taken = true;
    if (row.now.is_none()) {
      row.now = row.source.deep_copy();
      row.now_truth = row.truth;
    }
    row.now.mutable_dict().set("question", read.question);
    if (!read.function.is_none()) row.now.mutable_dict().set("function", read.function);
    if (file.answers.empty() || read.ground_truth.is_none()) return;
    row.amended = !equal(read.ground_truth, *find_member(row.truth, "ground_truth"));
    row.now_truth = row.now_truth.deep_copy();
    row.now_truth.mutable_dict().set("ground_truth", read.ground_truth);
  }

  // Whether each new entry can be read, and amended ground truth passes.
  void check_entries(const TranslatedFile& file) {
    if (file.is_conversations()) return;
    TranslationCheck check;
    std::vector<std::size_t> lines;
    for (const TranslatedFile::Row& row : file.rows) {
      if (!is_taken(row)) continue;
      lines.push_back(row.line);
      add_line(check.questions, row.now);
      if (!file.answers.empty()) add_line(check.answers, row.now_truth);
      add_line(check.source_questions, row.source);
      if (!file.answers.empty()) add_line(check.source_answers, row.truth);
      check.amended.push_back(row.amended);
    }
    if (lines.empty()) return;
    for (const TranslationFault& fault : check_translated(*file.category.front(), check, read_)) {
      fail(lines[std::min(fault.position, lines.size() - 1)], fault.text);
    }
  }

  void write(const TranslatedFile& file, std::vector<BenchmarkFile>& questions) {
    if (std::none_of(file.rows.begin(), file.rows.end(), is_taken)) return;
    std::string now;
    std::string truths;
    for (const TranslatedFile::Row& row : file.rows) {
      const bool is_kept = !row.now.is_none();
      if (is_kept || file.is_conversations()) add_line(now, is_kept ? row.now : row.source);
      if (is_kept && !file.answers.empty()) add_line(truths, row.now_truth);
    }
    if (!file.answers.empty()) {
      made_.added.files.push_back({in_data(file.answers), std::move(truths)});
    }
    questions.push_back({in_data(file.questions), std::move(now)});
  }

  TranslationFolder& folder_;
  const DatasetFiles::Read& read_;
  std::unordered_map<std::string, std::pair<TranslatedFile*, TranslatedFile::Row*>> rows_;
  AddedTranslations made_;
};

void add_hints(const TranslatedFile& file, std::vector<TranslationHint>& hints) {
  for (const TranslatedFile::Row& row : file.rows) {
    if (row.now.is_none()) continue;
    const std::string id(find_text(row.source, "id"));
    const Value& source = *find_member(row.source, "question");
    const Value* question = find_member(row.now, "question");
    if (question == nullptr || !question->is_list()) continue;
    std::size_t all = 0;
    const std::size_t same = same_texts(source, *question, all);
    if (same > 0) {
      hints.push_back({id, all == 1 ? "the text is the same as in the source"
                                    : concat({std::to_string(same), " of ",
                                              counted(all, "text is", "texts are"),
                                              " the same as in the source"})});
    }
    const Value* before = find_member(row.truth, "ground_truth");
    const Value* truth = find_member(row.now_truth, "ground_truth");
    if (before == nullptr || truth == nullptr) continue;
    const Value* functions = find_member(row.source, "function");
    const std::string lost =
        lost_value(source, *question, *before, *truth, functions != nullptr ? *functions : Value());
    if (lost.empty()) continue;
    hints.push_back({id, concat({"the source's question contains the expected value of ", lost,
                                 "; the translated question contains no possible answer"})});
  }
}

}  // namespace

Result<NewTranslation> start_translation(const DatasetFiles::Read& source,
                                         std::span<const Category* const> wanted) {
  NewTranslation made;
  std::vector<TranslatedFile> files = files_of(wanted);
  const auto copy = [&](const std::string& path, const std::string& to, bool needed) -> Status {
    BFCLX_ASSIGN_OR_RETURN(std::optional<std::string> bytes, source(path));
    if (!bytes && needed) return missing_file(path);
    if (bytes) made.files.push_back({to, *std::move(bytes)});
    return {};
  };
  for (TranslatedFile& file : files) {
    BFCLX_RETURN_IF_ERROR(copy(in_data(file.questions), in_source(file.questions), true));
    const std::string questions = made.files.back().bytes;
    std::string answers;
    if (!file.answers.empty()) {
      BFCLX_RETURN_IF_ERROR(copy(in_data(file.answers), in_source(file.answers), true));
      answers = made.files.back().bytes;
    }
    if (file.is_conversations()) {
      made.files.push_back({in_data(file.questions), questions});
    }
    BFCLX_RETURN_IF_ERROR(read_source(file, questions, answers));
    if (file.is_conversations()) made.conversations += file.rows.size();
    made.lines += file.rows.size();
    for (const Category* category : file.category) {
      made.entries.emplace_back(category, file.rows.size());
    }
  }
  for (const FunctionDocFile& docs : function_doc_files()) {
    BFCLX_RETURN_IF_ERROR(copy(in_data(docs.file), in_data(docs.file), false));
  }
  for (const string_view path : kRootFiles) {
    BFCLX_RETURN_IF_ERROR(copy(std::string(path), std::string(path), false));
  }
  made.files.push_back({std::string(kToTranslateFile), to_translate(files)});
  return made;
}

Result<AddedTranslations> add_translations(const OwnBenchmark& benchmark,
                                           const DatasetFiles::Read& read, string_view lines) {
  TranslationFolder folder(*benchmark.translation, read);
  BFCLX_RETURN_IF_ERROR(folder.load());
  const std::vector<DatasetLine> given = read_dataset_lines(lines, DuplicateKeys::kRefused);
  if (given.size() > kMaxCases) {
    return Error{.kind = "Limit",
                 .message = "more than " + grouped_digits(kMaxCases) + " lines at a time"};
  }
  Adding adding(folder, read);
  for (const DatasetLine& line : given) adding.add(line);
  return std::move(adding).finish();
}

Result<TranslationState> translation_state(const OwnBenchmark& benchmark,
                                           const DatasetFiles::Read& read) {
  TranslationFolder folder(*benchmark.translation, read);
  BFCLX_RETURN_IF_ERROR(folder.load());
  TranslationState state;
  for (const TranslatedFile& file : folder.files) {
    for (const Category* category : file.category) {
      state.translated.emplace_back(category, file.translated());
    }
    if (file.is_conversations()) state.conversations_left += file.rows.size() - file.translated();
    add_hints(file, state.hints);
  }
  return state;
}

std::string translated_text(std::size_t translated, std::size_t all) {
  if (translated == all) {
    return concat({"All ", counted(all, "entry is", "entries are"), " translated."});
  }
  const bool is_one = translated == 1;
  return concat({grouped_digits(translated), " of ", counted(all, "entry", "entries"),
                 is_one ? " is translated: only this one is generated and scored."
                        : " are translated: only these are generated and scored."});
}

std::string translated_text(const DatasetFiles& dataset) {
  const OwnBenchmark* own = dataset.own_benchmark();
  if (own == nullptr || own->translation == nullptr) return {};
  return translated_text(count_of(dataset.own_entries()), count_of(own->translation->entries));
}

std::string partial_text(const DatasetFiles& dataset) {
  const OwnBenchmark* own = dataset.own_benchmark();
  const bool is_partial = own != nullptr && own->translation != nullptr &&
                          count_of(dataset.own_entries()) < count_of(own->translation->entries);
  return is_partial ? translated_text(dataset) : std::string();
}

std::string conversations_text(std::size_t left) {
  if (left == 0) return {};
  return counted(left, "conversation that fills a memory is",
                 "conversations that fill memories are") +
         " not translated yet.";
}

}  // namespace bfclx
