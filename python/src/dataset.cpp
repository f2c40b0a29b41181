#include "python/src/dataset.h"

#include <pthread.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <new>
#include <utility>
#include <vector>

#include "core/base/suggest.h"
#include "core/base/utf8.h"
#include "core/decode/decoder.h"
#include "core/run/model_run.h"
#include "core/run/own_id_hints.h"
#include "core/simulators/apis/cassette.h"
#include "python/src/errors.h"
#include "python/src/held.h"
#include "python/src/unlocked.h"
#include "tools/sample/sample.h"

namespace nb = nanobind;

namespace bfclx::python_binding {
namespace {

namespace fs = std::filesystem;

using Bytes = std::optional<std::string>;

Result<Bytes> read_embedded(const std::string& path) {
  for (const EmbeddedFile& file : sample_files()) {
    if (file.path == path) return Bytes(std::string(file.bytes));
  }
  return Bytes();
}

// No file of a dataset is larger.
constexpr std::uintmax_t kMaxFile = std::uintmax_t{2} << 30;

// The bytes of a file; the error says what is wrong, to stand behind its path.
Result<std::string> read_file(const fs::path& path) {
  const auto problem = [](std::string text) {
    return Error{.kind = "dataset", .message = std::move(text)};
  };
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return problem("not a file");
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) return problem("cannot be read: " + error.message());
  if (size > kMaxFile) return problem("larger than 2 GiB");
  std::string bytes(size, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), static_cast<std::streamsize>(size));
  if (!file) return problem("cannot be read");
  return bytes;
}

Result<Bytes> read_below(const std::string& folder, const std::string& path) {
  const fs::path whole = fs::path(folder) / path;
  std::error_code error;
  if (!fs::exists(whole, error)) return Bytes();
  BFCLX_ASSIGN_OR_RETURN(std::string bytes, read_file(whole));
  return Bytes(std::move(bytes));
}

void check_folder(const std::string& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    raise_dataset_error("the dataset " + folder + " is not a readable folder");
  }
  if (!fs::is_directory(fs::path(folder) / "data", error)) {
    raise_dataset_error("the dataset " + folder +
                        " has no folder `data` with questions; tools/get-dataset makes one");
  }
}

}  // namespace

std::shared_mutex& loading_mutex() {
  // Never destroyed: threads may still be scoring when the process ends.
  static auto* const mutex = [] {
    static std::shared_mutex* made = new std::shared_mutex;
    // A new one for the child: threads that were waiting for this one are counted in it, and gone.
    pthread_atfork([] { made->lock(); }, [] { made->unlock(); },
                   [] { made = new (made) std::shared_mutex; });
    return made;
  }();
  return *mutex;
}

std::shared_ptr<DatasetObject> DatasetObject::open(const std::string& folder,
                                                   const std::string& cassette) {
  check_folder(folder);
  return std::make_shared<DatasetObject>(
      folder, cassette, [folder](const std::string& path) { return read_below(folder, path); },
      "unversioned");
}

std::shared_ptr<DatasetObject> DatasetObject::sample() {
  return std::make_shared<DatasetObject>("sample", "", read_embedded, "sample");
}

DatasetObject::DatasetObject(std::string place, std::string cassette, DatasetFiles::Read read,
                             const char* version)
    : place_(std::move(place)),
      cassette_(std::move(cassette)),
      read_(std::move(read)),
      files_(place_, read_, version) {
  std::string bytes;
  if (!cassette_.empty()) {
    Result<std::string> file = read_file(cassette_);
    if (!file.ok()) raise_dataset_error(cassette_ + ": " + file.error().message, cassette_);
    bytes = std::move(file).value();
  } else if (is_sample()) {
    bytes = read_("cassette.jsonl").value().value_or("");
  }
  if (bytes.empty()) return;
  if (find_invalid_utf8(bytes)) raise_dataset_error(cassette_ + ": not valid UTF-8", cassette_);
  const Status status = read_cassette(bytes, answers_);
  if (!status.ok()) {
    raise_dataset_error(cassette_ + ": " + status.error().message, cassette_);
  }
  has_answers_ = true;
}

