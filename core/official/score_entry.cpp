#include "core/official/score_entry.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "core/official/score_json.h"
#include "core/simulators/apis/cassette.h"
#include "core/statistics/figures.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

using std::string_view;

class EntryWriter {
 public:
  EntryWriter(std::string& out, SharedScoreTexts& texts) : out_(out), texts_(texts) {}

  EntryWriter& member(string_view name, const Value& value) {
    open(name);
    good_ &= append_score_json(out_, value);
    return *this;
  }
  EntryWriter& text(string_view name, string_view text) {
    open(name);
    good_ &= append_score_json_text(out_, text);
    return *this;
  }
  // A dict whose members may be shared with other entries.
  EntryWriter& prompt(const Value& data) {
    open("prompt");
    std::string_view separator = "{";
    for (const Dict::Entry& entry : data.as_dict()) {
      out_ += std::exchange(separator, ", ");
      good_ &= append_score_json_text(out_, entry.key.as_str());
      out_ += ": ";
      good_ &= texts_.append(out_, entry.value);
    }
    out_ += "}";
    return *this;
  }
  bool good() const { return good_; }

 private:
  void open(string_view name) {
    out_ += first_ ? "{\"" : ", \"";
    out_ += name;
    out_ += "\": ";
    first_ = false;
  }
  std::string& out_;
  SharedScoreTexts& texts_;
  bool first_ = true;
  bool good_ = true;
};

void write_relevance(const ScoredResponse& response, EntryWriter& line) {
  const Verdict& verdict = response.verdict;
  line.prompt(response.entry->data)
      .member("model_result", response.response)
      .member("decoded_result", verdict.decoded.value_or(Value()))
      .member("error", verdict.error)
      .text("error_type", verdict.error_type);
}

void write_calls(const ScoredResponse& response, EntryWriter& line) {
  const Verdict& verdict = response.verdict;
  line.member("error", verdict.error)
      .text("error_type", verdict.error_type)
      .prompt(response.entry->data);
  if (verdict.error_type == "ast_decoder:decoder_wrong_output_format") {
    line.text("model_result_raw", str(response.response))
        .text("model_result_decoded", str(verdict.decoded.value_or(Value())));
  } else {
    line.member("model_result_raw", response.response);
    if (verdict.decoded) line.member("model_result_decoded", *verdict.decoded);
  }
  line.member("possible_answer", response.entry->ground_truth);
}

// eval_runner.py:executable_file_runner, at the parent of 4ed459c0.
void write_executable(const ScoredResponse& response, EntryWriter& line) {
  const Verdict& verdict = response.verdict;
  line.member("error", verdict.error)
      .text("error_type", verdict.error_type)
      .prompt(response.entry->data);
  constexpr string_view kFormat = "wrong_output_format";
  const string_view type = verdict.error_type;
  if (type.size() > kFormat.size() && type.substr(type.size() - kFormat.size()) == kFormat) {
    line.text("model_result_raw", str(response.response))
        .text("model_result_decoded", str(verdict.decoded.value_or(Value())));
    return;
  }
  line.member("model_result_raw", response.response);
  if (verdict.decoded) line.member("model_result_decoded", *verdict.decoded);
  if (response.executable == nullptr) return;  // memory ended before anything was executed
  const std::optional<Value>& output = response.executable->model_output;
  if (output) line.member("model_executed_output", *output);
}

// Ours: an entry that has no verdict, why, and what it wanted.
void write_skipped(const ScoredResponse& response, EntryWriter& line) {
  const ExecutableVerdict& executed = *response.executable;
  line.member("valid", Value()).text("skipped", skip_name(executed.skip));
  if (executed.skip == Skip::kNoCredentials) line.text("variable", executed.variable);
  if (!executed.request) return;
  if (const Result<Value> request = json_loads(request_json(*executed.request)); request.ok()) {
    line.member("request", *request);
  }
}

// The question file's object without the function docs, which the runner deletes.
Value prompt_without_functions(const Entry& entry) {
  Dict prompt = entry.data.as_dict();
  prompt.erase("function");
  return Value::dict(std::move(prompt));
}

// The official dict with its execution results: multi_turn_checker puts them at its end, or into
// the details of a turn without calls.
Value episode_error(const ScoredResponse& response) {
  const Verdict& verdict = response.verdict;
  Dict error = verdict.error.as_dict();
  if (verdict.error_type == "multi_turn:instance_state_mismatch") {
    error.set("execution_result", execution_value(response.episode->execution));
  } else if (verdict.error_type == "multi_turn:empty_turn_model_response") {
    Dict details;
    details.set("execution_result", execution_value(response.episode->execution));
    error.set("details", Value::dict(std::move(details)));
  }
  return Value::dict(std::move(error));
}

Value decoded_calls(const EpisodeVerdict& episode) {
  List turns;
  for (const std::vector<DecodedStep>& turn : episode.turns) {
    List steps;
    for (const DecodedStep& step : turn) {
      if (step.has_calls) steps.push_back(step.calls);
    }
    turns.push_back(Value::list(std::move(steps)));
  }
  return Value::list(std::move(turns));
}

void write_episode(const ScoredResponse& response, EntryWriter& line) {
  const Verdict& verdict = response.verdict;
  const bool ran = response.episode != nullptr &&
                   verdict.error_type != "multi_turn:inference_error" &&
                   verdict.error_type != "multi_turn:force_terminated";
  line.member("error", episode_error(response))
      .member("prompt", prompt_without_functions(*response.entry))
      .member(ran ? "model_result_raw" : "model_result", response.response);
  if (ran) line.member("model_result_decoded", decoded_calls(*response.episode));
  line.member("possible_answer", response.entry->ground_truth);
}

