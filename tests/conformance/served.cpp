#include "tests/conformance/served.h"

#include <cstdio>
#include <filesystem>
#include <map>
#include <utility>

#include "core/base/utf8.h"
#include "core/dataset/category.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "tests/conformance/generation.h"

namespace bfclx::conformance {

namespace {

namespace fs = std::filesystem;

Value parse(std::string_view text, const fs::path& path) {
  Result<Value> value = json_loads(text);
  if (!value.ok()) fail(path.string() + ": " + value.error().message);
  return std::move(value).value();
}

const Value& at(const Value& object, std::string_view key) {
  const Value* found = object.is_dict() ? object.as_dict().find(key) : nullptr;
  if (found == nullptr) fail("a recording lacks \"" + std::string(key) + "\"");
  return *found;
}

std::string text_at(const Value& object, std::string_view key) {
  return std::string(at(object, key).as_str());
}

Model read_model(const fs::path& file) {
  const Value info = parse(read_file(file), file);
  Model model;
  model.name = text_at(info, "registry_name");
  model.model_name = text_at(info, "model_name");
  model.is_fc_model = at(info, "is_fc_model").as_bool();
  model.handler = text_at(info, "class");
  return model;
}

// The prompt is the beginning of the entry's one before and an addition.
std::string rebuild(const Value& prompt, const std::string& before) {
  const auto keep = static_cast<std::size_t>(at(prompt, "keep").as_int64());
  std::string whole(slice_code_points(before, 0, keep));
  whole += at(prompt, "add").as_str();
  if (count_code_points(whole) != static_cast<std::size_t>(at(prompt, "chars").as_int64())) {
    fail("a recorded prompt cannot be rebuilt");
  }
  return whole;
}

std::vector<Exchange> read_exchanges(const fs::path& file) {
  std::vector<Exchange> exchanges;
  std::map<std::string, std::string> prompts;
  for_each_line(read_file(file), [&](std::string_view text) {
    const Value line = parse(text, file);
    Exchange exchange;
    exchange.entry = text_at(line, "id");
    exchange.method = "POST";
    exchange.path = "/v1/completions";
    std::string& prompt = prompts[exchange.entry];
    prompt = rebuild(at(line, "prompt"), prompt);
    exchange.body = at(line, "request");
    exchange.body.mutable_dict().set("prompt", Value::str(prompt));
    exchange.status = static_cast<int>(at(line, "status").as_int64());
    exchange.response = json_dumps(at(line, "response")).value();
    exchanges.push_back(std::move(exchange));
  });
  return exchanges;
}

// The category of a result file: "x/BFCL_v4_memory_kv_prereq_result.json" -> "memory_kv".
std::string category_of(const fs::path& file) {
  std::string name = file.filename().string();
  constexpr std::string_view kPrefix = "BFCL_v4_";
  if (name.rfind(kPrefix, 0) != 0) return "";
  name.erase(0, kPrefix.size());
  for (const char* end : {"_result.json", "_prereq"}) {
    const std::size_t place = name.rfind(end);
    if (place != std::string::npos) name.erase(place);
  }
  return name;
}

void read_results(const fs::path& folder, GenerationSetup& setup) {
  ResultTree tree;
  for (const auto& model : fs::directory_iterator(folder)) {
    for (const auto& item : fs::recursive_directory_iterator(model.path())) {
      if (!item.is_regular_file()) continue;
      std::string bytes = read_file(item.path());
      const std::string category = category_of(item.path());
      if (!category.empty()) {
        for_each_line(bytes, [&](std::string_view line) {
          setup.ids[category].insert(text_at(parse(line, item.path()), "id"));
        });
      }
      tree[fs::relative(item.path(), model.path()).generic_string()] = std::move(bytes);
    }
  }
  setup.results.push_back(std::move(tree));
}

GenerationSetup load_served_setup(const fs::path& folder, const std::string& name) {
  constexpr std::int64_t kContext = 12288;
  GenerationSetup setup;
  setup.name = name;
  setup.model = read_model(folder / name / "info.json");
  setup.handler = setup.model->handler;
  setup.registry_model = setup.model->name;
  setup.served = true;
  setup.latency = 0.25;
  setup.context_length = kContext;
  GenerationRun run;
  run.run_ids = true;
  setup.runs.push_back(run);
  setup.exchanges = read_exchanges(folder / name / "exchanges.jsonl");
  read_results(folder / name / "result", setup);
  return setup;
}

}  // namespace

bool replay_all_served(const Places& places, const std::string& only, bool words) {
  const fs::path folder = locate(places, "served/MANIFEST.json").parent_path();
  const GenerationData data = load_generation_data(places.data, folder, places.prompt_texts);
  const LoadSetup load = [&](const std::string& name) { return load_served_setup(folder, name); };
  return replay_setups(data, generation_setups(folder), load, only, words);
}

}  // namespace bfclx::conformance
