// Whole result lines through score_response: entries of every kind that is judged, with any
// decoder. Within the limits of tests/fuzz/run on memory and time a line gets a verdict, the same
// one a second time, and the verdict is a line of JSON.
//
// The first byte chooses the decoder, the second the settings, the third the entry of lines whose
// id is none of the dataset's; the rest is a result file.
#include <iterator>
#include <vector>

#include "core/base/utf8.h"
#include "core/check/findings.h"
#include "core/dataset/results.h"
#include "core/run/official_verdict.h"
#include "core/simulators/apis/cassette.h"
#include "core/value/json.h"
#include "core/value/repr.h"
#include "tests/fuzz/input.h"

namespace bfclx {
namespace {

constexpr std::uint8_t kUnderscoreToDot = 1;
constexpr std::uint8_t kOffline = 2;
constexpr std::uint8_t kBestMatching = 4;
constexpr std::uint8_t kOfficial = 8;
constexpr std::size_t kMaxLines = 4;
constexpr std::int64_t kToday = 20'000;

std::string function(std::string_view name, std::string_view type) {
  return concat({R"("function":[{"name":")", name,
                 R"(","description":"F.","parameters":{"type":"dict","properties":{"x":{"type":")",
                 type,
                 R"(","description":"X.","items":{"type":"integer"}},"y":{"type":"array",)"
                 R"("description":"Y.","items":{"type":"dict","properties":{"a":{"type":)"
                 R"("float"}}}}},"required":["x"]}}])"});
}

constexpr std::string_view kClasses =
    R"("involved_classes":["GorillaFileSystem","MathAPI","MessageAPI","TwitterAPI","TicketAPI",)"
    R"("TradingBot","TravelAPI","VehicleControlAPI"],"initial_config":{"GorillaFileSystem":)"
    R"({"root":{"home":{"type":"directory","contents":{"f":{"type":"file","content":"a\nb"}}}}}})";

struct Fixture {
  std::string_view id;     // its category is the part before the last underscore
  std::string_view name;   // of the function, and the type of its parameter x;
  std::string_view type;   // without a name, the other members of the question
  std::string_view truth;  // empty: the category has no answers
};
constexpr Fixture kEntries[] = {
    {"simple_python_0", "f", "integer", R"([{"f":{"x":[1],"y":[[{"a":[1.5]}],""]}}])"},
    {"simple_python_1", "a.b", "dict", R"([{"a.b":{"x":[{"k":["a b",1]}]}}])"},
    {"simple_python_2", "f", "tuple", R"([{"f":{"x":[[1,2]]}}])"},
    {"simple_java_0", "f", "HashMap", R"([{"f":{"x":[{"a":"b"}]}}])"},
    {"simple_java_1", "f", "ArrayList", R"([{"f":{"x":[["a"]]}}])"},
    {"simple_javascript_0", "f", "array", R"([{"f":{"x":[["a",1]]}}])"},
    {"parallel_0", "f", "string", R"([{"f":{"x":["a"]}},{"f":{"x":["b","c"]}},{"f":{"x":["d"]}}])"},
    {"irrelevance_0", "f", "string", ""},
    {"live_relevance_0-0-0", "f", "any", ""},
    {"exec_simple_0", "math_factorial", "integer",
     R"json(["math_factorial(n=5)"],"execution_result_type":["exact_match"])json"},
    {"exec_parallel_0", "calculate_mean", "array",
     R"json(["calculate_mean(numbers=[1,2])","get_weather_data(coordinates=[47.4,9.6])"],)json"
     R"("execution_result_type":["exact_match","real_time_match"])"},
    {"rest_0", "requests.get", "string", R"("{\"a\": 1}")"},
    {"web_search_0", "", R"("involved_classes":["WebSearchAPI"],"num_hops":1)",
     R"(["a b","1,000"])"},
    {"multi_turn_base_0", "", kClasses,
     R"json([["mean(numbers=[1,2])","cd(folder='home')"],["ls()"]])json"},
};

constexpr std::string_view kCassette =
    R"({"request":{"method":"GET","url":"https://api.open-meteo.com/v1/forecast","query":)"
    R"([["current","temperature_2m"],["latitude","47.4"],["longitude","9.6"],)"
    R"(["temperature_unit","fahrenheit"]],"headers":{}},"response":{"status":200,"body":)"
    R"({"current":{"temperature_2m":61.3}}},"source":"by hand"})"
    "\n";

void must(const Status& status) {
  if (!status.ok()) fuzz::broken("the fixtures are wrong", status.error().message, "");
}

struct World {
  Dataset dataset;
  std::vector<const Entry*> entries;
  EffectStore answers;

  World() {
    must(read_cassette(kCassette, answers));
    must(dataset.add_prompts(R"({"ADDITIONAL_SYSTEM_PROMPT_FOR_AGENTIC_RESPONSE_FORMAT":""})"));
    for (std::size_t i = 0; i < std::size(kEntries);) i = add_category(i);
    const Category& category = *find_category("format_sensitivity");
    must(dataset.add(category, R"({"simple_python":["simple_python_0"]})", ""));
    add_entries(category);
  }
  // The entries from `first` on that are of one category; where the next begins.
  std::size_t add_category(std::size_t first) {
    const auto name_of = [](std::size_t i) {
      return kEntries[i].id.substr(0, kEntries[i].id.rfind('_'));
    };
    std::string questions;
    std::string truths;
    std::size_t i = first;
    for (; i < std::size(kEntries) && name_of(i) == name_of(first); ++i) {
      const Fixture& entry = kEntries[i];
      questions += concat(
          {R"({"id":")", entry.id, R"(","question":[[],[]],)",
           entry.name.empty() ? std::string(entry.type) : function(entry.name, entry.type), "}\n"});
      if (entry.truth.empty()) continue;
      truths += concat({R"({"id":")", entry.id, R"(","ground_truth":)", entry.truth, "}\n"});
    }
    const std::string_view name = name_of(first);
    const Category& category = *find_category(name == "web_search" ? "web_search_base" : name);
    must(dataset.add(category, questions, truths));
    add_entries(category);
    return i;
  }
  void add_entries(const Category& category) {
    for (const Entry& entry : dataset.entries(category)) entries.push_back(&entry);
  }
};

const World& world() {
  static const World one;
  return one;
}

RunSettings settings_of(std::uint8_t decoder, std::uint8_t flags) {
  RunSettings settings;
  settings.decoder = &decoders()[decoder % decoders().size()];
  settings.underscore_to_dot = (flags & kUnderscoreToDot) != 0;
  settings.model_name = "a-model";
  settings.today = kToday;
  settings.executable.network = (flags & kOffline) != 0 ? Network::kOff : Network::kReplay;
  settings.executable.answers = &world().answers;
  settings.executable.matching = (flags & kBestMatching) != 0 ? Matching::kBest : Matching::kGreedy;
  settings.executable.official = (flags & kOfficial) != 0;
  return settings;
}

std::string verdict_of(const Response& response, const Entry& entry, const RunSettings& settings) {
  ScoredResponse scored;
  scored.line = response.line;
  scored.id = response.id;
  scored.entry = &entry;
  scored.response = response.result;
  score_response(scored, settings);
  if (entry.plan != nullptr && response.result.is_str() &&
      is_valid(entry, response.result.as_str(), *settings.decoder, settings.underscore_to_dot) !=
          scored.verdict.valid) {
    fuzz::broken("is_valid says otherwise", verdict_json(scored), "");
  }
  if (entry.category->judging == Judging::kCalls) {
    const Verdict official =
        official_verdict(entry, response.result, *settings.decoder, settings.underscore_to_dot);
    if (official.valid != scored.verdict.valid ||
        official.error_type != scored.verdict.error_type ||
        repr(official.error) != repr(scored.verdict.error)) {
      fuzz::broken("another official part", verdict_json(scored), repr(official.error));
    }
  }
  return verdict_json(scored);
}

void check_line(const std::string& line) {
  if (find_invalid_utf8(line).has_value()) fuzz::broken("a verdict that is no UTF-8", line, "");
  for (const char c : line) {
    if (static_cast<unsigned char>(c) < 0x20) fuzz::broken("a control byte in a verdict", line, "");
  }
  const Result<Value> read = json_loads(line);
  if (!read.ok()) fuzz::broken("a verdict that is no JSON", line, read.error().message);
}

}  // namespace
}  // namespace bfclx

// As in the target of episodes: a state that a call has put into itself is never freed.
extern "C" int __lsan_is_turned_off() { return 1; }  // NOLINT(bugprone-reserved-identifier)

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bfclx;
  if (size < 3) return 0;
  const std::string bytes(reinterpret_cast<const char*>(data) + 3, size - 3);
  const RunSettings settings = settings_of(data[0], data[1]);
  const std::vector<const Entry*>& entries = world().entries;
  std::size_t lines = 0;
  for (const Response& response : read_results(bytes).responses) {
    if (++lines > kMaxLines) break;
    const Entry* entry = world().dataset.find(response.id);
    if (entry == nullptr) entry = entries[data[2] % entries.size()];
    const std::string line = verdict_of(response, *entry, settings);
    check_line(line);
    const std::string again = verdict_of(response, *entry, settings);
    if (line != again) fuzz::broken("another verdict the second time", line, again);
  }
  return 0;
}
