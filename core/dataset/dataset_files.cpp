#include "core/dataset/dataset_files.h"

#include <utility>

#include "core/base/counted.h"
#include "core/base/fnv.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/dataset/entry_id.h"
#include "core/dataset/lines.h"
#include "core/dataset/loader.h"
#include "core/dataset/own_ids.h"
#include "core/dataset/own_turns.h"
#include "core/dataset/own_weights.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

constexpr std::string_view kLongContextFile = "long_context.json";
// What models are asked with decides no verdict: it is not part of what a hash stands for.
constexpr std::string_view kPromptTextsFile = "prompt_texts.json";
constexpr std::string_view kHashKind = "sha256:";

// `before` and `after` stand around the name of the file.
Error file_error(std::string_view before, std::string_view file, std::string_view after) {
  Error error{.kind = "DatasetError", .message = std::string(before)};
  error.place.file_begin = static_cast<std::uint32_t>(before.size());
  error.place.file_size = static_cast<std::uint32_t>(file.size());
  error.message.append(file).append(after);
  return error;
}

std::string hex16(std::uint64_t number) {
  std::string text(16, '0');
  for (std::size_t i = text.size(); i-- > 0; number >>= 4)
    text[i] = "0123456789abcdef"[number & 15];
  return text;
}

std::string in_data(std::string_view file) { return "data/" + std::string(file); }

void add_own_files(const Category& category, std::vector<std::string>& files) {
  files.push_back(in_data(category.questions));
  if (!category.answers.empty()) files.push_back(in_data(category.answers));
}

}  // namespace

bool uses_long_context(const Category& category) { return category.long_context; }

std::vector<std::string> files_needed(const Category& category) {
  std::vector<std::string> files;
  add_own_files(category, files);
  if (category.varies_prompts) {
    for (const Category& source : categories()) {
      if (source.scored && source.judging == Judging::kCalls &&
          source.language == Language::kPython) {
        add_own_files(source, files);
      }
    }
  }
  if (is_simulated(category) || category.judging == Judging::kAgentic) {
    for (const FunctionDocFile& row : function_doc_files()) files.push_back(in_data(row.file));
  }
  if (category.judging == Judging::kAgentic) {
    files.push_back("prompts.json");
  }
  if (is_memory(category)) {
    for (const MemoryScenario& row : memory_scenarios()) files.push_back(in_data(row.file));
  }
  if (uses_long_context(category)) files.emplace_back(kLongContextFile);
  return files;
}

DatasetFiles::DatasetFiles(std::string place, Read read, std::string version)
    : place_(std::move(place)), read_(std::move(read)), version_(std::move(version)) {
  own_status_ = read_own_benchmark_file();
  if (!own_ && own_status_.ok()) read_manifest();
}

Status DatasetFiles::read_own_benchmark_file() {
  BFCLX_ASSIGN_OR_RETURN(const std::optional<std::string> bytes, read(kOwnBenchmarkFile));
  if (!bytes) return {};
  Result<std::optional<OwnBenchmark>> own = bfclx::read_own_benchmark(*bytes);
  if (!own.ok()) return file_error("", kOwnBenchmarkFile, ": " + own.error().message);
  own_ = std::move(own).value();
  if (!own_) return {};
  version_ = own_->name + " " + own_->version;
  if (own_->translation != nullptr) version_ += own_->translation->remark;
  dataset_.own_matching = own_->match;
  // It decides verdicts, so it is a part of what is hashed; the official one is what the entries
  // themselves say.
  if (own_->match != ValueMatching::kOfficial) {
    loaded_[std::string(kOwnBenchmarkFile)] = fnv1a(std::to_string(static_cast<int>(own_->match)));
  }
  if (!own_->weights.empty()) loaded_[std::string(kOwnBenchmarkFile)] = hash_of_rules(*own_);
  return {};
}

std::shared_ptr<const TagGroups> DatasetFiles::tag_groups() const {
  if (!own_ || own_->weights.empty() || own_->groups != nullptr) {
    return own_ ? own_->groups : nullptr;
  }
  const Result<std::shared_ptr<const TagGroups>> groups = read_tag_groups(read_, own_->weights);
  return groups.ok() ? *groups : nullptr;
}

std::vector<std::pair<const Category*, std::size_t>> DatasetFiles::own_entries() const {
  std::vector<std::pair<const Category*, std::size_t>> entries;
  if (!own_) return entries;
  for (const Category& category : all_categories()) {
    const Result<std::optional<std::string>> questions = read(in_data(category.questions));
    if (!questions.ok() || !*questions) continue;
    std::size_t count = 0;
    LineReader lines(**questions);
    for (Line line; lines.next(line);) count += line.blank() ? 0 : 1;
    const std::vector<Entry>& usable = dataset_.entries(category);
    const bool is_loaded = !usable.empty() || !dataset_.malformed(category).empty();
    if (is_loaded) count = usable.size();  // no response can be scored on the others
    if (count > 0) entries.emplace_back(&category, count);
  }
  return entries;
}

Result<std::optional<std::string>> DatasetFiles::read(std::string_view path) const {
  Result<std::optional<std::string>> bytes = read_(std::string(path));
  if (!bytes.ok()) return file_error("", path, ": " + bytes.error().message);
  return bytes;
}

Result<std::string> DatasetFiles::read_needed(std::string_view path) {
  BFCLX_ASSIGN_OR_RETURN(std::optional<std::string> bytes, read(path));
  if (!bytes) return file_error("the dataset has no ", path, "");
  note(std::string(path), *bytes);
  return *std::move(bytes);
}

