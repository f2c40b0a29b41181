#include "core/dataset/results.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/counted.h"
#include "core/base/utf8.h"
#include "core/dataset/entries.h"
#include "core/dataset/entry_form.h"
#include "core/dataset/file_kinds.h"
#include "core/dataset/line_tally.h"
#include "core/dataset/lines.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx {

namespace {

using std::string_view;

constexpr std::size_t kNone = string_view::npos;
constexpr string_view kSpace = " \t\r\n\f\v";

// Searches for the end of an entry that goes over several lines may fail this often; after that
// every line stands for itself. It keeps a file of open brackets linear.
constexpr int kMaxFailedSearches = 16;

// Members that are read; the last few only to say what a file without responses may be instead.
constexpr string_view kMembers[] = {
    "id",      "result",      "input_token_count", "output_token_count",
    "latency", "total_count", "model_result_raw",  "model_result"};

bool is_number(const Value& value) { return value.is_int() || value.is_float() || value.is_bool(); }

// The id of an entry that is not JSON, where it can be made out; else nothing.
std::string salvage_id(string_view text) {
  constexpr string_view kKey = "\"id\"";
  const std::size_t key = text.substr(0, 512).find(kKey);
  if (key == kNone) return {};
  std::size_t at = text.find_first_not_of(kSpace, key + kKey.size());
  if (at == kNone || text[at] != ':') return {};
  at = text.find_first_not_of(kSpace, at + 1);
  if (at == kNone || text[at] != '"') return {};
  const std::size_t end = text.find_first_of("\"\\\n", at + 1);
  if (end == kNone || text[end] != '"') return {};
  return shown_id(text.substr(at + 1, end - at - 1));
}

class Reader {
 public:
  Reader(string_view text, std::size_t skipped, const TakeResponse& take_response,
         const ResultProblemSink& on_problem, const OtherEntrySink* on_other)
      : text_(text),
        skipped_(skipped),
        take_response_(take_response),
        on_problem_(on_problem),
        on_other_(on_other),
        tally_(text),
        first_invalid_(find_invalid_utf8(text).value_or(kNone)) {}

  LineCounts read() {
    const std::size_t start = text_.find_first_not_of(kSpace);
    if (start != kNone && text_[start] == '[') {
      const std::size_t end = read_array(start + 1);
      if (!found_any_ && text_.find_first_not_of(kSpace, end) != kNone) empty_list(start, end);
      read_lines(end);
    } else {
      read_lines(0);
    }
    if (!found_any_) {
      tally_.add(0, text_.size(), LineUse::kUnusable);
      problem(0, {},
              start == kNone ? "the file is empty; pass responses as JSON lines or text"
                             : "the file holds no entries",
              false);
    }
    if (is_full()) {
      problem(last_line_, {},
              "stopped here after " + grouped_digits(kMostOfAFile) +
                  (problems_ > kMostOfAFile ? " problems: probably not a result file"
                                            : " entries; split it into several files"));
    }
    return tally_.finish();
  }

 private:
  // Whether the rest of the file is left.
  bool is_full() const { return responses_ > kMostOfAFile || problems_ > kMostOfAFile; }

  void problem(std::size_t line, string_view id, std::string message, bool fatal = true) {
    found_any_ = true;
    ++problems_;
    on_problem_(ResultProblem{line, std::string(id), std::move(message), fatal});
  }

  // A stretch of the file that ought to be an entry.
  struct Span {
    std::size_t start;
    std::size_t end;
    std::size_t line;
  };

  // JSON lines from `offset` on; an entry may go over several lines.
  void read_lines(std::size_t offset) {
    LineReader reader(text_);
    reader.skip_to(offset);
    Line line;
    while (!is_full() && reader.next(line)) {
      const std::size_t first = line.text.find_first_not_of(kSpace);
      if (first == kNone) continue;
      Span span{line.offset + first, line.offset + line.text.find_last_not_of(kSpace) + 1,
                line.number};
      bool comma = false;
      while (span.end > span.start + 1 && text_[span.end - 1] == ',') --span.end, comma = true;
      const std::size_t end = take(span, true);
      if (end > span.end) reader.skip_to(end);
      if (comma && end <= span.end) {
        problem(span.line, {}, "the comma after the entry is ignored", false);
      }
    }
  }

