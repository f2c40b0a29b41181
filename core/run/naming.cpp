#include "core/run/naming.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/dataset/response_forms.h"
#include "core/decode/auto_decoder.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr std::size_t kEntriesNamed = 5;     // in a sentence
constexpr std::size_t kFunctionsNamed = 5;   // likewise
constexpr std::size_t kNameShown = 60;       // code points
constexpr std::size_t kQuestionShown = 120;  // likewise

bool offers_functions(const Category& category) {
  switch (category.judging) {
    case Judging::kCalls:
    case Judging::kRelevance:
    case Judging::kIrrelevance:
    case Judging::kExecutable:
      return !category.varies_prompts;
    case Judging::kMultiTurn:
    case Judging::kAgentic:
      break;
  }
  return false;
}

std::string with_underscores(string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '.', '_');
  return text;
}

bool expects_calls(const Category& category) {
  return category.judging == Judging::kCalls || category.judging == Judging::kExecutable;
}

// What a response calls: {name: {argument: value}, ...} each.
Value decoded_calls(const Value& response, const Decoder& decoder) {
  Budget budget;
  DecodeOptions options;
  options.budget = &budget;
  Result<Value> decoded = decoder.decode_ast(response, options);
  return decoded.ok() ? *std::move(decoded) : Value();
}

