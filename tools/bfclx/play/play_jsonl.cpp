#include "tools/bfclx/play/play_jsonl.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "core/base/counted.h"
#include "core/base/utf8.h"
#include "core/explain/playground.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/play/line_reader.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

// More problems than this are counted only.
constexpr std::size_t kProblemsShown = 100;

Error line_error(std::string message) { return {.kind = "line", .message = std::move(message)}; }

bool is_list_of_text(const Value& value) {
  if (!value.is_list()) return false;
  for (const Value& item : value.items()) {
    if (!item.is_str()) return false;
  }
  return true;
}

struct Sequence {
  EpisodeSetup setup;
  Value id;
  Value calls;
};

Result<Sequence> read_sequence(std::string_view line) {
  static constexpr std::string_view kWanted[] = {"id", "involved_classes", "initial_config",
                                                 "long_context", "calls"};
  if (const auto place = find_invalid_utf8(line)) {
    return line_error("not valid UTF-8 at byte " + std::to_string(*place));
  }
  Result<Value> parsed = json_loads_object_filtered(line, kWanted);
  if (!parsed.ok()) return line_error("not valid JSON: " + parsed.error().message);
  if (!parsed->is_dict()) return line_error("not a JSON object");
  const Dict& object = parsed->as_dict();
  Sequence sequence;
  const Value* id = object.find("id");
  if (id == nullptr || !id->is_str()) return line_error("has no string `id`");
  sequence.id = *id;
  sequence.setup.id = id->as_str();
  const Value* classes = object.find("involved_classes");
  if (classes == nullptr || !is_list_of_text(*classes)) {
    return line_error("has no `involved_classes`, a list of names");
  }
  sequence.setup.involved_classes = *classes;
  const Value* calls = object.find("calls");
  if (calls == nullptr || !is_list_of_text(*calls)) {
    return line_error("has no `calls`, a list of strings");
  }
  sequence.calls = *calls;
  const Value* config = object.find("initial_config");
  if (config != nullptr && !config->is_dict())
    return line_error("`initial_config` is not an object");
  sequence.setup.initial_config = config != nullptr ? *config : Value::dict();
  const Value* long_context = object.find("long_context");
  if (long_context != nullptr && !long_context->is_bool()) {
    return line_error("`long_context` is neither true nor false");
  }
  sequence.setup.long_context = long_context != nullptr && long_context->as_bool();
  return sequence;
}

class Answers {
 public:
  explicit Answers(const JsonlSettings& settings) : settings_(settings) {}

  void line(std::string_view file, std::size_t number, std::string_view text) {
    if (number == 1) text = without_byte_order_mark(text);
    if (text.find_first_not_of(" \t\r") == std::string_view::npos) return;
    const Result<std::string> answer = answer_line(text, settings_);
    if (!answer.ok()) return problem(file, number, answer.error().message);
    const Written written = write_for_programs(STDOUT_FILENO, answer.value() + "\n");
    stopped_ = written != Written::kAll;
  }

  void problem(std::string_view file, std::size_t number, const std::string& message) {
    if (++problems_ > kProblemsShown) return;
    std::string place(file);
    if (number > 0) place += ":" + std::to_string(number);
    say(place + ": " + message);
  }

  // Nobody reads the answers: there is no use in going on.
  bool stopped() const { return stopped_; }

  int finish() const {
    if (problems_ > kProblemsShown) {
      say("and " + grouped_digits(problems_ - kProblemsShown) +
          " more lines that could not be run");
    }
    return problems_ > 0 ? kSomeUnusable : kDone;
  }

 private:
  const JsonlSettings& settings_;
  std::size_t problems_ = 0;
  bool stopped_ = false;
};

void answer_stream(Answers& answers) {
  constexpr std::string_view kName = "standard input";
  LineReader reader(STDIN_FILENO);
  std::string line;
  for (std::size_t number = 1; !answers.stopped(); ++number) {
    switch (reader.next(line)) {
      case LineReader::State::kLine:
        answers.line(kName, number, line);
        break;
      case LineReader::State::kTooLong:
        answers.problem(
            kName, number,
            "is longer than " + std::to_string(LineReader::kMaxLineBytes >> 20) + " MiB");
        break;
      case LineReader::State::kError:
        answers.problem(kName, number, std::string("cannot be read: ") + std::strerror(errno));
        return;
      case LineReader::State::kEnd:
        return;
    }
  }
}

void answer_file(const std::string& path, Answers& answers) {
  const FileBytes file = read_file(path);
  std::string_view rest = file.bytes;
  for (std::size_t number = 1; !rest.empty() && !answers.stopped(); ++number) {
    const std::size_t end = rest.find('\n');
    answers.line(path, number, rest.substr(0, end));
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  }
  if (!file.error.empty()) answers.problem(path, 0, file.error);
}

}  // namespace

Result<std::string> answer_line(std::string_view line, const JsonlSettings& settings) {
  BFCLX_ASSIGN_OR_RETURN(Sequence sequence, read_sequence(line));
  if (sequence.setup.long_context && settings.tables == nullptr) {
    return line_error("long_context needs the tables of a dataset: " + settings.no_tables);
  }
  sequence.setup.model_name = settings.model_name;
  Result<Playground> playground = Playground::open(std::move(sequence.setup), settings.tables,
                                                   settings.today, settings.recorded);
  if (!playground.ok()) {
    const Error& error = playground.error();
    return line_error(error.kind == "class" ? error.message
                                            : "the official classes refuse this initial_config: " +
                                                  std::string(error.kind) + ": " + error.message);
  }
  List results;
  results.reserve(sequence.calls.items().size());
  for (const Value& call : sequence.calls.items()) {
    results.push_back(Value::str(playground->execute(call.as_str())));
  }
  std::string answer = "{\"id\": ";
  append_json(answer, sequence.id);
  answer += ", \"results\": ";
  append_json(answer, Value::list(std::move(results)));
  answer += ", \"final_state\": ";
  append_json(answer, playground->state());
  answer += '}';
  return answer;
}

int run_jsonl(const std::vector<std::string>& files, const JsonlSettings& settings) {
  Answers answers(settings);
  if (files.empty()) answer_stream(answers);
  for (const std::string& file : files) {
    if (answers.stopped()) break;
    if (file == "-") {
      answer_stream(answers);
    } else {
      answer_file(file, answers);
    }
  }
  return answers.finish();
}

}  // namespace bfclx::tools
