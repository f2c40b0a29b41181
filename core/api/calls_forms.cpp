// Whatever a person has in hand, as result lines.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/api/arguments.h"
#include "core/decode/auto_decoder.h"
#include "core/run/naming.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx::api {
namespace {

constexpr std::size_t kMostShown = 50;  // responses

Value candidates_of(const EntryMatch& match) {
  List shown;
  for (const EntryCandidate& candidate : match.candidates) {
    shown.push_back(dict_of({{"id", candidate.entry->id},
                             {"category", candidate.entry->category->name},
                             {"question", question_line(*candidate.entry)},
                             {"arguments_fit", candidate.arguments_fit}}));
  }
  return Value::list(std::move(shown));
}

// A result line without an id: several responses can share a line of the file.
std::string text_of(const Response& response) {
  std::string text;
  append_json(text, dict_of({{"result", response.result}}));
  return text;
}

// Responses without an id, and the entries that they may be of.
List nameless_of(Module& module, const ResultFile& file, bool match) {
  std::vector<const Value*> sample;
  for (const Response& response : file.nameless) sample.push_back(&response.result);
  if (sample.empty()) return {};
  const Decoder& texts = *choose_decoder(sample).decoder;
  const Decoder& calls = *find_decoder("openai_fc");
  std::optional<EntryMatcher> matcher;
  if (match) matcher.emplace(module.dataset(), texts);
  List shown;
  for (const Response& response : file.nameless) {
    if (shown.size() == kMostShown) break;
    EntryMatch found;
    if (matcher) {
      found = matcher->match(response.result);
    } else {
      found.functions =
          called_functions(response.result, response.result.is_list() ? calls : texts);
    }
    List ids;
    for (const EntryCandidate& candidate : found.candidates) {
      ids.push_back(Value::str(candidate.entry->id));
    }
    shown.push_back(dict_of({{"line", response.line},
                             {"form", response.form},
                             {"text", text_of(response)},
                             {"id", found.entry != nullptr ? found.entry->id : std::string()},
                             {"functions", list_of_texts(found.functions)},
                             {"entries", Value::list(std::move(ids))},
                             {"entries_count", found.candidates_count},
                             {"candidates", candidates_of(found)}}));
  }
  return shown;
}

// {"id", "result"} on the lines where the responses were, as far as these go up.
std::string lines_of(std::vector<Response>& responses) {
  std::stable_sort(responses.begin(), responses.end(),
                   [](const Response& a, const Response& b) { return a.line < b.line; });
  std::string lines;
  std::size_t line = 1;
  for (const Response& response : responses) {
    for (; line < response.line; ++line) lines += '\n';
    append_json(lines, dict_of({{"id", response.id}, {"result", response.result}}));
    lines += '\n';
    ++line;
  }
  return lines;
}

Result<Value> recognise_call(Module& module, const Value& arguments, CallBytes& bytes) {
  BFCLX_ASSIGN_OR_RETURN(const std::string as_entry, optional_text(arguments, "as_entry"));
  BFCLX_ASSIGN_OR_RETURN(const std::optional<bool> match, optional_flag(arguments, "match"));
  const bool matches = match.value_or(true) && as_entry.empty();
  ResultFile file = read_any_results(bytes.in, !as_entry.empty());
  const std::size_t nameless = file.nameless.size();
  const std::size_t responses = file.responses.size() + nameless;
  List shown = nameless_of(module, file, matches);
  NamingRequest request;
  request.as_entry = as_entry;
  request.advice = "to choose its entry, paste only this response";
  request.advice_offered = "pick its entry below";
  request.offered = kMostShown;
  if (matches || !as_entry.empty()) name_responses(module.dataset(), request, file);
  List forms;
  std::vector<Problem> problems;
  for (ResultProblem& flaw : file.problems) {
    if (flaw.recognised) forms.push_back(Value::str(flaw.message.substr(kRecognised.size())));
    problems.push_back({"", flaw.line, std::move(flaw.id), std::move(flaw.message), flaw.fatal,
                        flaw.nameless, flaw.recognised});
  }
  bytes.out = lines_of(file.responses);
  return dict_of({{"nameless", Value::list(std::move(shown))},
                  {"nameless_count", nameless},
                  {"responses", responses},
                  {"named", file.responses.size()},
                  {"forms", Value::list(std::move(forms))},
                  {"problems", problems_value(problems)}});
}

constexpr Call kCalls[] = {{"recognise", recognise_call}};

}  // namespace

std::span<const Call> forms_calls() { return kCalls; }

}  // namespace bfclx::api
