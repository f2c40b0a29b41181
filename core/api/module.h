// The core as calls in JSON and bytes, for programs in other languages: the state of one instance,
// and tables of the calls that work on it.
//
// A call takes a JSON object and bytes, and gives a JSON value and bytes; the module's index.js
// makes the methods of scorer.d.ts of them. Every call is a row of a table: name, function. Whoever
// makes a module lists its tables:
//
//   const std::span<const Call> tables[] = {list_calls(), dataset_calls(), results_calls()};
//   Module module(tables);
//   BFCLX_ASSIGN_OR_RETURN(const Call* call, module.find_call("version"));
//   Result<Value> answer = call->run(module, arguments, bytes);
#ifndef BFCLX_CORE_API_MODULE_H_
#define BFCLX_CORE_API_MODULE_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/dataset/dataset_files.h"
#include "core/findings/diagnosis.h"
#include "core/run/model_run.h"
#include "core/simulators/engine/effects.h"

namespace bfclx::api {

// A result file that is open. Its responses stay as they were read, so that they can be set against
// another dataset, or with other settings.
struct OpenResults {
  NamedResults file;
  // Set against the dataset and scored; renewed when dataset or settings change.
  ModelRun run;
  std::vector<bool> scored;  // by entry of run.order
  std::size_t dataset_version = 0;
  std::string settings_key;  // empty: never matched
  // What inference logs of episodes show, by line and id; of those that were asked for.
  std::map<std::pair<std::size_t, std::string>, LoggedTexts> logs;
};

class Module;

// What a call is given and gives beside its JSON.
struct CallBytes {
  std::string_view in;
  std::string out;
};

struct Call {
  std::string_view name;
  Result<Value> (*run)(Module& module, const Value& arguments, CallBytes& bytes);
};

struct KeptAudit;

class Module {
 public:
  // The tables must outlive it.
  explicit Module(std::span<const std::span<const Call>> tables) : tables_(tables) {
    close_dataset();
  }
  // A call by its name. Errors: "argument" when there is none.
  Result<const Call*> find_call(std::string_view name) const;

  // Files of the dataset. Adding one that is there already starts the dataset anew.
  void add_dataset_file(std::string path, std::string bytes);
  void close_dataset();
  // Its bytes; nullopt where it was not given.
  std::optional<std::string> file(const std::string& path) const;
  bool has_file(const std::string& path) const { return files_.count(path) > 0; }
  const std::map<std::string, std::string>& files() const { return files_; }
  // Changes whenever entries that were handed out are gone.
  std::size_t dataset_version() const { return dataset_version_; }
  // Dataset and registry, started when they are first asked for.
  DatasetFiles& dataset();
  const ModelRegistry& models();
  const std::vector<Problem>& dataset_problems() const { return problems_; }
  // What services answered, of the dataset's own recording; nullptr when it has none that can be
  // read. Valid until the dataset changes.
  const EffectStore* recorded_answers();
  // The recording itself; empty when there is none.
  std::string_view cassette() const;

  std::map<std::uint32_t, OpenResults> results;
  // Made by the first that is opened; gone with the dataset, whose tables they use.
  std::shared_ptr<struct Playgrounds> playgrounds;
  // Likewise, of conversations.
  std::shared_ptr<struct Conversations> conversations;
  // Handles are never used twice.
  std::uint32_t new_handle() { return ++last_handle_; }

  // Of an audit that is given run by run; see calls_audit.cpp.
  std::shared_ptr<KeptAudit>& kept_audit() { return kept_audit_; }

 private:
  void forget_entries();

  const std::span<const std::span<const Call>> tables_;
  std::map<std::string, std::string> files_;
  std::unique_ptr<DatasetFiles> dataset_;
  ModelRegistry models_;
  std::vector<Problem> problems_;
  std::shared_ptr<EffectStore> answers_;
  bool answers_read_ = false;
  std::size_t dataset_version_ = 0;
  std::uint32_t last_handle_ = 0;
  std::shared_ptr<KeptAudit> kept_audit_;
};

// Kinds of errors, see ErrorKind in scorer.d.ts.
namespace kinds {
inline constexpr std::string_view kArgument = "argument";
inline constexpr std::string_view kDataset = "dataset";
inline constexpr std::string_view kHandle = "handle";
inline constexpr std::string_view kUnknown = "unknown";
inline constexpr std::string_view kSchema = "schema";  // its place stands where others have a file
inline constexpr std::string_view kScenario = "scenario";
}  // namespace kinds

// The answers of a recording (simulators/apis/cassette.h).
Result<std::shared_ptr<EffectStore>> read_answers(std::string_view cassette);

std::span<const Call> list_calls();
std::span<const Call> dataset_calls();
std::span<const Call> results_calls();
std::span<const Call> runs_calls();
std::span<const Call> explain_calls();
std::span<const Call> forms_calls();
std::span<const Call> playground_calls();
std::span<const Call> diagnosis_calls();
std::span<const Call> statistics_calls();
std::span<const Call> document_calls();
std::span<const Call> chart_calls();
std::span<const Call> overall_calls();
std::span<const Call> repeats_calls();
std::span<const Call> audit_calls();
std::span<const Call> review_calls();
std::span<const Call> checker_calls();
std::span<const Call> benchmark_calls();
std::span<const Call> conversation_calls();
std::span<const Call> schedule_calls();

// "0.1.0"
std::string_view version();

}  // namespace bfclx::api

#endif  // BFCLX_CORE_API_MODULE_H_
