#include "tests/simulation/simulated_data.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/conversation/values.h"

namespace bfclx::simulation {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const fs::path kSample = fs::path(BFCLX_SOURCE_DIR) / "tools" / "sample";
constexpr const char* kMemories[] = {"memory_kv", "memory_vector", "memory_rec_sum"};

struct Scenario {
  const char* name;
  int conversations;
  int questions;
};
constexpr Scenario kScenarios[] = {{"student", 3, 2},
                                   {"customer", 2, 1},
                                   {"finance", 0, 0},
                                   {"healthcare", 0, 0},
                                   {"notetaker", 1, 1}};

void load(SimulatedData& data, const std::vector<std::string>& categories) {
  EXPECT_TRUE(data.dataset.load_models(data.registry).ok());
  for (const std::string& name : categories) {
    const Category& category = *find_category(name);
    EXPECT_TRUE(data.dataset.load(category).ok()) << name;
    data.categories.push_back(name);
    for (const Entry& entry : data.dataset.dataset().entries(category)) {
      data.turns[entry.id] = present(entry.data, "question")->items().size();
      data.ids[name].push_back(entry.id);
    }
  }
}

json doc_of(const char* name, std::initializer_list<const char*> parameters) {
  json properties = json::object();
  for (const char* one : parameters) properties[one] = {{"type", "string"}};
  return {{"name", name},
          {"description", "Does it."},
          {"parameters",
           {{"type", "dict"}, {"properties", properties}, {"required", json(parameters)}}}};
}

// Named, as compilers differ on a JSON value alone in braces: a list of it, or the value itself.
json said(const std::string& text) {
  return json::array({json::object({{"role", "user"}, {"content", text}})});
}

class MemoryFolder {
 public:
  MemoryFolder() {
    std::string name = (fs::temp_directory_path() / "bfclx-simulation-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    root_ = name;
    const auto all = fs::copy_options::recursive;
    fs::copy(kSample / "data", root_ / "data", all);
    fs::copy(kSample / "models.json", root_ / "models.json");
    write_functions();
    write_prompts();
    write_entries();
  }
  MemoryFolder(const MemoryFolder&) = delete;
  MemoryFolder& operator=(const MemoryFolder&) = delete;
  ~MemoryFolder() {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }
  std::string place() const { return root_.string(); }

 private:
  void write(const std::string& name, const std::vector<json>& lines) const {
    fs::create_directories((root_ / "data" / name).parent_path());
    std::ofstream file(root_ / "data" / name);
    for (const json& line : lines) file << line.dump() << "\n";
  }

  void write_functions() const {
    write("multi_turn_func_doc/memory_kv.json", {doc_of("core_memory_add", {"key", "value"})});
    write("multi_turn_func_doc/memory_vector.json",
          {doc_of("core_memory_add", {"text"}), doc_of("core_memory_retrieve", {"query"})});
    write("multi_turn_func_doc/memory_rec_sum.json", {doc_of("memory_append", {"text"})});
    write("multi_turn_func_doc/web_search.json", {doc_of("search_engine_query", {"keywords"})});
  }

  void write_prompts() const {
    std::ifstream file(kSample / "prompts.json");
    json prompts = json::parse(file);
    prompts["ADDITIONAL_SYSTEM_PROMPT_FOR_AGENTIC_RESPONSE_FORMAT"] = "Answer shortly.";
    for (const Scenario& one : kScenarios) prompts["MEMORY_AGENT_SETTINGS"][one.name] = "You are.";
    prompts["MEMORY_BACKEND_INSTRUCTION_CORE_ARCHIVAL"] = "{scenario_setting} {memory_content}";
    prompts["MEMORY_BACKEND_INSTRUCTION_UNIFIED"] = "{scenario_setting} {memory_content}";
    std::ofstream(root_ / "prompts.json") << prompts.dump();
  }

  void write_entries() const {
    std::vector<json> questions;
    std::vector<json> answers;
    int conversation = 90000;
    const auto add = [&](const std::string& id, const json& entry) {
      questions.push_back(entry);
      answers.push_back({{"id", id}, {"ground_truth", {"x"}}, {"source", json::array()}});
    };
    for (const Scenario& one : kScenarios) {
      std::vector<json> filling;
      for (int i = 0; i < one.conversations; ++i) {
        const std::string tail = std::string("-") + one.name + "-" + std::to_string(i);
        json turns =
            json::array({said("Remember fact_" + std::string(one.name) + "_" + "abc"[i] + ".")});
        if (i == 1) turns.push_back(said("Goodbye."));
        filling.push_back({{"id", "memory_prereq_" + std::to_string(conversation++) + tail},
                           {"topic", "t"},
                           {"involved_classes", {"MemoryAPI"}},
                           {"question", turns},
                           {"scenario", one.name}});
      }
      write(std::string("memory_prereq_conversation/memory_") + one.name + ".json", filling);
      for (int i = 0; i < one.questions; ++i) {
        const std::string id = "memory_" + std::to_string(90000 + questions.size()) + "-" +
                               one.name + "-" + std::to_string(i);
        add(id, {{"id", id},
                 {"involved_classes", {"MemoryAPI"}},
                 {"question", json::array({said("What do you know, " + id + "?")})},
                 {"scenario", one.name}});
      }
    }
    write("BFCL_v4_memory.json", std::exchange(questions, {}));
    write("possible_answer/BFCL_v4_memory.json", std::exchange(answers, {}));
    for (int i = 0; i < 3; ++i) {
      const std::string id = "web_search_" + std::to_string(90000 + i);
      add(id, {{"id", id},
               {"involved_classes", {"WebSearchAPI"}},
               {"question", json::array({said("Search for " + id + ".")})}});
    }
    write("BFCL_v4_web_search.json", questions);
    write("possible_answer/BFCL_v4_web_search.json", answers);
  }

  fs::path root_;
};

// What is not an entry of the dataset, but has a result line.
void add_conversations(SimulatedData& data, const std::string& category) {
  const std::vector<std::string> questions = data.ids[category];
  int conversation = 90000;
  for (const Scenario& one : kScenarios) {
    std::vector<std::string> before;
    for (int i = 0; i < one.conversations; ++i) {
      const std::string id = category + "_prereq_" + std::to_string(conversation++) + "-" +
                             one.name + "-" + std::to_string(i);
      data.ids[category].push_back(id);
      data.turns[id] = i == 1 ? 2 : 1;
      data.stores[id] = std::string("fact_") + one.name + "_" + "abc"[i];
      data.after[id] = before;
      before.push_back(id);
    }
    const std::string scenario = std::string("-") + one.name + "-";
    for (const std::string& id : questions) {
      if (id.find(scenario) != id.npos) data.after[id] = before;
    }
  }
}

}  // namespace

SimulatedData& sample_data() {
  static const std::unique_ptr<SimulatedData> the_data = [] {
    auto data = std::make_unique<SimulatedData>("sample");
    load(*data, {"simple_python", "multiple", "parallel", "multi_turn_base"});
    return data;
  }();
  return *the_data;
}

SimulatedData& memory_data() {
  static const MemoryFolder folder;
  static const std::unique_ptr<SimulatedData> the_data = [] {
    auto data = std::make_unique<SimulatedData>(folder.place());
    load(*data, {"simple_python", "multi_turn_base", "memory_kv", "memory_vector", "memory_rec_sum",
                 "web_search_base", "web_search_no_snippet"});
    for (const char* memory : kMemories) add_conversations(*data, memory);
    return data;
  }();
  return *the_data;
}

}  // namespace bfclx::simulation
