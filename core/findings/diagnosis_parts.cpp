// What the parts of the diagnosis share: collecting, excerpts, and what a response looks like.
#include "core/findings/diagnosis_parts.h"
#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <set>

#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx::diagnosis {
namespace {

constexpr std::size_t kMaxExcerptBytes = 160;

}  // namespace

void Collector::add(const DiagnosedResponse& response, std::string_view text) {
  credited_ += is_irrelevance(response) && response.verdict->valid ? 1 : 0;
  add(response.entry != nullptr ? response.entry->category : response.category,
      {std::string(response.id), std::string(response.file), response.line, std::string(text)});
}

void Collector::add(const Category* category, FindingExample example) {
  ++finding_.count;
  if (category != nullptr) ++finding_.categories[category];
  if (!example.id.empty()) finding_.ids.push_back(example.id);
  if (finding_.examples.size() < kMaxFindingExamples) {
    finding_.examples.push_back(std::move(example));
  }
}

void Collector::finish(std::vector<Finding>& findings, std::string effect,
                       std::optional<long> right_change) {
  if (finding_.count == 0) return;
  std::set<std::string> seen;
  std::vector<std::string>& ids = finding_.ids;
  ids.erase(std::remove_if(ids.begin(), ids.end(),
                           [&](const std::string& id) { return !seen.insert(id).second; }),
            ids.end());
  finding_.effect = std::move(effect);
  finding_.right_change = right_change;
  findings.push_back(std::move(finding_));
}

void Collector::finish_broken(std::vector<Finding>& findings, std::string effect) {
  if (credited_ == 0) return finish(findings, std::move(effect));
  effect += " " + counted(credited_, "of them passes", "of them pass") +
            " in irrelevance categories, where any response without a call passes.";
  finish(findings, std::move(effect), -static_cast<long>(credited_));
}

bool is_more_than_chance(std::size_t affected, std::size_t all) {
  if (affected == 0 || all == 0) return false;
  constexpr double kPoints = 0.05;
  const double size = static_cast<double>(all);
  const double half_interval = 1.96 * 0.5 / std::sqrt(size);
  return static_cast<double>(affected) >= std::min(kPoints, half_interval) * size;
}

std::size_t entries_of(const DiagnosisInput& input) {
  return static_cast<std::size_t>(
      std::count_if(input.responses.begin(), input.responses.end(), counts));
}

std::string excerpt_of(std::string_view text) {
  const bool whole = text.size() <= kMaxExcerptBytes;
  if (!whole) {
    text = text.substr(0, code_point_begin(text, kMaxExcerptBytes));
  }
  std::string out(text);
  std::replace(out.begin(), out.end(), '\n', ' ');
  std::replace(out.begin(), out.end(), '\r', ' ');
  return whole ? out : out + "...";
}

std::string excerpt_of(const Value& response) {
  if (response.is_str()) return excerpt_of(response.as_str());
  std::string text;
  append_json(text, response);
  return excerpt_of(text);
}

bool counts(const DiagnosedResponse& response) {
  return response.entry != nullptr && !response.superseded && response.response != nullptr;
}

bool has_verdict(const DiagnosedResponse& response) {
  return counts(response) && response.verdict != nullptr;
}

bool judged_by_calls(const DiagnosedResponse& response) {
  return has_verdict(response) && response.entry->category->judging == Judging::kCalls;
}

bool is_irrelevance(const DiagnosedResponse& response) {
  return has_verdict(response) && response.entry->category->judging == Judging::kIrrelevance;
}

bool decoder_failed(const DiagnosedResponse& response) {
  return has_verdict(response) && response.verdict->decode_error.has_value();
}

bool is_inference_error(const Value& response) {
  constexpr std::string_view kStart = "Error during inference:";
  return response.is_str() && response.as_str().substr(0, kStart.size()) == kStart;
}

std::vector<const Value*> steps_of(const DiagnosedResponse& response) {
  const Judging judging = response.entry->category->judging;
  const bool episode = judging == Judging::kMultiTurn || judging == Judging::kAgentic;
  std::vector<const Value*> steps;
  if (!episode || !response.response->is_list()) return {response.response};
  for (const Value& turn : response.response->items()) {
    if (!turn.is_list()) continue;
    for (const Value& step : turn.items()) steps.push_back(&step);
  }
  return steps;
}

