// A dataset as Python sees it: categories are read when they are first needed, by any thread.
#ifndef BFCLX_PYTHON_SRC_DATASET_H_
#define BFCLX_PYTHON_SRC_DATASET_H_

#include <nanobind/nanobind.h>

#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>

#include "core/dataset/dataset_files.h"
#include "core/dataset/models.h"
#include "core/findings/self_check.h"
#include "core/run/naming.h"
#include "core/run/scorer.h"
#include "core/simulators/engine/effects.h"
#include "core/statistics/headline_score.h"

namespace bfclx::python_binding {

// Guards the loading of all datasets, and is free in the child of a fork. Whoever holds it wants no
// interpreter lock.
std::shared_mutex& loading_mutex();

class DatasetObject {
 public:
  // A folder as tools/get-dataset makes it; raises a DatasetError when it is none. `cassette` is a
  // file of recorded answers for the executable categories, empty for none.
  static std::shared_ptr<DatasetObject> open(const std::string& folder,
                                             const std::string& cassette);
  // The one inside the module.
  static std::shared_ptr<DatasetObject> sample();

  DatasetObject(std::string place, std::string cassette, DatasetFiles::Read read,
                const char* version);

  const std::string& place() const { return place_; }
  const std::string& cassette() const { return cassette_; }
  bool is_sample() const { return place_ == "sample"; }

  // That of the entry which the id of a benchmark's author names; any other as it is.
  std::string entry_id(std::string_view id);
  // The entry, its category loaded, also by the id of a benchmark's author; raises an
  // UnknownEntryError, or a DatasetError where the category cannot be loaded or the entry is
  // malformed. Valid as long as this object. Called with the interpreter lock.
  const Entry& entry(std::string_view id);
  // The same of a Python object; raises a TypeError for what is no text.
  const Entry& find_id(PyObject* id);
  // Whether entry() has it; raises a DatasetError where its category cannot be loaded.
  bool contains(std::string_view id);
  // Loads it; raises a DatasetError. Its entries, in the official order.
  const std::vector<Entry>& entries(const Category& category);
  // What self-check says of those of its entries that are malformed; loads it likewise.
  std::vector<SelfCheckFinding> malformed_findings(const Category& category);
  bool has(const Category& category) const;
  // The registry that the dataset carries, read when it is first asked for.
  const ModelRegistry& models();
  std::string version();
  // Where no manifest names it: version and hash by what was read so far, which loaded() has then.
  void identify();
  // The tables of long context, read when they are first asked for; raises a DatasetError.
  const LongContext& long_context();
  // The score that views lead with (core/statistics/headline_score.h).
  HeadlineScore headline(const NamedVersion& asked) const { return headline_score(files_, asked); }
  // What there is of them, or nullptr.
  const LongContext* loaded_long_context() const;
  // Gives responses that tell no entry theirs (core/run/naming.h). Called without the interpreter
  // lock.
  void name(const NamingRequest& request, ResultFile& file);
  // The official prompts, read when they are first asked for; raises a DatasetError.
  void load_prompts();
  // What was read so far. Nothing of it may be loaded meanwhile: hold loading_mutex().
  const Dataset& loaded() const { return files_.dataset(); }

  // Decoder and names as given, or chosen by the responses; everything else filled in. Called with
  // the interpreter lock.
  RunSettings settings(const ResultFile& responses, const Decoder* decoder,
                       std::optional<bool> underscore_to_dot, const std::string& model_name,
                       std::int64_t today);

 private:
  const Entry* find(std::string_view id) const;
  void load(const Category& category);
  // Raises a DatasetError where the entry is malformed.
  void raise_malformed(std::string_view id) const;

  std::string place_;
  std::string cassette_;
  DatasetFiles::Read read_;
  DatasetFiles files_;
  EffectStore answers_;
  bool has_answers_ = false;
  std::optional<ModelRegistry> models_;  // set once
  nanobind::dict known_;  // addresses of entries by the ids, texts, that were asked for
};

// The bytes of a Python text, which belong to it; nothing for what is none, is longer than a MiB or
// has a lone surrogate.
std::optional<std::string_view> text_of(PyObject* object);
// Whether its responses are judged by decoding and checking alone.
bool is_single_turn(const Entry& entry);
// nullptr for "auto"; raises an UnknownNameError.
const Decoder* decoder_argument(std::string_view name);
const Category& category_argument(std::string_view name);
// Days since 1970-01-01 of a datetime.date, or of the clock (UTC) for None.
std::int64_t today_argument(nanobind::handle date);

// The names of its categories, in the official order.
nanobind::list category_names(DatasetObject& dataset);
// An entry as a dict.
nanobind::object entry_dict(DatasetObject& dataset, const nanobind::str& id);

// Adds the class Dataset.
void bind_dataset(nanobind::module_& module);
// Adds to it what makes it a mapping.
void bind_mapping(nanobind::module_& module);

}  // namespace bfclx::python_binding

#endif  // BFCLX_PYTHON_SRC_DATASET_H_
