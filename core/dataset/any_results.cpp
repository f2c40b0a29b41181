// A file, or a text, in any of the forms of response_forms.h.
#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/dataset/category.h"
#include "core/dataset/entries.h"
#include "core/dataset/file_kinds.h"
#include "core/dataset/line_tally.h"
#include "core/dataset/lines.h"
#include "core/dataset/response_calls.h"
#include "core/dataset/response_forms.h"
#include "core/dataset/results.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr string_view kSpace = " \t\r\n\f\v";

bool has_calls(const Value& response) {
  if (!response.is_list() || response.items().empty()) return false;
  if (!is_turns(response)) return true;
  for (const Value& turn : response.items()) {
    for (const Value& step : turn.items()) {
      if (step.is_list() && !step.items().empty()) return true;
    }
  }
  return false;
}

std::string counted(std::size_t count, const ResponseForm& form) {
  return count == 1 ? std::string(form.one) : std::to_string(count) + " " + std::string(form.many);
}

// An object without an id, and no head of a score file: of these the reader of lines knows more.
bool is_unknown_object(const Value& value) {
  return value.is_dict() && !value.as_dict().contains("id") &&
         !value.as_dict().contains("total_count");
}

std::string unknown_object(const Value& value) {
  constexpr std::size_t kMembersNamed = 5;
  std::string members;
  std::size_t count = 0;
  for (const auto& [key, member] : value.as_dict()) {
    if (++count > kMembersNamed) break;
    members += (count > 1 ? ", `" : "`") +
               std::string(slice_code_points(key.is_str() ? key.as_str() : "", 0, 40)) + "`";
  }
  if (count > kMembersNamed) members += ", ...";
  return (count == 0 ? std::string("no \"id\": an empty object")
                     : "no \"id\": an object of an unknown format, with " + members);
}

// What a response takes to decode and to keep, in bytes: 112, those of its texts, 16 for each
// value, and 6 for each mark in a text, because every mark may become a call or an operator.
class Weight {
 public:
  explicit Weight(std::size_t most) : most_(most) {}

  bool add_response(const Value& value) { return pay(kPerResponse) && add(value); }
  std::size_t used() const { return used_; }

 private:
  static constexpr std::size_t kPerResponse = 112;
  static constexpr std::size_t kPerValue = 16;
  static constexpr std::size_t kPerMark = 6;

  // False when it is more than `most`; it is counted no further.
  bool add(const Value& value) {
    if (value.is_str()) return add_text(value.as_str());
    if (value.is_dict()) {
      for (const auto& [key, member] : value.as_dict()) {
        if (!add(key) || !add(member)) return false;
      }
    } else if (value.is_list()) {
      for (const Value& item : value.items()) {
        if (!add(item)) return false;
      }
    }
    return pay(kPerValue);
  }

  static bool is_mark(char c) {
    return c > ' ' && c < '\x7F' && !is_letter(c) && !is_digit(c) && c != '"' && c != '\'' &&
           c != '_' && c != '\\';
  }

  bool add_text(string_view text) {
    if (!pay(kPerValue + text.size())) return false;
    return pay(kPerMark *
               static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_mark)));
  }

  bool pay(std::size_t bytes) {
    used_ += bytes;
    return used_ <= most_;
  }

  std::size_t most_;
  std::size_t used_ = 0;
};

// Bounds the responses of a file together.
class ResponseBound {
 public:
  ResponseBound(std::size_t most, ResultFile& file) : most_(most), left_(most), file_(file) {}

  // False when the response is to be left; the first time that is told.
  bool take(const Response& response) {
    if (most_ == kAnyResponses) return true;
    Weight weight(left_);
    if (!full_ && weight.add_response(response.result)) {
      left_ -= weight.used();
      file_.weight += weight.used();
      return true;
    }
    if (!full_) {
      file_.problems.push_back({response.line, response.id,
                                "the remaining responses are skipped: they exceed the budget for "
                                "compressed files; if you trust this file, unpack it and pass the "
                                "plain file",
                                true});
    }
    full_ = file_.bounded = true;
    return false;
  }

 private:
  std::size_t most_;
  std::size_t left_;
  ResultFile& file_;
  bool full_ = false;
};

// What a file held that is no result line.
class Others {
 public:
  Others(ResultFile& file, ResponseBound& bound) : file_(file), bound_(bound) {}

  Took take(std::size_t line, std::size_t offset, std::size_t size, const Value& value,
            bool any_text) {
    FoundResponses found = find_responses(value);
    if (found.responses.empty() && found.flaws.empty()) {
      if (is_unknown_object(value)) {
        file_.problems.push_back(
            {line, {}, unknown_object(value) + (told_forms_ ? "" : ". " + taken_forms()), true});
        told_forms_ = true;
        return Took::kProblem;
      }
      if (!any_text || !value.is_str()) return Took::kNothing;
      found.responses.emplace_back();
      found.responses.back().result = value;
      found.responses.back().form = "text";
    }
    bool any = false;
    for (Response& response : found.responses) {
      response.line = line;
      response.offset = offset;
      response.size = size;
      any = add(std::move(response)) || any;
    }
    for (FoundResponses::Flaw& flaw : found.flaws) {
      if (is_full()) {
        found.is_cut = true;
        break;
      }
      file_.problems.push_back({line, shown_id(flaw.id), std::move(flaw.message), true});
    }
    if (found.is_cut) tell_full(line);
    return any ? Took::kResponses : Took::kProblem;
  }

