// The finding that responses were made for other questions than those of their entries.
#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/unicode.h"
#include "core/decode/auto_decoder.h"
#include "core/findings/diagnosis_parts.h"
#include "core/findings/run_warnings.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx::diagnosis {
namespace {

constexpr int kMaxDepth = 24;

// The names of the calls in a response: of what was decoded, or of a list of {name: arguments}.
// What cannot be the name of a function, such as a code fence, is malformed and tells of none.
std::vector<std::string_view> called_names(const DiagnosedResponse& response) {
  std::vector<std::string_view> names;
  if (response.verdict != nullptr && response.verdict->decoded) {
    append_call_names(*response.verdict->decoded, names);
  } else {
    for (const Value* step : steps_of(response)) {
      if (!step->is_list()) continue;
      for (const Value& call : step->items()) {
        if (!call.is_dict() || call.as_dict().size() != 1) continue;
        const Value& key = call.as_dict().entry(0).key;
        if (key.is_str()) names.push_back(key.as_str());
      }
    }
  }
  const auto is_no_name = [](std::string_view name) {
    return name.find_first_not_of(" \t\r\n'\"") == std::string_view::npos ||
           name.find_first_of("`[({\n") != std::string_view::npos;
  };
  names.erase(std::remove_if(names.begin(), names.end(), is_no_name), names.end());
  return names;
}

// The text has one of the names as a word, in whatever form: the response is about this entry's
// functions, however the decoder reads it.
bool names_offered(const Entry& entry, const DiagnosedResponse& response) {
  std::string text;
  append_json(text, *response.response);
  const std::string loose = loose_name(text);
  const auto is_word = [](char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  };
  const std::vector<std::string_view> names = offered_names(entry);
  return std::any_of(names.begin(), names.end(), [&](std::string_view offered) {
    // Also without what is before its last dot, and behind a prefix such as "functions.".
    const std::string name = loose_name(offered.substr(offered.rfind('.') + 1));
    for (std::size_t at = loose.find(name); at != std::string::npos;
         at = loose.find(name, at + 1)) {
      const std::size_t end = at + name.size();
      const bool begins = at == 0 || loose[at - 1] == '_' || !is_word(loose[at - 1]);
      if (begins && (end == loose.size() || !is_word(loose[end]))) return true;
    }
    return false;
  });
}

void add_texts(const Value& value, std::vector<std::string>& texts, int depth) {
  if (depth > kMaxDepth) return;
  if (value.is_str()) {
    texts.push_back(lower(std::string(value.as_str())));
  } else if (value.is_sequence()) {
    for (const Value& item : value.items()) add_texts(item, texts, depth + 1);
  } else if (value.is_dict()) {
    for (const auto& [key, item] : value.as_dict()) add_texts(item, texts, depth + 1);
  }
}

// An argument that is a text stands in the question: the response is about it.
bool quotes_question(const Entry& entry, const DiagnosedResponse& response) {
  constexpr std::size_t kFewestBytes = 4;
  std::vector<std::string> arguments;
  const bool decoded = response.verdict != nullptr && response.verdict->decoded.has_value();
  add_texts(decoded ? *response.verdict->decoded : *response.response, arguments, 0);
  std::vector<std::string> question;
  add_texts(entry.question(), question, 0);
  return std::any_of(arguments.begin(), arguments.end(), [&](const std::string& argument) {
    return argument.size() >= kFewestBytes &&
           std::any_of(question.begin(), question.end(), [&](const std::string& text) {
             return text.find(argument) != std::string::npos;
           });
  });
}

struct Part {
  std::size_t calling = 0;
  std::vector<const DiagnosedResponse*> foreign;
  std::map<std::string_view, std::size_t> names;  // of these, by the first call
  std::size_t commonest = 0;
};

}  // namespace

OfferedCalls offered_calls(const DiagnosedResponse& response) {
  // Where no offered function fits, calls of others are a weakness, not another dataset.
  const Entry& entry = *response.entry;
  const Judging judging = entry.category->judging;
  if (judging != Judging::kCalls && judging != Judging::kMultiTurn) return OfferedCalls::kNone;
  const std::vector<std::string_view> names = called_names(response);
  if (names.empty() || offered_names(entry).empty()) return OfferedCalls::kNone;
  const bool own = offers_one_of(entry, names) || names_offered(entry, response) ||
                   quotes_question(entry, response);
  return own ? OfferedCalls::kSome : OfferedCalls::kForeign;
}

std::string_view first_called(const DiagnosedResponse& response) {
  const std::vector<std::string_view> names = called_names(response);
  return names.empty() ? std::string_view() : names.front();
}

// Calls of functions that the entry does not offer happen; in a third of a category's responses
// they mean that the questions were others. One name in most of them is a habit of the model or of
// its format, and no question.
bool is_of_other_dataset(std::size_t calling, std::size_t foreign, std::size_t commonest) {
  return is_a_third(foreign, calling) && commonest * 2 <= foreign;
}

// A log that shows another question proves it.
void find_other_dataset(const DiagnosisInput& input, std::vector<Finding>& findings) {
  std::map<const Category*, Part> parts;
  Collector other("other_dataset", Severity::kError,
                  "Score them with the dataset that they were generated with, or generate them "
                  "again with this one.");
  for (const DiagnosedResponse& response : input.responses) {
    if (!counts(response)) continue;
    if (!response.log.other_question.empty()) {
      other.add(response, "its log has another question: " + response.log.other_question);
      continue;
    }
    const OfferedCalls calls = offered_calls(response);
    if (calls == OfferedCalls::kNone) continue;
    Part& part = parts[response.entry->category];
    ++part.calling;
    if (calls != OfferedCalls::kForeign) continue;
    part.foreign.push_back(&response);
    part.commonest = std::max(part.commonest, ++part.names[first_called(response)]);
  }
  for (const auto& [category, part] : parts) {
    if (!is_of_other_dataset(part.calling, part.foreign.size(), part.commonest)) continue;
    for (const DiagnosedResponse* response : part.foreign) {
      other.add(*response, "calls " + excerpt_of(first_called(*response)) +
                               ", which its entry does not offer");
    }
  }
  other.finish(findings,
               "These responses call functions that their entries do not offer, and quote "
               "nothing from their questions. Or their logs show other questions. They fail "
               "however good the model is. The accuracies of these categories are meaningless.");
}

void find_manifest_facts(const DiagnosisInput& input, std::vector<Finding>& findings) {
  const auto sentence = [](std::string_view text) {
    std::string out(text);
    if (!out.empty() && out[0] >= 'a' && out[0] <= 'z') {
      out[0] = static_cast<char>(out[0] - 'a' + 'A');
    }
    return out + ".";
  };
  const std::size_t all = entries_of(input);
  for (const ManifestFact& fact : input.manifest) {
    Finding& finding = findings.emplace_back();
    finding.code = fact.code;
    finding.title = finding_brief(fact.code).title;
    // Of all where it does not say of how many.
    finding.count = fact.count > 0 ? fact.count : all;
    finding.severity =
        is_more_than_chance(finding.count, all) ? Severity::kError : Severity::kWarning;
    // Verdicts are right, and a dataset may differ in entries that the run does not have.
    if (fact.code == kChangedTruth || fact.code == kDatasetVersion) {
      finding.severity = Severity::kWarning;
    }
    finding.effect = sentence(fact.text);
    finding.advice = fact.advice;
  }
}

}  // namespace bfclx::diagnosis