std::vector<std::string> names_of(const Value& decoded) {
  std::vector<string_view> seen;
  append_call_names(decoded, seen);
  std::vector<std::string> names(seen.begin(), seen.end());
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

// The parameters of a function that the entry offers; nullptr when it has none.
const Value* parameters_of(const Entry& entry, string_view function) {
  const std::string name = with_underscores(function);
  for (const Value& doc : entry.functions().items()) {
    if (with_underscores(find_text(doc, "name")) != name) continue;
    const Value* parameters = find_member(doc, "parameters");
    return parameters != nullptr ? find_member(*parameters, "properties") : nullptr;
  }
  return nullptr;
}

// Rule 2 of naming.h, for one call.
bool arguments_fit(const Value& arguments, const Value* parameters) {
  const bool takes_some =
      parameters != nullptr && parameters->is_dict() && parameters->as_dict().size() > 0;
  if (!arguments.is_dict() || arguments.as_dict().size() == 0) return !takes_some;
  if (!takes_some) return false;
  for (const auto& [name, value] : arguments.as_dict()) {
    if (name.is_str() && parameters->as_dict().contains(name.as_str())) return true;
  }
  return false;
}

bool calls_fit(const Value& decoded, const Entry& entry) {
  if (!decoded.is_list()) return false;
  for (const Value& call : decoded.items()) {
    if (!call.is_dict()) return false;
    for (const auto& [name, arguments] : call.as_dict()) {
      if (!name.is_str()) return false;
      if (!arguments_fit(arguments, parameters_of(entry, name.as_str()))) return false;
    }
  }
  return true;
}

string_view first_user_text(const Entry& entry) {
  if (!entry.question().is_list()) return {};
  for (const Value& turn : entry.question().items()) {
    if (!turn.is_list()) continue;
    for (const Value& message : turn.items()) {
      const string_view text = find_text(message, "content");
      if (!text.empty() && find_text(message, "role") == "user") return text;
    }
  }
  return {};
}

std::string shown_functions(const std::vector<std::string>& names) {
  return first_of(names, kFunctionsNamed, 0, [](const std::string& name) {
    return concat({"`", slice_code_points(name, 0, kNameShown), "`"});
  });
}

// Why nothing is matched, and what to do.
std::string why_unmatched(const EntryMatch& match, string_view advice) {
  const std::string to_do(advice);
  if (match.functions.empty()) return "no call can be parsed in it; " + to_do;
  const std::string functions = shown_functions(match.functions);
  if (match.candidates.empty()) {
    const std::string_view noun = match.functions.size() > 1 ? "functions " : "function ";
    return concat({"no single-turn entry of the dataset has the ", noun, functions, "; ", to_do});
  }
  if (match.candidates_count > 1) {
    return grouped_digits(match.candidates_count) + " entries have the function" +
           (match.functions.size() > 1 ? "s " : " ") + functions + " (" +
           first_of(match.candidates, kEntriesNamed, match.candidates_count,
                    [](const EntryCandidate& candidate) { return candidate.entry->id; }) +
           "); " + to_do;
  }
  const EntryCandidate& only = match.candidates.front();
  return "only " + only.entry->id + " has the function" +
         (match.functions.size() > 1 ? "s " : " ") + functions +
         (only.arguments_fit ? ", and it expects no such call; "
                             : ", but with other parameters; ") +
         to_do;
}

// Names the responses of one file, and tells how.
class Namer {
 public:
  Namer(DatasetFiles& dataset, const NamingRequest& request, const Decoder& decoder,
        ResultFile& file)
      : matcher_(dataset, decoder), request_(request), file_(file) {}

  void name(Response response) {
    ++seen_;
    const EntryMatch match = matcher_.match(response.result);
    calls_found_ = calls_found_ || !match.functions.empty();
    if (match.entry == nullptr) return tell_candidates(response, match);
    if (matched_++ == 0) first_ = {response.line, match.entry};
    response.id = match.entry->id;
    response.result = fitted_response(std::move(response.result), response.id);
    file_.responses.push_back(std::move(response));
  }

  bool calls_found() const { return calls_found_; }

  void tell_matched() {
    if (matched_ == 0) return;
    const auto& [line, entry] = first_;
    note(line,
         matched_ == 1
             ? "matched to " + entry->id + " by function and parameter names: " + quoted(*entry)
             : grouped_digits(matched_) + " responses are matched by function and parameter names");
  }

 private:
  static std::string quoted(const Entry& entry) { return '"' + question_line(entry) + '"'; }

  void note(std::size_t line, std::string text, bool nameless = false) {
    file_.problems.push_back({line, {}, std::move(text), false, {}, nameless});
  }

  void tell_candidates(const Response& response, const EntryMatch& match) {
    const bool offered = seen_ <= request_.offered && !match.candidates.empty();
    const string_view advice = offered ? request_.advice_offered : request_.advice;
    file_.problems.push_back(
        {response.line, response.id, why_unmatched(match, advice), true, {}, true});
    if (match.candidates.empty() || told_.size() >= kMostTold) return;
    if (!told_.insert(match.functions).second) return;
    for (std::size_t i = 0; i < std::min(kEntriesNamed, match.candidates.size()); ++i) {
      const Entry& entry = *match.candidates[i].entry;
      note(response.line,
           "candidate " + entry.id + " (" + std::string(entry.category->name) +
               (match.candidates[i].arguments_fit ? "" : ", other parameters") +
               "): " + quoted(entry),
           true);
    }
  }

  static constexpr std::size_t kMostTold = 3;  // sets of functions whose candidates are listed

  EntryMatcher matcher_;
  const NamingRequest& request_;
  ResultFile& file_;
  std::set<std::vector<std::string>> told_;
  std::size_t seen_ = 0;
  std::size_t matched_ = 0;
  bool calls_found_ = false;
  std::pair<std::size_t, const Entry*> first_;
};

const Decoder& decoder_for(const NamingRequest& request, const ResultFile& file) {
  if (request.decoder != nullptr) return *request.decoder;
  std::vector<const Value*> sample;
  for (const Response& response : file.nameless) sample.push_back(&response.result);
  return *choose_decoder(sample).decoder;
}

// Text that looked like calls, of which no decoder parses one.
bool is_text_of_calls(const ResultFile& file, std::span<const Response> unnamed) {
  return file.responses.empty() &&
         std::all_of(unnamed.begin(), unnamed.end(),
                     [](const Response& response) { return response.form == kCallText; });
}

void tell_no_calls(bool pasted, ResultFile& file) {
  std::erase_if(file.problems, [&](const ResultProblem& problem) {
    return problem.recognised || (problem.nameless && !pasted);
  });
  if (pasted) return;
  file.problems.push_back(
      {0, {}, "no result lines and no calls found; pass a results folder or result files", true});
}

}  // namespace

std::vector<std::string> called_functions(const Value& response, const Decoder& decoder) {
  return names_of(decoded_calls(response, decoder));
}

