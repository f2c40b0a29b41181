// Result files: anything may stand in them, and every line is either a response or a problem. So it
// is with whatever else a person has in hand; what is made of it can be written as result lines,
// and these read again.
#include "core/dataset/results.h"

#include <set>
#include <string>
#include <string_view>

#include "core/dataset/response_forms.h"
#include "core/value/json.h"
#include "core/value/repr.h"
#include "tests/fuzz/input.h"

namespace {

using namespace bfclx;

// Lines that are not blank, counted apart from the reader.
std::size_t lines_of(std::string_view bytes) {
  if (bytes.substr(0, 3) == "\xEF\xBB\xBF") bytes.remove_prefix(3);
  std::size_t lines = 0;
  bool blank = true;
  for (std::size_t i = 0; i <= bytes.size(); ++i) {
    const char c = i < bytes.size() ? bytes[i] : '\n';
    const bool end = c == '\n' || c == '\r';
    if (end && !blank) ++lines;
    blank = end || (blank && (c == ' ' || c == '\t' || c == '\f' || c == '\v'));
  }
  return lines;
}

// Lines in = used + unusable + skipped; each use has its response or its problem.
void check_file(const ResultFile& file, const std::string& bytes) {
  bool fatal = false;
  for (const ResultProblem& problem : file.problems) {
    if (problem.message.empty()) fuzz::broken("a problem without a message", "", "");
    fatal |= problem.fatal;
  }
  const LineCounts& lines = file.lines;
  if (lines.all() != lines_of(bytes)) {
    fuzz::broken("lines that are not accounted for", bytes, std::to_string(lines.all()));
  }
  const bool any = !file.responses.empty() || !file.nameless.empty();
  if (any != (lines.used > 0)) fuzz::broken("responses and no line, or the reverse", bytes, "");
  if (fatal && lines.unusable == 0 && lines.used == 0) {
    fuzz::broken("a fatal problem and no line", bytes, "");
  }
  if (lines.unusable > 0 && file.problems.empty()) {
    fuzz::broken("an unusable line of which nothing is said", bytes, "");
  }
}

// Of lines that are no list, each gives one response or one fatal problem.
void check_lines(const ResultFile& file, const std::string& bytes) {
  const std::size_t start = bytes.find_first_not_of(" \t\r\n\f\v\xEF\xBB\xBF");
  if (start == std::string::npos || bytes[start] == '[') return;
  std::set<std::size_t> lines;
  std::size_t entries = 0;
  for (const Response& response : file.responses) lines.insert(response.line), ++entries;
  for (const ResultProblem& problem : file.problems) {
    if (problem.fatal) lines.insert(problem.line), ++entries;
  }
  if (lines.size() != entries) fuzz::broken("a line that counts twice", bytes, "");
}

void check_response(const Response& response) {
  std::string line = R"({"id": "x", "result": )";
  append_json(line, response.result);
  const ResultFile again = read_results(line + "}");
  const bool same =
      again.responses.size() == 1 && repr(again.responses[0].result) == repr(response.result);
  if (!same)
    fuzz::broken("a response that is another one as a result line", line, repr(response.result));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);  // not made valid first
  const ResultFile strict = read_results(bytes);
  check_file(strict, bytes);
  check_lines(strict, bytes);
  for (const bool any_text : {false, true}) {
    const ResultFile file = read_any_results(bytes, any_text);
    check_file(file, bytes);
    for (const Response& response : file.responses) check_response(response);
    for (const Response& response : file.nameless) check_response(response);
    if (any_text && file.responses.empty() && file.nameless.empty() && file.problems.empty()) {
      fuzz::broken("bytes of which nothing is said", bytes, "");
    }
  }
  const std::string text = fuzz::text_of(data, size);
  for (const bool episode : {false, true}) response_in_hand(std::string_view(text), episode);
  return 0;
}