  // The end of an object that is still open at the end of its first line; kNone when there is none.
  std::size_t end_on_later_line(const Span& span) {
    if (text_[span.start] != '{' || failed_searches_ >= kMaxFailedSearches) return kNone;
    const std::size_t closed = json_value_end(text_, span.start);
    if (closed != kNone && closed > span.end) {
      const std::size_t rest = text_.find_first_not_of(" \t\r,", closed);
      if (rest == kNone || text_[rest] == '\n') return closed;
    }
    ++failed_searches_;
    return kNone;
  }

  // A list without entries, with more behind it: a line like those.
  void empty_list(std::size_t start, std::size_t end) {
    tally_.add(start, end, LineUse::kUnusable);
    const auto lines_before =
        std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(start), '\n');
    problem(1 + static_cast<std::size_t>(lines_before), {},
            "the entry is a list" + std::string(kAdvice));
  }

  // The elements of an array whose bracket lies before `at`. Returns where it ends.
  std::size_t read_array(std::size_t at) {
    std::size_t line_end = 0;  // of the line that `at` is on; a file may be one line
    while (true) {
      if (is_full()) return text_.size();
      at = text_.find_first_not_of(" \t\r\n\f\v,", at);
      if (at == kNone) {
        // An entry that is not closed tells it already.
        problem(line_at(text_.size()), {},
                "the list that starts the file is not closed: the file may be truncated; the "
                "entries before are used",
                failed_searches_ == 0);
        if (failed_searches_ == 0) {  // the line on which it ends, where that has no entry
          const std::size_t last = text_.find_last_not_of(" \t\r\n\f\v");
          tally_.add(last, last + 1, LineUse::kUnusable);
        }
        return text_.size();
      }
      const std::size_t line = line_at(at);
      if (at >= line_end) line_end = std::min(text_.find('\n', at), text_.size());
      if (text_[at] == ']') {
        if (text_.substr(0, line_end).find_first_not_of(kSpace, at + 1) != kNone) {
          tally_.add(at + 1, line_end, LineUse::kUnusable);
          problem(line, {}, "the text after the list is ignored");
        }
        return line_end;
      }
      const bool far = failed_searches_ < kMaxFailedSearches;
      std::size_t end = json_value_end(far ? text_ : text_.substr(0, line_end), at);
      if (end == at) end = at + 1;  // a stray bracket
      if (end != kNone) {
        take({at, end, line}, false);
        at = end;
        continue;
      }
      ++failed_searches_;
      problem(line, salvage_id(text_.substr(at)),
              "the entry that starts here is not closed: a quote or bracket is missing, or the "
              "file is truncated; complete it, or regenerate the entry");
      const std::size_t next = next_element(at);
      tally_.add(at, next, LineUse::kUnusable);
      at = next;
    }
  }

  // The next line that starts as the line of `at` does: where an array is picked up again.
  std::size_t next_element(std::size_t at) const {
    const std::size_t line_start = text_.rfind('\n', at) + 1;  // npos + 1 is 0
    const string_view indent = text_.substr(line_start, at - line_start);
    const bool plain = indent.find_first_not_of(" \t") == kNone;
    for (std::size_t next = text_.find('\n', at); next != kNone;
         next = text_.find('\n', next + 1)) {
      const string_view rest = text_.substr(next + 1);
      if (plain ? rest.substr(0, indent.size()) == indent && rest.substr(indent.size(), 1) == "{"
                : rest.substr(0, 1) == "{") {
        return next + 1;
      }
    }
    return text_.size();
  }

  // Number of the line on which `offset` lies; offsets must not go back.
  std::size_t line_at(std::size_t offset) {
    line_ += static_cast<std::size_t>(
        std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_),
                   text_.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
    counted_ = offset;
    return line_;
  }