EntryMatch EntryMatcher::match(const Value& response) {
  EntryMatch match;
  Value calls = decoded_calls(response, texts_);
  match.functions = names_of(calls);
  // What was read as calls is so whatever decoder the texts have.
  if (const Decoder* fc = find_decoder("openai_fc"); match.functions.empty() && fc != nullptr) {
    calls = decoded_calls(response, *fc);
    match.functions = names_of(calls);
  }
  if (match.functions.empty()) return match;
  auto known = found_.find(match.functions);
  if (known == found_.end()) {
    known = found_.emplace(match.functions, index_.entries(match.functions)).first;
  }
  match.candidates_count = known->second.size();
  for (const Entry* entry : known->second) {
    if (match.candidates.size() == kMostCandidates) break;
    match.candidates.push_back({entry, calls_fit(calls, *entry)});
  }
  if (match.candidates_count != 1) return match;
  const EntryCandidate& only = match.candidates.front();
  if (only.arguments_fit && expects_calls(*only.entry->category)) match.entry = only.entry;
  return match;
}

std::string question_line(const Entry& entry) {
  string_view text = first_user_text(entry);
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  const string_view line = text.substr(0, text.find_first_of("\r\n"));
  return first_code_points(line, kQuestionShown);
}

FunctionIndex::FunctionIndex(DatasetFiles& dataset) {
  for (const Category& category : categories()) {
    if (!offers_functions(category) || !dataset.holds(category)) continue;
    if (!dataset.load(category).ok()) continue;  // told when a response needs it
    for (const Entry& entry : dataset.dataset().entries(category)) {
      if (!entry.functions().is_list()) continue;
      for (const Value& function : entry.functions().items()) {
        const string_view name = find_text(function, "name");
        if (name.empty()) continue;
        std::vector<const Entry*>& entries = by_name_[with_underscores(name)];
        if (entries.empty() || entries.back() != &entry) entries.push_back(&entry);
      }
    }
  }
}

std::vector<const Entry*> FunctionIndex::entries(std::span<const std::string> names) const {
  std::map<const Entry*, std::size_t> counts;
  std::vector<const Entry*> fitting;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto known = by_name_.find(with_underscores(names[i]));
    if (known == by_name_.end()) return {};
    fitting.clear();
    for (const Entry* entry : known->second) {
      if (i == 0 || counts.count(entry) > 0) fitting.push_back(entry);
    }
    counts.clear();
    for (const Entry* entry : fitting) counts[entry] = i;
    if (fitting.empty()) return {};
  }
  return fitting;
}

std::vector<std::size_t> lines_of(std::span<const Response> responses) {
  std::vector<std::size_t> lines;
  for (const Response& response : responses) lines.push_back(response.line);
  return lines;
}

void count_unmatched(std::span<const std::size_t> lines, ResultFile& file) {
  std::set<std::size_t> unmatched(lines.begin(), lines.end());
  for (const Response& response : file.responses) unmatched.erase(response.line);
  // A response over several lines is alone in its file.
  const std::size_t count = file.responses.empty() ? file.lines.used : unmatched.size();
  const std::size_t moved = std::min(count, file.lines.used);
  file.lines.used -= moved;
  file.lines.unusable += moved;
}

void name_responses(DatasetFiles& dataset, const NamingRequest& request, ResultFile& file) {
  if (file.nameless.empty()) return;
  if (!request.as_entry.empty()) {
    for (Response& response : file.nameless) {
      response.id = request.as_entry;
      response.result = fitted_response(std::move(response.result), response.id);
      file.responses.push_back(std::move(response));
    }
    file.nameless.clear();
    return;
  }
  const Decoder& decoder = decoder_for(request, file);
  std::vector<Response> unnamed = std::exchange(file.nameless, {});
  const std::vector<std::size_t> lines = lines_of(unnamed);
  const bool is_text = is_text_of_calls(file, unnamed);
  Namer namer(dataset, request, decoder, file);
  for (Response& response : unnamed) namer.name(std::move(response));
  namer.tell_matched();
  if (is_text && !namer.calls_found()) tell_no_calls(request.pasted, file);
  count_unmatched(lines, file);
}

}  // namespace bfclx
