// Dataset: questions, function docs and ground truth, loaded from the bytes of the official files.
//
// Nothing is read from disk here: the caller hands over bytes by category (tools read files, a page
// fetches them). Once loaded a Dataset is not changed and may be shared by threads.
#ifndef BFCLX_CORE_DATASET_DATASET_H_
#define BFCLX_CORE_DATASET_DATASET_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/check/call_plan.h"
#include "core/dataset/category.h"
#include "core/value/value.h"

namespace bfclx {

class OwnMatch;
enum class ValueMatching : std::uint8_t;

struct Entry {
  std::string id;
  const Category* category = nullptr;
  // The question file's whole object (question, function, initial_config, ...), prepared as
  // utils.py:load_dataset_entry does: ids of memory and web search rewritten for the category, the
  // agentic answer format put in front, function docs and held-out functions filled in.
  // Values are shared between entries: read only.
  Value data;
  // `ground_truth` of the answer file; None for relevance categories.
  Value ground_truth;
  // Of executable entries: how the result of each call of the ground truth is compared (a list of
  // texts), and of REST entries the truth's own request as a call text, empty where it is unknown.
  Value match_types;
  std::string truth_call;
  // Recognises right calls quickly; nullptr where there is none (call_plan.h).
  std::shared_ptr<const CallPlan> plan;
  // How calls are compared where that is not the official way (checker/own_match.h): of entries of
  // an own benchmark, whose ground truth may have another form then. Else nullptr.
  std::shared_ptr<const OwnMatch> own_match;

  // List of turns, each a list of messages; None when absent. Questions of older categories, a text
  // or one list of messages, are brought into this form.
  const Value& question() const;
  // List of function docs; an empty list when absent.
  const Value& functions() const;
  // `ground_truth`, or of an entry with another match what it says in the form of the official one:
  // for whoever looks through it, and for people (OwnMatch::possible_answers, OwnMatch::shown).
  const Value& possible_answers() const;
  const Value& shown_answers() const;
  // How calls are paired with the ground truth: its category's, or of format_sensitivity that of
  // the entry it was made of.
  CallCount call_count() const;
};

// An entry whose question, functions or ground truth are malformed. It is no Entry, so that nothing
// is generated, scored or audited with it; whoever goes through a category names it.
struct MalformedEntry {
  std::string id;    // empty where its line does not tell it
  std::string file;  // from the root of the dataset: "data/possible_answer/BFCL_v4_multiple.json"
  std::size_t line = 0;
  std::string text;             // what is wrong
  std::size_t position = 0;     // among the entries of its category, usable ones counted too
  bool is_entry = true;         // false: a line of ground truth that no entry has the id of
  Error error() const;          // with the place
  std::string message() const;  // "FILE:LINE: ID: TEXT"
};

// A simulated class and the file of its function docs, relative to the folder `data`
// (executable_backend_config.py:MULTI_TURN_FUNC_DOC_FILE_MAPPING).
struct FunctionDocFile {
  std::string_view class_name;  // "TwitterAPI", "MemoryAPI_kv"
  std::string_view file;        // "multi_turn_func_doc/posting_api.json"
};
std::span<const FunctionDocFile> function_doc_files();

// A memory scenario and the file of the conversations that fill the memory before the questions.
struct MemoryScenario {
  std::string_view name;  // "student"
  std::string_view file;  // "memory_prereq_conversation/memory_student.json"
};
std::span<const MemoryScenario> memory_scenarios();

// The 26 prompt configurations of format_sensitivity in the official order
// (utils.py:get_all_format_sensitivity_configs): "ret_fmt=python&tool_call_tag=True&...".
const std::vector<std::string>& format_sensitivity_configs();

class OwnIds;

class Dataset {
 public:
  // What the dataset is, for reports: "BFCL_v4 6ea5797", and a hash over its bytes, hex. Set by
  // whoever loads it (manifest.json, see tools/get-dataset).
  std::string version;
  std::string hash;
  // Of a benchmark of someone's own: how entries are compared that say nothing else. Without it,
  // "match" and "order" of entries mean nothing. Set before categories are added.
  std::optional<ValueMatching> own_matching;
  // Of such a benchmark likewise: the ids that its entries may have. nullptr: not checked.
  std::shared_ptr<const OwnIds> own_ids;

  // Adds one category from its files. `questions` and `answers` are JSON lines; the official order
  // is kept and answers are aligned by line, as official; one with the id of another entry makes
  // its entry malformed. Malformed entries are kept apart, see malformed(); a category without a
  // usable entry, or with files of different lengths, is an error, which names file, line and id:
  // "BFCL_v4_live_simple.json:12: live_simple_8-3-4: ...". Nothing is added on an error. For
  // format_sensitivity `questions` is the mapping {category: [ids]}, and the categories it names
  // must have been added; for chatable, lines without id get "chatable_<line - 1>".
  // core/dataset/loader.h adds a category with everything that it needs.
  Status add(const Category& category, std::string_view questions, std::string_view answers);

  // What must be added before the categories that use it; without it their entries keep what the
  // question file says. Function docs (JSON lines) of one class, for multi-turn and agentic:
  Status add_function_docs(std::string_view class_name, std::string_view docs);
  // The conversations (JSON lines) of a memory scenario, for `depends_on` of the memory categories:
  Status add_memory_prerequisites(std::string_view scenario, std::string_view conversations);
  // The requests that the recorded responses of the category rest are from (JSON lines), for its
  // entries, which must have been added.
  Status add_rest_requests(std::string_view requests);
  // prompts.json: the prompt texts of the official generation, for the agentic categories.
  Status add_prompts(std::string_view json);
  // prompt_texts.json: the sentences of hand-written chat formats (core/conversation); they become
  // the member "PROMPT_TEXTS" of prompts(), which are added before.
  Status add_prompt_texts(std::string_view json);

  bool has(const Category& category) const;
  // In the official order; empty when not loaded.
  const std::vector<Entry>& entries(const Category& category) const;
  // In the official order; empty when not loaded, or when every entry is usable.
  const std::vector<MalformedEntry>& malformed(const Category& category) const;
  // How many of them are entries.
  std::size_t malformed_entries(const Category& category) const;
  // By its id, or an older spelling of it (canonical_id). nullptr when there is none.
  const Entry* find(std::string_view id) const;
  // Likewise, of malformed entries.
  const MalformedEntry* find_malformed(std::string_view id) const;
  // List of the function docs of a class; nullptr when not added.
  const Value* function_docs(std::string_view class_name) const;
  // List of the ids of a scenario's conversations as their file has them; nullptr when not added.
  const Value* memory_prerequisites(std::string_view scenario) const;
  // List of these conversations themselves, {id, question, scenario, ...}; likewise.
  const Value* memory_conversations(std::string_view scenario) const;
  // The object of prompts.json, with the prompt texts; None when neither was added.
  const Value& prompts() const { return prompts_; }

 private:
  struct Part {
    std::vector<Entry> entries;
    std::vector<MalformedEntry> malformed;
    std::unordered_map<std::string_view, std::uint32_t> by_id;  // views into `entries`
  };
  const Entry* find_exactly(std::string_view id) const;

  std::unordered_map<const Category*, std::unique_ptr<Part>> parts_;
  std::unordered_map<std::string, Value> function_docs_;
  std::unordered_map<std::string, Value> memory_prerequisites_;
  std::unordered_map<std::string, Value> memory_conversations_;
  Value prompts_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_DATASET_H_