Status DatasetFiles::load(const Category& category) {
  if (own_ && !own_->weights.empty() && own_->groups == nullptr) {
    BFCLX_ASSIGN_OR_RETURN(own_->groups, read_tag_groups(read_, own_->weights));
  }
  BFCLX_RETURN_IF_ERROR(own_status_);
  if (own_ && dataset_.own_ids == nullptr) dataset_.own_ids = std::make_shared<OwnIds>(read_);
  BFCLX_RETURN_IF_ERROR(load_category(dataset_, category,
                                      [this](std::string_view path) { return read_needed(path); }));
  return uses_long_context(category) ? load_long_context() : Status{};
}

Status DatasetFiles::load_prompts() {
  return bfclx::load_prompts(dataset_, [this](std::string_view path) { return read_needed(path); });
}

Status DatasetFiles::load_function_docs(std::string_view class_name) {
  if (dataset_.function_docs(class_name) != nullptr) return {};
  for (const FunctionDocFile& row : function_doc_files()) {
    if (row.class_name != class_name) continue;
    BFCLX_ASSIGN_OR_RETURN(const std::string docs, read_needed(in_data(row.file)));
    return from_root(dataset_.add_function_docs(class_name, docs));
  }
  return Error{.kind = "DatasetError",
               .message = "there are no function docs of " + std::string(class_name)};
}

Status DatasetFiles::load_long_context() {
  if (long_context_ != nullptr) return {};
  BFCLX_ASSIGN_OR_RETURN(const std::string bytes, read_needed(kLongContextFile));
  Result<LongContext> tables = LongContext::load(bytes);
  if (!tables.ok()) {
    return file_error("", kLongContextFile, ": " + tables.error().message);
  }
  long_context_ = std::make_unique<const LongContext>(std::move(tables).value());
  return {};
}

bool DatasetFiles::holds(const Category& category) const {
  const Result<std::optional<std::string>> questions = read(in_data(category.questions));
  return questions.ok() && questions->has_value();
}

Status DatasetFiles::load_models(ModelRegistry& registry) {
  BFCLX_ASSIGN_OR_RETURN(const std::optional<std::string> bytes, read("models.json"));
  if (!bytes) return {};
  return registry.add(*bytes);
}

void DatasetFiles::read_manifest() {
  const Result<std::optional<std::string>> read_bytes = read("manifest.json");
  if (!read_bytes.ok() || !*read_bytes) return;
  const std::string& bytes = **read_bytes;
  if (find_invalid_utf8(bytes).has_value()) return;
  const Result<Value> manifest = json_loads(bytes);
  if (!manifest.ok() || !manifest->is_dict()) return;
  const auto text = [&](std::string_view key) {
    const Value* value = manifest->as_dict().find(key);
    return value != nullptr && value->is_str() ? std::string(value->as_str()) : std::string();
  };
  dataset_.version = text("version");
  dataset_.hash = text("hash");
  hash_files_ = dataset_.version.empty() || dataset_.hash.empty();
  if (hash_files_) return;
  std::string lines;  // as tools/get-dataset hashes them
  if (const Value* files = find_member(*manifest, "files"); files != nullptr && files->is_dict()) {
    claimed_ = *files;
    for (const auto& [path, hash] : files->as_dict()) {
      if (hash.is_str()) lines += concat({hash.as_str(), "  ", path.as_str(), "\n"});
    }
  }
  if (dataset_.hash != concat({kHashKind, hex_of(sha256(lines))}))
    return distrust_manifest("unverified");
}

void DatasetFiles::note(const std::string& path, std::string_view bytes) {
  if (path == kPromptTextsFile) return;
  if (!hash_files_ && find_text(claimed_, path) != hex_of(sha256(bytes))) {
    distrust_manifest("modified");
  }
  loaded_[path] = fnv1a(bytes);
}

void DatasetFiles::distrust_manifest(std::string_view remark) {
  hash_files_ = true;
  dataset_.version.append(" (").append(remark).append(")");
  dataset_.hash.clear();
}

void DatasetFiles::read_rest() {
  if (!own_) return;
  for (const Category& category : all_categories()) {
    if (dataset_.has(category)) continue;
    std::vector<std::string> files = files_needed(category);
    const bool is_known = loaded_.contains(files.front()) || rest_.contains(files.front());
    if (!is_known && !holds(category)) continue;
    if (category.judging == Judging::kExecutable && is_rest(category)) {
      files.emplace_back(kRestRequestsFile);
    }
    for (std::string& path : files) {
      if (loaded_.contains(path) || rest_.contains(path)) continue;
      const Result<std::optional<std::string>> bytes = read(path);
      if (bytes.ok() && *bytes) rest_[std::move(path)] = fnv1a(**bytes);
    }
  }
}

void DatasetFiles::identify() {
  if (!hash_files_) return;
  if (dataset_.version.empty()) dataset_.version = version_;
  read_rest();
  std::map<std::string, std::uint64_t> all = loaded_;
  all.insert(rest_.begin(), rest_.end());
  std::uint64_t hash = fnv1a("");
  for (const auto& [path, own] : all) hash = fnv1a(path + '\0' + std::to_string(own), hash);
  dataset_.hash = concat({"fnv1a:", hex16(hash), " (", counted(all.size(), "file", "files"), ")"});
}

}  // namespace bfclx