  // A note for each form, in the order of the table.
  void tell() {
    for (const ResponseForm& form : response_forms()) {
      const auto count = counts_.find(form.name);
      if (count == counts_.end()) continue;
      const Count& seen = count->second;
      std::string text = std::string(kRecognised) + counted(seen.all, form);
      if (seen.calls == 0) {
        text += ", read as text (prompting)";
      } else if (seen.calls == seen.all) {
        text += ", read as calls (FC, decoder openai_fc)";
      } else {
        text += ": " + std::to_string(seen.calls) +
                " with calls (FC, decoder openai_fc), the others text";
      }
      file_.problems.push_back({seen.line, {}, std::move(text), false});
      file_.problems.back().recognised = true;
      counts_.erase(count);
    }
  }

 private:
  struct Count {
    std::size_t line = 0;
    std::size_t all = 0;
    std::size_t calls = 0;
  };

  bool is_full() const {
    return file_.responses.size() + file_.nameless.size() + file_.problems.size() >= kMostOfAFile;
  }

  void tell_full(std::size_t line) {
    if (told_full_) return;
    told_full_ = true;
    file_.problems.push_back({line,
                              {},
                              "more than the " + grouped_digits(kMostOfAFile) +
                                  " responses that are read from one file; split it",
                              true});
  }

  // False when the response is dropped; a problem says so.
  bool add(Response response) {
    if (is_full()) {
      tell_full(response.line);
      return false;
    }
    if (response.id.size() > kLongestId) {
      file_.problems.push_back(
          {response.line, shown_id(response.id), too_long_id(response.id), true});
      return false;
    }
    if (!bound_.take(response)) return false;
    Count& count = counts_[response.form];
    if (count.all++ == 0) count.line = response.line;
    count.calls += has_calls(response.result) ? 1 : 0;
    const bool named = category_of_id(response.id) != nullptr;
    (named ? file_.responses : file_.nameless).push_back(std::move(response));
    return true;
  }

  ResultFile& file_;
  ResponseBound& bound_;
  std::map<string_view, Count> counts_;
  bool told_full_ = false;
  bool told_forms_ = false;  // once a file
};

LineUse use_of(Took took) { return took == Took::kResponses ? LineUse::kUsed : LineUse::kUnusable; }

Result<Value> parsed(string_view text) {
  if (!find_invalid_utf8(text)) return json_loads(text);
  return json_loads(sanitize_utf8(text));
}

// A list that is one response as a whole, by its first item.
bool is_one_response(string_view text) {
  const std::size_t first = text.find_first_not_of(kSpace, 1);
  if (first == string_view::npos ||
      !(text[first] == '{' || text[first] == '[' || text[first] == '"')) {
    return false;
  }
  const std::size_t end = json_value_end(text, first);
  if (end == string_view::npos) return false;
  const Result<Value> item = parsed(text.substr(first, end - first));
  return item.ok() && belongs_to_one_response(*item);
}

// Whether the file may hold entries: it, the list that starts it, or a line of it begins with one.
bool may_hold_entries(string_view text) {
  if (text.empty() || text[0] == '{' || text[0] == '"') return true;
  if (text[0] == '[') {
    const std::size_t next = text.find_first_not_of(kSpace, 1);
    return next == string_view::npos ||
           string_view("{[\"]-0123456789").find(text[next]) != string_view::npos;
  }
  if (text.find("\n{") == string_view::npos) return false;
  return text.find("\"id\"") != string_view::npos || !looks_like_calls(text);
}

bool is_plain_text(string_view bytes) { return bytes.find('\0') == string_view::npos; }

}  // namespace

ResultFile read_any_results(string_view bytes, bool any_text, std::size_t most_responses) {
  ResultFile file;
  ResponseBound bound(most_responses, file);
  Others others(file, bound);
  const std::size_t start =
      bytes.find_first_not_of(kSpace, bytes.size() - without_byte_order_mark(bytes).size());
  const string_view text = start == string_view::npos ? string_view() : bytes.substr(start);
  const std::size_t line =
      1 + static_cast<std::size_t>(std::count(
              bytes.begin(), bytes.end() - static_cast<std::ptrdiff_t>(text.size()), '\n'));
  if (!text.empty() && text[0] == '[' && is_one_response(text)) {
    const Result<Value> whole = parsed(text);
    const Took took =
        whole.ok() ? others.take(line, start, text.size(), *whole, any_text) : Took::kNothing;
    if (took != Took::kNothing) {
      others.tell();
      file.lines = lines_of_one_entry(text, use_of(took));
      return file;
    }
  }
  if (!may_hold_entries(text) && refused_kind(bytes).empty()) {
    Took took = Took::kProblem;
    if (is_plain_text(bytes) && (any_text || looks_like_calls(text))) {
      const std::size_t end = text.find_last_not_of(kSpace) + 1;
      const std::string clean = sanitize_utf8(text.substr(0, end));
      took = others.take(line, start, end, Value::str(clean), true);
      others.tell();
    } else {
      std::string refused = refused_text_kind(text);
      if (refused.empty()) refused = "neither JSON nor text with calls. " + taken_forms();
      file.problems.push_back({line, {}, std::move(refused), true});
    }
    file.lines = lines_of_one_entry(text, use_of(took));
    return file;
  }
  const OtherEntrySink other = [&](const OtherEntry& entry) {
    const Result<Value> value = parsed(entry.text);
    if (!value.ok()) return Took::kNothing;
    return others.take(entry.line, entry.offset, entry.text.size(), *value, any_text);
  };
  file.lines = read_entries(
      bytes,
      [&](Response&& response) {
        if (!bound.take(response)) return false;
        file.responses.push_back(std::move(response));
        return true;
      },
      [&file](ResultProblem&& problem) { file.problems.push_back(std::move(problem)); }, &other);
  others.tell();
  return file;
}

}  // namespace bfclx
