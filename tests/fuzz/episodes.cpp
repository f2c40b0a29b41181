// Episodes of the simulated APIs: whatever is called, nothing crashes or grows without end, and the
// same calls answer the same a second time.
//
// The first byte chooses the involved classes, one bit a class. Of the second, bit 0 means long
// context, and bit 1 that the first line is the initial config as JSON; without it every instance
// starts with its defaults. Every other line is one call.
#include "core/simulators/engine/episode.h"

#include <utility>

#include "core/simulators/engine/simulator.h"
#include "core/value/json.h"
#include "core/value/repr.h"
#include "tests/fuzz/input.h"

namespace bfclx {
namespace {

constexpr std::uint8_t kLongContext = 1;
constexpr std::uint8_t kOwnConfig = 2;
constexpr std::size_t kMaxCalls = 32;
constexpr std::size_t kMaxAnswers = std::size_t{512} << 20;

constexpr std::string_view kTables = R"json({"constants": {
  "FILES_TAIL_USED": ["log.txt"],
  "FILE_CONTENT_EXTENSION": " and more",
  "POPULATE_FILE_EXTENSION": ["p1", "p2"],
  "LONG_WEATHER_EXTENSION": {"-1_day": {"uvIndex": 6}},
  "CAR_STATUS_METADATA_EXTENSION": "Year: 2024",
  "PARKING_BRAKE_INSTRUCTION": "Pull.",
  "INTERMEDIARY_CITIES": ["Madison"],
  "MA_5_EXTENSION": [1.5],
  "MA_20_EXTENSION": [2.5],
  "TECHNOLOGY_EXTENSION": ["T1"],
  "AUTOMOBILE_EXTENSION": ["A1"],
  "WATCH_LIST_EXTENSION": ["W1", {"__py__": "Ellipsis"}],
  "TRANSACTION_HISTORY_EXTENSION": [{"type": "deposit"}],
  "ORDER_DETAIL_EXTENSION": {"outlook": "{symbol} and {symbol}"},
  "CREDIT_CARD_EXTENSION": {"long_1": {"card_number": "9", "balance": 9000.0}},
  "BOOKING_RECORD_EXTENSION": {"7": {"card_id": "long_1", "travel_cost": 10.0}}
}})json";

const LongContext& tables() {
  static const Result<LongContext> loaded = LongContext::load(kTables);
  if (!loaded.ok()) fuzz::broken("the tables are wrong", kTables, loaded.error().message);
  return *loaded;
}

std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

EpisodeSetup setup_of(std::uint8_t classes, std::uint8_t flags, std::string_view& lines) {
  EpisodeSetup setup;
  setup.model_name = "a-model";
  setup.id = "fuzz_0";
  setup.long_context = (flags & kLongContext) != 0;
  List involved;
  for (std::size_t i = 0; i < simulator_classes().size(); ++i) {
    if ((classes >> i & 1) != 0) involved.push_back(Value::str(simulator_classes()[i]));
  }
  setup.involved_classes = Value::list(std::move(involved));
  setup.initial_config = Value::dict();
  if ((flags & kOwnConfig) != 0) {
    Result<Value> config = json_loads(take_line(lines));
    if (config.ok()) setup.initial_config = std::move(config).value();
  }
  return setup;
}

// What the calls answer, and the state that they leave, each in a line.
std::string play(const EpisodeSetup& setup, std::string_view lines) {
  EpisodeModules modules(&tables(), 20'000);
  Result<Episode> episode = Episode::start(setup, modules);
  if (!episode.ok()) return std::string(episode.error().kind) + ": " + episode.error().message;
  std::string answers;
  for (std::size_t i = 0; i < kMaxCalls && !lines.empty(); ++i) {
    answers += episode->execute(take_line(lines)) + "\n";
    if (answers.size() > kMaxAnswers) fuzz::broken("the answers know no bound", "", "");
  }
  for (const auto& instance : episode->instances()) answers += repr(instance->state()) + "\n";
  return answers;
}

}  // namespace
}  // namespace bfclx

// Values are counted references: a state that a call has put into itself is never freed. It is what
// one entry can hold at most, so it is no reason to stop here.
extern "C" int __lsan_is_turned_off() { return 1; }  // NOLINT(bugprone-reserved-identifier)

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bfclx;
  if (size < 2) return 0;
  const std::string text = fuzz::text_of(data + 2, size - 2);
  std::string_view lines = text;
  const EpisodeSetup setup = setup_of(data[0], data[1], lines);
  const std::string answers = play(setup, lines);
  const std::string again = play(setup, lines);
  if (answers != again) fuzz::broken("the same episode went another way", answers, again);
  return 0;
}
