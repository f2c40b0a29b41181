// Files and the runs that they belong to, by path alone.
#include <map>
#include <set>
#include <utility>

#include "core/api/arguments.h"
#include "core/run/evalscope_files.h"
#include "core/run/run_manifest.h"
#include "core/run/run_names.h"
#include "core/value/dict_of.h"

namespace bfclx::api {
namespace {

// Indices of the files of each run, by its path, in the order of the files.
struct FileGroup {
  RunId id;
  std::vector<std::size_t> files;
};

std::vector<FileGroup> groups_of(const std::vector<std::string>& paths) {
  std::map<std::string, std::size_t> numbers;
  std::vector<FileGroup> groups;
  const std::vector<std::string> read = without_second_evalscope_files(paths);
  for (std::size_t i = 0, next = 0; i < paths.size(); ++i) {
    if (next == read.size() || read[next] != paths[i]) continue;
    ++next;
    ResultPath place = read_result_path(paths[i]);
    const auto [number, is_new] = numbers.try_emplace(place.run, groups.size());
    if (is_new) groups.push_back({{std::move(place.run), std::move(place.model)}, {}});
    groups[number->second].files.push_back(i);
  }
  return groups;
}

// The files of a group that count, and those that do not, each with the reason.
Value group_value(FileGroup group, std::string_view name, const std::vector<std::string>& paths) {
  std::vector<std::string> own;
  for (const std::size_t file : group.files) own.push_back(paths[file]);
  List conflicts;
  std::set<std::size_t> unused;
  for (const FileConflict& conflict : find_file_conflicts(own)) {
    unused.insert(conflict.unused);
    conflicts.push_back(dict_of({{"category", conflict.category->name},
                                 {"used", group.files[conflict.used]},
                                 {"unused", group.files[conflict.unused]},
                                 {"text", conflict_text(conflict, own, own[conflict.used])}}));
  }
  const bool own_name = read_result_path(own.front()).own_name;
  std::size_t at = 0;
  std::erase_if(group.files, [&](std::size_t) { return unused.count(at++) > 0; });
  at = 0;
  std::erase_if(own, [&](const std::string&) { return unused.count(at++) > 0; });
  const std::string version = older_version(own);
  return dict_of({{"path", group.id.path},
                  {"model", group.id.model},
                  {"name", name},
                  {"own_name", own_name},
                  {"version", version.empty() ? Value() : Value::str(version)},
                  {"files", indices_value(group.files)},
                  {"conflicts", Value::list(std::move(conflicts))}});
}

Result<Value> group_files_call(Module&, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const std::vector<std::string> paths, texts_argument(arguments, "paths"));
  std::vector<FileGroup> groups = groups_of(paths);
  std::vector<RunId> ids;
  ids.reserve(groups.size());
  for (const FileGroup& group : groups) ids.push_back(group.id);
  const std::vector<std::string> names = run_names(ids);
  List list;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    list.push_back(group_value(std::move(groups[i]), names[i], paths));
  }
  return Value::list(std::move(list));
}

Result<Value> run_names_call(Module&, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const List* given, list_argument(arguments, "runs"));
  std::vector<RunId> ids;
  for (const Value& run : *given) {
    BFCLX_ASSIGN_OR_RETURN(std::string path, text_argument(run, "path"));
    BFCLX_ASSIGN_OR_RETURN(std::string model, text_argument(run, "model"));
    ids.push_back({std::move(path), std::move(model)});
  }
  return list_of_texts(run_names(ids));
}

// The bytes are those of bfclx_manifest.json.
Result<Value> read_manifest_call(Module&, const Value&, CallBytes& bytes) {
  const RunManifest manifest = read_run_manifest(bytes.in);
  const auto count = [](std::uint64_t number) {
    return Value::integer(static_cast<std::int64_t>(number));
  };
  List decoders;
  for (const GeneratedFor& one : manifest.decoders) {
    decoders.push_back(dict_of({{"decoder", one.decoder}, {"results", one.results}}));
  }
  const std::optional<SampleDraw>& sample = manifest.sample;
  Value draw;
  if (sample) {
    List categories;
    for (const Category* category : sample->categories) {
      categories.push_back(Value::str(category->name));
    }
    draw = dict_of({{"entries", count(sample->entries)},
                    {"seed", count(sample->seed)},
                    {"categories", Value::list(std::move(categories))},
                    {"fc", sample->fc},
                    {"scheme", kSampleSchemes[static_cast<std::size_t>(sample->scheme)].name}});
  }
  Value dataset;
  if (!manifest.dataset_hash.empty()) {
    dataset = dict_of({{"version", manifest.dataset_version}, {"hash", manifest.dataset_hash}});
  }
  const RepeatFacts& facts = manifest.repeat;
  Value repeat;
  if (!facts.key.empty()) {
    repeat = dict_of({{"key", facts.key}, {"model", facts.model}, {"manifest", facts.manifest}});
  }
  return dict_of(
      {{"started", manifest.started.empty() ? Value() : Value::str(manifest.started)},
       {"sample", std::move(draw)},
       {"decoder", manifest.decoder != nullptr ? Value::str(manifest.decoder->name) : Value()},
       {"decoders", Value::list(std::move(decoders))},
       {"decoder_problem",
        manifest.decoder_problem.empty() ? Value() : Value::str(manifest.decoder_problem)},
       {"dataset", std::move(dataset)},
       {"repeat", std::move(repeat)},
       {"streamed", manifest.streamed ? value_of(*manifest.streamed) : Value()},
       {"error", manifest.error.empty() ? Value() : Value::str(manifest.error)}});
}

constexpr Call kCalls[] = {{"groupFiles", group_files_call},
                           {"runNames", run_names_call},
                           {"readManifest", read_manifest_call}};

}  // namespace

std::span<const Call> runs_calls() { return kCalls; }

}  // namespace bfclx::api
