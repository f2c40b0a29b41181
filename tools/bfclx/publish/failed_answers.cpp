#include "tools/bfclx/publish/failed_answers.h"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <system_error>

#include "core/value/dict.h"
#include "core/value/json.h"
#include "tools/bfclx/publish/slices.h"

namespace bfclx::tools {
namespace {

constexpr int kKinds = 5;          // of AnswerKind
constexpr int kShapes = 4;         // of AnswerDifference
constexpr int kArgumentKinds = 3;  // of ArgumentDifference

// The facts of an argument, one bit each.
constexpr bool ArgumentDifference::*kFacts[] = {
    &ArgumentDifference::optional, &ArgumentDifference::spelling,
    &ArgumentDifference::found_in_question, &ArgumentDifference::truth_in_question,
    &ArgumentDifference::fits_schema};

int bits_of(const ArgumentDifference& argument) {
  int bits = 0;
  for (std::size_t i = 0; i < std::size(kFacts); ++i) bits |= argument.*kFacts[i] ? 1 << i : 0;
  return bits;
}

void append_texts(std::string& out, std::initializer_list<std::string_view> texts) {
  for (const std::string_view text : texts) {
    out += ",";
    append_json_str(out, text);
  }
}

void append_difference(std::string& out, const AnswerDifference& difference) {
  if (difference.shape == AnswerDifference::Shape::kNone) return;
  out += "," + std::to_string(static_cast<int>(difference.shape)) + ",[";
  for (const ArgumentDifference& argument : difference.arguments) {
    if (out.back() != '[') out += ",";
    out += "[" + std::to_string(static_cast<int>(argument.kind)) + "," +
           std::to_string(bits_of(argument));
    append_texts(out, {argument.function, argument.parameter, argument.truth, argument.found});
    out += "]";
  }
  out += "]";
}

// What cannot be read is found by what is missing: everything has a value that is none.
struct Reader {
  const List* list = nullptr;
  std::size_t at = 0;
  bool good = true;

  explicit Reader(const Value& value) : list(value.is_list() ? &value.items() : nullptr) {}
  bool more() const { return list != nullptr && at < list->size(); }
  const Value* next() {
    if (list == nullptr || at >= list->size()) {
      good = false;
      return nullptr;
    }
    return &(*list)[at++];
  }
  int number(int end) {
    const Value* value = next();
    if (value == nullptr || !value->is_small_int() || value->as_int64() < 0 ||
        value->as_int64() >= end) {
      good = false;
      return 0;
    }
    return static_cast<int>(value->as_int64());
  }
  std::string text() {
    const Value* value = next();
    if (value == nullptr || !value->is_str()) {
      good = false;
      return {};
    }
    return std::string(value->as_str());
  }
};

bool read_argument(const Value& value, ArgumentDifference& argument) {
  Reader reader(value);
  argument.kind = static_cast<ArgumentDifference::Kind>(reader.number(kArgumentKinds));
  const int bits = reader.number(1 << std::size(kFacts));
  for (std::size_t i = 0; i < std::size(kFacts); ++i) argument.*kFacts[i] = (bits >> i & 1) != 0;
  for (std::string* text :
       {&argument.function, &argument.parameter, &argument.truth, &argument.found}) {
    *text = reader.text();
  }
  return reader.good;
}

bool read_answer(const Value& value, const List& types, Answer& answer) {
  Reader reader(value);
  const std::string meaning = reader.text();
  const auto [end, error] =
      std::from_chars(meaning.data(), meaning.data() + meaning.size(), answer.meaning, 16);
  if (error != std::errc() || end != meaning.data() + meaning.size()) return false;
  answer.kind = static_cast<AnswerKind>(reader.number(kKinds));
  const auto type = static_cast<std::size_t>(reader.number(static_cast<int>(types.size())));
  if (!reader.good || !types[type].is_str()) return false;
  answer.error_type = types[type].as_str();
  answer.shown = reader.text();
  answer.calls = reader.text();
  if (!reader.more()) return reader.good;
  answer.difference.shape = static_cast<AnswerDifference::Shape>(reader.number(kShapes));
  const Value* arguments = reader.next();
  if (arguments == nullptr || !arguments->is_list()) return false;
  for (const Value& argument : arguments->items()) {
    if (!read_argument(argument, answer.difference.arguments.emplace_back())) return false;
  }
  return reader.good;
}

}  // namespace

std::string failed_json(const std::string& name, const std::vector<Answer>& failed) {
  std::vector<std::string> types;
  std::string answers;
  for (const Answer& answer : failed) {
    char digits[17];
    const auto end = std::to_chars(digits, digits + sizeof digits, answer.meaning, 16).ptr;
    answers += answers.empty() ? "\n[\"" : ",\n[\"";
    answers.append(digits, end);
    answers += "\"," + std::to_string(static_cast<int>(answer.kind)) + "," +
               std::to_string(number_of(answer.error_type, types));
    append_texts(answers, {answer.shown, answer.calls});
    append_difference(answers, answer.difference);
    answers += "]";
  }
  std::string out = "{\"schema\":\"" + std::string(kBoardSchema) + "\",\"model\":";
  append_json_str(out, name);
  out += ",\"types\":[";
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (i > 0) out += ",";
    append_json_str(out, types[i]);
  }
  return out + "],\"answers\":[" + answers + "]}\n";
}

bool read_failed(std::string_view bytes, std::vector<Answer>& failed) {
  const Result<Value> json = json_loads(bytes);
  if (!json.ok() || !json->is_dict()) return false;
  const Value* types = json->as_dict().find("types");
  const Value* answers = json->as_dict().find("answers");
  if (types == nullptr || !types->is_list() || answers == nullptr || !answers->is_list()) {
    return false;
  }
  for (const Value& answer : answers->items()) {
    if (!read_answer(answer, types->items(), failed.emplace_back())) return false;
  }
  return true;
}

}  // namespace bfclx::tools