std::string loose_name(std::string_view name) {
  std::string loose(name);
  for (char& c : loose) {
    if (c == '.' || c == '-' || c == ' ') c = '_';
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return loose;
}

std::vector<std::string_view> offered_names(const Entry& entry) {
  std::vector<std::string_view> names;
  const Value& functions = entry.functions();
  if (!functions.is_list()) return names;
  for (const Value& function : functions.items()) {
    const Value* name = function.is_dict() ? function.as_dict().find("name") : nullptr;
    if (name != nullptr && name->is_str() && !name->as_str().empty()) {
      names.push_back(name->as_str());
    }
  }
  return names;
}

std::string gained_text(std::size_t gained, std::size_t lost) {
  std::string text = counted(gained, "more entry would pass", "more entries would pass");
  if (lost > 0) text += ", " + counted(lost, "passed entry", "passed entries") + " would fail";
  return text;
}

bool offers_one_of(const Entry& entry, const std::vector<std::string_view>& names) {
  for (const std::string_view offered : offered_names(entry)) {
    const std::string loose = loose_name(offered);
    for (const std::string_view name : names) {
      if (loose_name(name) == loose) return true;
    }
  }
  return false;
}

std::string excerpt_around(std::string_view text, std::size_t place) {
  constexpr std::size_t kBefore = 24;
  if (text.size() <= kMaxExcerptBytes || place <= kBefore) return excerpt_of(text);
  std::size_t begin = place - kBefore;
  while (begin < place && (static_cast<unsigned char>(text[begin]) & 0xc0) == 0x80) ++begin;
  return "..." + excerpt_of(text.substr(begin));
}

ErrorCause cause_of_error(std::string_view message, bool own) {
  // What servers and clients say of a prompt that is too long, and what the generating program
  // itself raises: exceptions of Python, and of the official harness.
  struct Sign {
    std::string_view text;
    ErrorCause cause;
  };
  static constexpr Sign kSigns[] = {
      {"context length", ErrorCause::kContext},
      {"context_length", ErrorCause::kContext},
      {"context window", ErrorCause::kContext},
      {"context size", ErrorCause::kContext},
      {"maximum context", ErrorCause::kContext},
      {"prompt is too long", ErrorCause::kContext},
      {"input is too long", ErrorCause::kContext},
      {"too many tokens", ErrorCause::kContext},
      {"maximum number of tokens", ErrorCause::kContext},
      // Of a 2xx response without `choices`: gateways send their errors so.
      {"'NoneType' object is not subscriptable", ErrorCause::kEndpoint},
      {"object has no attribute", ErrorCause::kHarness},
      {"object is not", ErrorCause::kHarness},
      {"object does not support", ErrorCause::kHarness},
      {"index out of range", ErrorCause::kHarness},
      {"indices must be", ErrorCause::kHarness},
      {"required positional argument", ErrorCause::kHarness},
      {"unexpected keyword argument", ErrorCause::kHarness},
      {"not JSON serializable", ErrorCause::kHarness},
      {"Traceback (most recent call last)", ErrorCause::kHarness},
  };
  const auto has = [&](std::string_view text) {
    return message.find(text) != std::string_view::npos;
  };
  const ErrorCause exception = own ? ErrorCause::kEndpoint : ErrorCause::kHarness;
  // Of the dataset, whatever the endpoint says.
  if (has("Holdout turn should not have user message")) return ErrorCause::kHarness;
  for (const Sign& sign : kSigns) {
    if (has(sign.text)) return sign.cause == ErrorCause::kHarness ? exception : sign.cause;
  }
  // The text of a KeyError: a quoted name and nothing else.
  const std::size_t colon = message.find(": ");
  const std::string_view said =
      colon == std::string_view::npos ? std::string_view() : message.substr(colon + 2);
  const bool is_key = said.size() > 2 && said.front() == '\'' && said.back() == '\'' &&
                      said.find_first_of(" '", 1) == said.size() - 1;
  return is_key ? exception : ErrorCause::kEndpoint;
}

}  // namespace bfclx::diagnosis