const Entry* DatasetObject::find(std::string_view id) const {
  const std::shared_lock lock(loading_mutex());
  return files_.dataset().find(id);
}

void DatasetObject::load(const Category& category) {
  Status status;
  {
    const Unlocked unlocked;
    const std::unique_lock lock(loading_mutex());
    if (!files_.dataset().has(category)) status = files_.load(category);
  }
  if (!status.ok()) raise_dataset_error(status.error());
}

std::string DatasetObject::entry_id(std::string_view id) {
  if (files_.own_benchmark() == nullptr || find(id) != nullptr) return std::string(id);
  const Unlocked unlocked;
  const std::unique_lock lock(loading_mutex());
  const std::string_view own = entry_of_own_id(files_, id);
  return std::string(own.empty() ? id : own);
}

const Entry& DatasetObject::entry(std::string_view given) {
  if (const Entry* entry = find(given)) return *entry;
  const std::string id = entry_id(given);
  const Category* category = category_of_id(id);
  if (category == nullptr) {
    raise_unknown_entry(files_.own_benchmark() != nullptr
                            ? "the dataset " + place_ + " has no entry `" + id + "`"
                            : "unknown id `" + id + "`: it begins with no category's name");
  }
  load(*category);
  if (const Entry* entry = find(id)) return *entry;
  raise_malformed(id);
  raise_unknown_entry("the dataset " + place_ + " has no entry `" + id + "` in " +
                      std::string(category->name));
}

bool DatasetObject::contains(std::string_view given) {
  if (find(given) != nullptr) return true;
  const std::string id = entry_id(given);
  const Category* category = category_of_id(id);
  if (category == nullptr || !has(*category)) return false;
  load(*category);
  return find(id) != nullptr;
}

void DatasetObject::raise_malformed(std::string_view id) const {
  std::optional<Error> error;
  {
    const std::shared_lock lock(loading_mutex());
    const MalformedEntry* malformed = files_.dataset().find_malformed(id);
    if (malformed != nullptr) error = malformed->error();
  }
  if (error) raise_dataset_error(*error);
}

std::vector<SelfCheckFinding> DatasetObject::malformed_findings(const Category& category) {
  load(category);
  const std::shared_lock lock(loading_mutex());
  return bfclx::malformed_findings(files_.dataset(), category);
}

const Entry& DatasetObject::find_id(PyObject* id) {
  // Python knows the hash of most texts already.
  const bool is_text = PyUnicode_CheckExact(id) != 0;
  if (is_text) {
    const nb::object known = held_value(known_.ptr(), id);
    if (known.is_valid()) return *static_cast<const Entry*>(PyLong_AsVoidPtr(known.ptr()));
  }
  if (PyUnicode_Check(id) == 0) throw nb::type_error("ids must be strings");
  // No id has a lone surrogate; one that has is unknown as any other.
  const nb::object bytes = nb::steal(PyUnicode_AsEncodedString(id, "utf-8", "surrogatepass"));
  if (!bytes.is_valid()) throw nb::python_error();
  const Entry& found =
      entry({PyBytes_AsString(bytes.ptr()), static_cast<std::size_t>(PyBytes_Size(bytes.ptr()))});
  if (is_text) {
    const nb::object address = nb::steal(PyLong_FromVoidPtr(const_cast<Entry*>(&found)));
    if (!address.is_valid() || PyDict_SetItem(known_.ptr(), id, address.ptr()) != 0) {
      throw nb::python_error();
    }
  }
  return found;
}

const std::vector<Entry>& DatasetObject::entries(const Category& category) {
  load(category);
  const std::shared_lock lock(loading_mutex());
  return files_.dataset().entries(category);
}

bool DatasetObject::has(const Category& category) const {
  if (is_sample()) {
    return read_("data/" + std::string(category.questions)).value().has_value();
  }
  std::error_code error;
  return fs::exists(fs::path(place_) / "data" / category.questions, error);
}