void write_agentic(const ScoredResponse& response, EntryWriter& line) {
  const Verdict& verdict = response.verdict;
  line.member("error", verdict.error);
  if (verdict.error_type == "agentic:answer_not_found") {
    line.member("prompt", response.entry->question())
        .member("model_result_raw", response.response)
        .member("last_non_fc_message", response.agentic->last_message);
  } else {
    line.member("prompt", prompt_without_functions(*response.entry))
        .member("model_result", response.response);
    if (verdict.decoded) line.member("model_result_decoded", *verdict.decoded);
  }
  line.member("possible_answer", response.entry->ground_truth);
}

double share(std::size_t right, std::size_t total) {
  return static_cast<double>(right) / static_cast<double>(total);
}

Dict counts(std::size_t right, std::size_t total) {
  Dict header;
  // Nothing scored is no accuracy of zero.
  header.set("accuracy", total > 0 ? Value::real(share(right, total)) : Value());
  header.set("correct_count", Value::integer(static_cast<std::int64_t>(right)));
  header.set("total_count", Value::integer(static_cast<std::int64_t>(total)));
  return header;
}

// Ours: entries without a verdict, which are not in the counts.
void add_skips(const Skips& skipped, Dict& header) {
  Dict reasons;
  for (std::size_t i = 1; i < kSkips; ++i) {
    if (skipped[i] == 0) continue;
    reasons.set(skip_name(static_cast<Skip>(i)),
                Value::integer(static_cast<std::int64_t>(skipped[i])));
  }
  if (reasons.size() > 0) header.set("skipped", Value::dict(std::move(reasons)));
}

// "ret_fmt=python&..." of "format_sensitivity_3:ret_fmt=python&...:simple_python_0"
string_view configuration_of(string_view id) {
  const std::size_t first = id.find(':') + 1;
  return id.substr(first, id.find(':', first) - first);
}

// eval_runner.py:format_sensitivity_runner. Configurations come in the order in which they occur.
void add_configurations(std::span<const ScoredResponse> responses, Dict& header) {
  struct Count {
    string_view name;
    std::size_t right = 0;
    std::size_t total = 0;
  };
  std::vector<Count> found;
  for (const ScoredResponse& response : responses) {
    const string_view name = configuration_of(response.id);
    auto it = std::find_if(found.begin(), found.end(),
                           [&](const Count& count) { return count.name == name; });
    if (it == found.end()) it = found.insert(found.end(), {name});
    it->right += response.verdict.valid ? 1 : 0;
    ++it->total;
  }
  List accuracies;
  double least = 1;
  double most = 0;
  for (const Count& count : found) {
    const double accuracy = share(count.right, count.total);
    accuracies.push_back(Value::real(accuracy));
    least = std::min(least, accuracy);
    most = std::max(most, accuracy);
  }
  const bool several = found.size() > 1;
  const Moments spread = moments(accuracies);
  const auto set = [&](string_view name, double value) {
    header.set(name, Value::real(several ? round_hundredths(value) : 0.0));
  };
  set("accuracy_max_delta", (most - least) * 100);
  set("accuracy_variance", spread.variance * 10000);
  set("accuracy_std", spread.deviation * 100);
  for (const Count& count : found) {
    header.set(count.name, Value::dict(counts(count.right, count.total)));
  }
}

}  // namespace

bool has_inference_log(const Category& category) {
  return category.judging == Judging::kMultiTurn || category.judging == Judging::kAgentic;
}

bool append_failed_entry(std::string& out, const ScoredResponse& response, string_view model_name,
                         SharedScoreTexts& texts) {
  EntryWriter line(out, texts);
  line.text("id", response.id)
      .text("model_name", model_name)
      .text("test_category", response.entry->category->name);
  if (response.skipped()) {
    write_skipped(response, line);
    return line.good();
  }
  line.member("valid", Value::boolean(false));
  switch (response.entry->category->judging) {
    case Judging::kRelevance:
    case Judging::kIrrelevance:
      write_relevance(response, line);
      break;
    case Judging::kMultiTurn:
      write_episode(response, line);
      break;
    case Judging::kAgentic:
      write_agentic(response, line);
      break;
    case Judging::kExecutable:
      write_executable(response, line);
      break;
    case Judging::kCalls:
      write_calls(response, line);
      break;
  }
  return line.good();
}

std::string score_header(const Category& category, std::span<const ScoredResponse> responses) {
  const auto right = static_cast<std::size_t>(
      std::count_if(responses.begin(), responses.end(),
                    [](const ScoredResponse& response) { return response.verdict.valid; }));
  Skips skipped{};
  for (const ScoredResponse& response : responses) {
    if (response.skipped()) ++skipped[static_cast<std::size_t>(response.executable->skip)];
  }
  const std::size_t scored =
      responses.size() - std::accumulate(skipped.begin(), skipped.end(), std::size_t{0});
  Dict header = counts(right, scored);
  add_skips(skipped, header);
  if (category.varies_prompts) add_configurations(responses, header);
  std::string line;
  append_score_json(line, Value::dict(std::move(header)));
  return line;
}

}  // namespace bfclx