  // One entry: gives a response, a problem or both. Returns where it ended, which is behind `span`
  // when it goes on over the following lines (only with `may_go_on`).
  std::size_t take(Span span, bool may_go_on) {
    last_line_ = span.line;
    std::string clean;
    std::optional<std::size_t> invalid;
    Result<Value> parsed = parse(span, clean, invalid);
    if (!parsed.ok() && may_go_on) {
      if (const std::size_t closed = end_on_later_line(span); closed != kNone) {
        const Span longer{span.start, closed, span.line};
        Result<Value> whole = parse(longer, clean, invalid);
        if (whole.ok()) {
          parsed = std::move(whole);
          span = longer;
        } else {
          ++failed_searches_;
        }
      }
    }
    if (invalid.has_value()) {
      problem(span.line, salvage_id(clean),
              "invalid UTF-8 at byte " + std::to_string(*invalid + 1) +
                  " of the entry; invalid bytes are read as U+FFFD. Save the file as UTF-8",
              false);
    }
    take_parsed(span, std::move(parsed));
    return span.end;
  }

  // Bytes that are no UTF-8 are replaced first; then `clean` holds the text and `invalid` says
  // where.
  Result<Value> parse(const Span& span, std::string& clean, std::optional<std::size_t>& invalid) {
    string_view text = text_.substr(span.start, span.end - span.start);
    if (span.end > first_invalid_) {
      invalid = find_invalid_utf8(text);
      if (invalid.has_value()) text = clean = sanitize_utf8(text);
    }
    return json_loads_object_filtered(text, kMembers);
  }

  static constexpr string_view kAdvice =
      ". Each line must be one complete {\"id\": ..., \"result\": ...}; fix it, or "
      "regenerate the entry";

  void take_parsed(const Span& span, Result<Value> parsed) {
    const bool used = parsed.ok() ? use_parsed(span, *parsed) : tell_no_json(span, parsed.error());
    tally_.add(span.start, span.end, used ? LineUse::kUsed : LineUse::kUnusable);
  }

  bool tell_no_json(const Span& span, const Error& error) {
    const string_view text = text_.substr(span.start, span.end - span.start);
    // A call that somebody pasted is no result line that lost its end.
    const bool is_line = text.find("\"id\"") != string_view::npos;
    problem(span.line, salvage_id(text),
            "not JSON: " + error.message +
                std::string(is_line ? kAdvice : ". Complete it, or regenerate the response"));
    return false;
  }

  // Whether the entry gave a response; otherwise a problem was told.
  bool use_parsed(const Span& span, const Value& entry) {
    const Took took = offer_elsewhere(span, entry);
    if (took != Took::kNothing) return took == Took::kResponses;
    if (!entry.is_dict()) {
      problem(span.line, {}, "the entry is " + kind_text(&entry) + std::string(kAdvice));
      return false;
    }
    Response response;
    response.line = span.line;
    response.offset = span.start + skipped_;
    response.size = span.end - span.start;
    if (!read_members(entry.as_dict(), response)) return false;
    found_any_ = true;
    return ++responses_ <= kMostOfAFile && take_response_(std::move(response));
  }

  // An entry that is no result line goes to whoever asked for others.
  Took offer_elsewhere(const Span& span, const Value& entry) {
    if (on_other_ == nullptr) return Took::kNothing;
    if (entry.is_dict() && entry.as_dict().contains("id") && entry.as_dict().contains("result")) {
      return Took::kNothing;
    }
    const string_view text = text_.substr(span.start, span.end - span.start);
    const Took took = (*on_other_)({span.line, span.start + skipped_, text});
    if (took == Took::kNothing) return took;
    found_any_ = true;
    ++(took == Took::kProblem ? problems_ : responses_);
    return took;
  }