const ModelRegistry& DatasetObject::models() {
  Status status;
  {
    const Unlocked unlocked;
    const std::unique_lock lock(loading_mutex());
    if (!models_) {
      ModelRegistry registry;
      status = files_.load_models(registry);
      if (status.ok()) models_.emplace(std::move(registry));
    }
  }
  if (!status.ok()) {
    raise_dataset_error("models.json: " + status.error().message, "models.json");
  }
  return *models_;
}

const LongContext& DatasetObject::long_context() {
  Status status;
  {
    const Unlocked unlocked;
    const std::unique_lock lock(loading_mutex());
    status = files_.load_long_context();
  }
  if (!status.ok()) raise_dataset_error(status.error());
  return *files_.long_context();
}

const LongContext* DatasetObject::loaded_long_context() const {
  const std::shared_lock lock(loading_mutex());
  return files_.long_context();
}

void DatasetObject::name(const NamingRequest& request, ResultFile& file) {
  if (file.nameless.empty()) return;
  const std::unique_lock lock(loading_mutex());
  name_responses(files_, request, file);
}

void DatasetObject::load_prompts() {
  Status status;
  {
    const Unlocked unlocked;
    const std::unique_lock lock(loading_mutex());
    status = files_.load_prompts();
  }
  if (!status.ok()) raise_dataset_error(status.error());
}

std::string DatasetObject::version() {
  const std::shared_lock lock(loading_mutex());
  return files_.dataset().version;
}

void DatasetObject::identify() {
  const std::unique_lock lock(loading_mutex());
  files_.identify();
}

RunSettings DatasetObject::settings(const ResultFile& responses, const Decoder* decoder,
                                    std::optional<bool> underscore_to_dot,
                                    const std::string& model_name, std::int64_t today) {
  SettingsRequest request;
  request.decoder = decoder;
  request.underscore_to_dot = underscore_to_dot;
  const ResultFile* const file = &responses;
  RunSettings settings;
  {
    const Unlocked unlocked;
    const std::shared_lock lock(loading_mutex());
    settings = choose_settings(files_.dataset(), {&file, 1}, request);
    settings.long_context = files_.long_context();
  }
  settings.model_name = folder_spelling(model_name);
  settings.today = today;
  if (has_answers_) settings.executable.answers = &answers_;
  return settings;
}

std::optional<std::string_view> text_of(PyObject* object) {
  constexpr Py_ssize_t kLongText = 1 << 20;  // bytes; to_value bounds what is longer
  if (PyUnicode_Check(object) == 0) return std::nullopt;
  Py_ssize_t size = 0;
  const char* utf8 = PyUnicode_AsUTF8AndSize(object, &size);
  if (utf8 == nullptr) PyErr_Clear();
  if (utf8 == nullptr || size > kLongText) return std::nullopt;
  return std::string_view(utf8, static_cast<std::size_t>(size));
}

bool is_single_turn(const Entry& entry) {
  switch (entry.category->judging) {
    case Judging::kMultiTurn:
    case Judging::kAgentic:
    case Judging::kExecutable:
      return false;
    default:
      return true;
  }
}

const Decoder* decoder_argument(std::string_view name) {
  if (name == "auto") return nullptr;
  if (const Decoder* decoder = find_decoder(name)) return decoder;
  raise_unknown_name(unknown_decoder(name) + " `bfclx.decoders()` lists them.");
}

const Category& category_argument(std::string_view name) {
  if (const Category* category = find_category(name)) return *category;
  std::vector<std::string_view> names;
  for (const Category& category : categories()) names.push_back(category.name);
  raise_unknown_name("unknown category `" + std::string(name) + "`." + did_you_mean(name, names));
}

std::int64_t today_argument(nb::handle date) {
  constexpr std::int64_t kOrdinalOf1970 = 719163;
  if (!date.is_none()) return nb::cast<std::int64_t>(date.attr("toordinal")()) - kOrdinalOf1970;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::hours>(now).count() / 24;
}

}  // namespace bfclx::python_binding
