#include "tests/conformance/memory.h"

#include <memory>
#include <string>

#include "core/simulators/apis/embeddings.h"
#include "core/simulators/apis/memory.h"
#include "core/simulators/engine/episode.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "tests/conformance/episodes.h"
#include "tests/conformance/golden.h"

namespace bfclx::conformance {

namespace {

std::string json_of(const Value& value) {
  std::string text;
  append_json(text, value);
  return text;
}

std::string text_or_error(const Result<std::string>& text) {
  return text.ok() ? *text : std::string(text.error().kind) + ": " + text.error().message;
}

EpisodeSetup setup_of(const Dict& recorded) {
  EpisodeSetup setup;
  setup.model_name = "oracle";
  setup.id = std::string(recorded.find("id")->as_str());
  setup.initial_config = recorded.find("initial_config")->deep_copy();
  setup.involved_classes = *recorded.find("involved_classes");
  for (const auto& [name, config] : setup.initial_config.as_dict()) {
    config.mutable_dict().set("snapshot", *recorded.find("snapshot_before"));
  }
  return setup;
}

void compare_calls(const Dict& recorded, Episode& episode, std::string& differences) {
  const List& calls = recorded.find("calls")->items();
  const List& results = recorded.find("results")->items();
  for (std::size_t i = 0; i < calls.size() && differences.empty(); ++i) {
    compare_field(json_of(calls[i]), std::string(results[i].as_str()),
                  episode.execute(calls[i].as_str()), differences);
  }
}

void compare_files(const Value& files, const MemoryApi& memory, std::string& differences) {
  const std::string ours = text_or_error(memory.snapshot());
  const std::vector<std::string> paths = memory.snapshot_files();
  const Value* both = files.as_dict().find("paths");
  if (both != nullptr) {
    List listed;
    for (const std::string& path : paths) listed.push_back(Value::str(path));
    compare_field("paths", json_of(*both), json_of(Value::list(listed)), differences);
    compare_field("snapshot", std::string(files.as_dict().find("text_of_both")->as_str()), ours,
                  differences);
    return;
  }
  for (const auto& [path, text] : files.as_dict()) {
    const bool known = path.as_str() == paths.front() || path.as_str() == paths.back();
    if (!known) differences += "\n  a file that we do not write: " + std::string(path.as_str());
    compare_field("snapshot", std::string(text.as_str()), ours, differences);
  }
}

void compare_end(const Dict& recorded, const MemoryApi& memory, std::string& differences) {
  const Value& state = recorded.find("final_state")->as_dict().entry(0).value;
  compare_field("state", json_of(state), json_of(memory.state()), differences);
  compare_field("context_after", std::string(recorded.find("context_after")->as_str()),
                text_or_error(memory.context()), differences);
  if (const Value* files = recorded.find("files_after")) compare_files(*files, memory, differences);
}

std::string differences_of(const Dict& recorded) {
  std::string differences;
  EpisodeModules modules(nullptr, kRecordedDay);
  Services services;
  services.embeddings = Services::Embeddings::kStandIn;
  modules.set_services(services);
  Result<Episode> episode = Episode::start(setup_of(recorded), modules);
  const Value* load_error = recorded.find("load_error");
  if (load_error != nullptr || !episode.ok()) {
    std::string official = "none";
    if (load_error != nullptr) {
      official = std::string(load_error->as_dict().find("class")->as_str()) + ": " +
                 std::string(load_error->as_dict().find("text")->as_str());
    }
    const std::string ours =
        episode.ok() ? "none" : std::string(episode.error().kind) + ": " + episode.error().message;
    compare_field("load error", official, ours, differences);
    return differences;
  }
  const MemoryApi* memory = memory_of(*episode->instances().front());
  if (memory == nullptr) return "\n  no instance of a memory class";
  compare_field("context_before", std::string(recorded.find("context_before")->as_str()),
                text_or_error(memory->context()), differences);
  compare_calls(recorded, *episode, differences);
  if (differences.empty()) compare_end(recorded, *memory, differences);
  return differences;
}

}  // namespace

void compare_embeddings(const std::filesystem::path& path, Tally& tally) {
  for_each_line(read_file(path), [&](std::string_view line) {
    const Value recorded = load_line(line, path.string());
    ++tally.verdicts;
    const Value& text = *recorded.as_dict().find("text");
    List ours;
    for (const float component : stand_in_embedding(text.as_str())) {
      ours.push_back(Value::integer(static_cast<std::int64_t>(component * 64)));
    }
    std::string differences;
    compare_field("embedding", json_of(*recorded.as_dict().find("ints")),
                  json_of(Value::list(std::move(ours))), differences);
    if (!differences.empty()) tally.disagree(json_of(text) + differences);
  });
}

void compare_memory(const std::filesystem::path& path, Tally& tally) {
  for_each_line(read_file(path), [&](std::string_view line) {
    const Value recorded = load_line(line, path.string());
    ++tally.verdicts;
    const std::string differences = differences_of(recorded.as_dict());
    if (differences.empty()) return;
    tally.disagree(json_of(*recorded.as_dict().find("id")) + differences);
  });
}

}  // namespace bfclx::conformance
