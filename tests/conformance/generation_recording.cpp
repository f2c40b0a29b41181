#include "tests/conformance/generation_recording.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <utility>

#include "core/value/dict.h"
#include "core/value/json.h"
#include "tests/conformance/manifest.h"

namespace bfclx::conformance {

namespace fs = std::filesystem;

namespace {

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
  const Value& value = at(object, key);
  return value.is_str() ? std::string(value.as_str()) : std::string();
}

std::string json_text(const Value& value) {
  Result<std::string> text = json_dumps(value);
  if (!text.ok()) fail("a recorded response is no JSON");
  return std::move(text).value();
}

GenerationRun parse_command(const std::string& line) {
  GenerationRun run;
  std::istringstream words(line);
  std::string word;
  while (words >> word) {
    if (word == "--run-ids") run.run_ids = true;
    if (word == "-o") run.overwrite = true;
    if (word == "--include-input-log") run.include_input_log = true;
    if (word == "--exclude-state-log") run.exclude_state_log = true;
    if (word == "--temperature" && words >> word)
      run.temperature = std::strtod(word.c_str(), nullptr);
    if (word == "--test-category" && words >> word) {
      std::istringstream names(word);
      for (std::string name; std::getline(names, name, ',');) run.categories.push_back(name);
    }
  }
  return run;
}

Exchange read_exchange(const Value& line) {
  Exchange exchange;
  exchange.entry = text_at(line, "entry");
  const Value& request = at(line, "request");
  exchange.method = text_at(request, "method");
  exchange.path = text_at(request, "path");
  exchange.body = at(request, "body");
  const Value& response = at(line, "response");
  exchange.status = static_cast<int>(at(response, "status").as_int64());
  if (const Value* events = response.as_dict().find("sse")) {
    exchange.response = std::string(events->as_str());
  } else {
    const Value& body = at(response, "body");
    exchange.response = body.is_str() ? std::string(body.as_str()) : json_text(body);
  }
  if (const Value* headers = response.as_dict().find("headers"); headers && headers->is_dict()) {
    for (const Dict::Entry& header : headers->as_dict()) {
      std::string name(header.key.as_str());
      std::transform(name.begin(), name.end(), name.begin(),
                     [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
      exchange.headers.emplace_back(name, std::string(header.value.as_str()));
    }
  }
  return exchange;
}

// `folder` holds one folder, the model's.
ResultTree read_results(const fs::path& folder) {
  ResultTree tree;
  if (!fs::exists(folder)) return tree;
  for (const auto& model : fs::directory_iterator(folder)) {
    for (const auto& item : fs::recursive_directory_iterator(model.path())) {
      if (!item.is_regular_file()) continue;
      tree[fs::relative(item.path(), model.path()).generic_string()] = read_file(item.path());
    }
  }
  return tree;
}

}  // namespace

std::vector<std::string> generation_setups(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& item : fs::directory_iterator(folder)) {
    if (fs::exists(item.path() / "exchanges.jsonl")) names.push_back(item.path().filename());
  }
  std::sort(names.begin(), names.end());
  return names;
}

Blobs::Blobs(const fs::path& file) {
  for_each_line(read_file(file), [&](std::string_view line) {
    const Value blob = parse(line, file);
    raw_[text_at(blob, "k")] = at(blob, "v");
  });
}

Value Blobs::expand(const Value& value) {
  if (value.is_list()) {
    List items;
    for (const Value& item : value.items()) items.push_back(expand(item));
    return Value::list(std::move(items));
  }
  if (!value.is_dict()) return value;
  const Value* key = value.as_dict().find("$blob");
  if (key != nullptr && value.as_dict().size() == 1 && key->is_str()) {
    const std::string name(key->as_str());
    if (const auto done = expanded_.find(name); done != expanded_.end()) return done->second;
    const auto blob = raw_.find(name);
    if (blob == raw_.end()) fail("no blob " + name);
    return expanded_[name] = expand(blob->second);
  }
  Dict members;
  for (const Dict::Entry& entry : value.as_dict()) members.set(entry.key, expand(entry.value));
  return Value::dict(std::move(members));
}

GenerationSetup load_generation_setup(const fs::path& folder, const std::string& name,
                                      Blobs& blobs) {
  GenerationSetup setup;
  setup.name = name;
  const Value manifest = parse(read_file(folder / "MANIFEST.json"), folder / "MANIFEST.json");
  const Value& row = at(at(manifest, "runs"), name);
  setup.registry_model = text_at(row, "registry_model");
  setup.handler = text_at(row, "handler");
  for (const Value& line : at(row, "cli").items()) {
    setup.runs.push_back(parse_command(std::string(line.as_str())));
  }
  const fs::path place = folder / name;
  const Value entries = parse(read_file(place / "entries.json"), place / "entries.json");
  for (const Dict::Entry& item : at(entries, "test_case_ids_to_generate").as_dict()) {
    std::set<std::string>& ids = setup.ids[std::string(item.key.as_str())];
    for (const Value& id : item.value.items()) ids.emplace(id.as_str());
  }
  if (const Value* scenarios = entries.as_dict().find("scenario")) {
    for (const Dict::Entry& item : scenarios->as_dict()) {
      setup.scenarios[std::string(item.key.as_str())] = json_text(item.value);
    }
  }
  for_each_line(read_file(place / "exchanges.jsonl"), [&](std::string_view line) {
    setup.exchanges.push_back(read_exchange(blobs.expand(parse(line, place))));
  });
  if (setup.runs.size() > 1) setup.results.push_back(read_results(place / "result_after_run1"));
  setup.results.push_back(read_results(place / "result"));
  return setup;
}

}  // namespace bfclx::conformance