  bool read_members(const Dict& members, Response& response) {
    const Value* id = members.find("id");
    if (id == nullptr) {
      problem(response.line, {},
              members.contains("total_count")
                  ? "the header of a score file; pass the result file it was made from"
                  : "has no \"id\": add the id of the entry, such as \"simple_python_0\"");
      return false;
    }
    if (!id->is_str()) {
      problem(response.line, {},
              "\"id\" is " + kind_text(id) +
                  ", expected the id of the entry as text, such as \"simple_python_0\"");
      return false;
    }
    if (id->as_str().size() > kLongestId) {
      problem(response.line, shown_id(id->as_str()), too_long_id(id->as_str()));
      return false;
    }
    response.id = id->as_str();
    const Value* result = members.find("result");
    if (result == nullptr) {
      const bool score = members.contains("model_result_raw") || members.contains("model_result");
      problem(response.line, response.id,
              score ? "a line of a score file; pass the result file it was made from"
                    : "has no \"result\": add the model's response, or regenerate the entry");
      return false;
    }
    response.result = *result;
    if (result->is_none() || is_number(*result)) {
      problem(response.line, response.id,
              "\"result\" is " + kind_text(result) +
                  ", expected text or a list of calls; it is scored as is",
              false);
    }
    read_count(members, "input_token_count", response.id, response.line,
               response.input_token_count);
    read_count(members, "output_token_count", response.id, response.line,
               response.output_token_count);
    read_count(members, "latency", response.id, response.line, response.latency);
    return true;
  }

  // A number, or for multi-turn a list of turns.
  void read_count(const Dict& members, string_view name, string_view id, std::size_t line,
                  std::optional<Value>& target) {
    const Value* value = members.find(name);
    if (value == nullptr || value->is_none()) return;
    if (!is_number(*value) && !value->is_list()) {
      problem(line, id,
              "\"" + std::string(name) + "\" is " + kind_text(value) +
                  ", expected a number or a list of turns; it is left out of cost and latency",
              false);
      return;
    }
    target = *value;
  }

  string_view text_;
  std::size_t skipped_;  // bytes before text_ in the file
  const TakeResponse& take_response_;
  const ResultProblemSink& on_problem_;
  const OtherEntrySink* on_other_;  // nullptr: nobody asked
  LineTally tally_;
  std::size_t first_invalid_;  // byte of the file that is no UTF-8; kNone when all are
  std::size_t line_ = 1;
  std::size_t counted_ = 0;
  std::size_t responses_ = 0;
  std::size_t problems_ = 0;
  std::size_t last_line_ = 1;
  int failed_searches_ = 0;
  bool found_any_ = false;
};

}  // namespace

std::string shown_id(string_view id) {
  if (id.size() <= kLongestId) return sanitize_utf8(id);
  return first_code_points(sanitize_utf8(id.substr(0, kLongestId)), 100);
}

std::string too_long_id(string_view id) {
  return "\"id\" has " + grouped_digits(id.size()) + " bytes; at most " +
         grouped_digits(kLongestId) + " are allowed";
}

LineCounts read_results(string_view bytes, const ResponseSink& on_response,
                        const ResultProblemSink& on_problem) {
  const TakeResponse take = [&on_response](Response&& response) {
    on_response(std::move(response));
    return true;
  };
  return read_entries(bytes, take, on_problem, nullptr);
}

LineCounts read_entries(string_view bytes, const TakeResponse& take_response,
                        const ResultProblemSink& on_problem, const OtherEntrySink* on_other) {
  if (std::string refused = refused_kind(bytes); !refused.empty()) {
    on_problem(ResultProblem{0, {}, std::move(refused), true});
    return lines_of_one_entry(bytes, LineUse::kUnusable);
  }
  std::size_t skipped = 0;
  if (bytes.starts_with(kByteOrderMark)) {
    skipped = kByteOrderMark.size();
    on_problem(
        ResultProblem{1, {}, "the file starts with a byte order mark, which is ignored", false});
  }
  return Reader(bytes.substr(skipped), skipped, take_response, on_problem, on_other).read();
}

ResultFile read_results(string_view bytes) {
  ResultFile file;
  file.lines = read_results(
      bytes, [&file](Response&& response) { file.responses.push_back(std::move(response)); },
      [&file](ResultProblem&& problem) { file.problems.push_back(std::move(problem)); });
  return file;
}

}  // namespace bfclx
