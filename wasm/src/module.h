// The state of one instance of the module, and the calls that work on it.
//
// A call takes a JSON object and bytes, and gives a JSON value and bytes; index.js makes the
// methods of scorer.d.ts of them. Every call is a row of a table: name, function.
#ifndef BFCLX_WASM_SRC_MODULE_H_
#define BFCLX_WASM_SRC_MODULE_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
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

namespace bfclx::wasm {

// A result file that is open. Its replies stay as they were read, so that they can be set against
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

class Module {
 public:
  Module() { close_dataset(); }

  // Files of the dataset. Adding one that is there already starts the dataset anew.
  void add_dataset_file(std::string path, std::string bytes);
  void close_dataset();
  bool has_file(const std::string& path) const { return files_.count(path) > 0; }
  // Changes whenever entries that were handed out are gone.
  std::size_t dataset_version() const { return dataset_version_; }
  // Dataset and registry, started when they are first asked for.
  DatasetFiles& dataset();
  const ModelRegistry& models();
  const std::vector<Problem>& dataset_problems() const { return problems_; }
  // What services answered, of the dataset's own recording; nullptr when it has none that can be
  // read. Valid until the dataset changes. In the full module only.
  const EffectStore* recorded_answers();
  // The recording itself; empty when there is none.
  std::string_view cassette() const;

  std::map<std::uint32_t, OpenResults> results;
  // Made by the first that is opened, in the full module only; gone with the dataset, whose tables
  // they use.
  std::shared_ptr<struct Playgrounds> playgrounds;
  // Handles are never used twice.
  std::uint32_t new_handle() { return ++last_handle_; }

 private:
  void forget_entries();

  std::map<std::string, std::string> files_;
  std::unique_ptr<DatasetFiles> dataset_;
  ModelRegistry models_;
  std::vector<Problem> problems_;
  std::shared_ptr<EffectStore> answers_;
  bool answers_read_ = false;
  std::size_t dataset_version_ = 0;
  std::uint32_t last_handle_ = 0;
};

// Kinds of errors, see ErrorKind in scorer.d.ts.
namespace kinds {
inline constexpr std::string_view kArgument = "argument";
inline constexpr std::string_view kDataset = "dataset";
inline constexpr std::string_view kHandle = "handle";
inline constexpr std::string_view kUnknown = "unknown";
inline constexpr std::string_view kScenario = "scenario";
inline constexpr std::string_view kFull = "full";
}  // namespace kinds

// What a call is given and gives beside its JSON.
struct CallBytes {
  std::string_view in;
  std::string out;
};

struct Call {
  std::string_view name;
  Result<Value> (*run)(Module& module, const Value& arguments, CallBytes& bytes);
};

// The answers of a recording (simulators/apis/cassette.h). In the full module only.
Result<std::shared_ptr<EffectStore>> read_answers(std::string_view cassette);

std::span<const Call> list_calls();
std::span<const Call> dataset_calls();
std::span<const Call> results_calls();
std::span<const Call> explain_calls();
std::span<const Call> forms_calls();
std::span<const Call> playground_calls();
std::span<const Call> diagnosis_calls();
std::span<const Call> statistics_calls();
std::span<const Call> audit_calls();

// nullptr when there is none.
const Call* find_call(std::string_view name);
// What is wrong then: in the small module, that the full one has it.
Error no_such_call();

// True in the module that reads Java and JavaScript and runs episodes.
extern const bool kIsFull;

// "0.1.0"
std::string_view version();

}  // namespace bfclx::wasm

#endif  // BFCLX_WASM_SRC_MODULE_H_
