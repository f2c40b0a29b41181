#include "tests/golden/golden_file.h"

#include <set>
#include <utility>

#include "core/value/json.h"

namespace bfclx::golden {
namespace {

constexpr std::string_view kCaseMark = "== ";
constexpr std::string_view kSectionMark = "-- ";

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

bool is_mark(std::string_view line) {
  return starts_with(line, kCaseMark) || starts_with(line, kSectionMark);
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  if (!text.empty()) lines.emplace_back(text);
  return lines;
}

// What lines say: those that begin with a backslash have it for their own first character's sake.
std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) text += '\n';
    text += starts_with(lines[i], "\\") ? std::string_view(lines[i]).substr(1) : lines[i];
  }
  return text;
}

std::string escaped(std::string_view text) {
  std::string written;
  for (const std::string& line : lines_of(std::string(text) + "\n")) {
    if (is_mark(line) || starts_with(line, "\\")) written += '\\';
    written += line + "\n";
  }
  return written;
}

class Parser {
 public:
  Parser(std::string_view path, std::string_view bytes) : path_(path), lines_(lines_of(bytes)) {}

  Parsed parse() {
    if (head()) {
      while (at_ < lines_.size() && one_case()) continue;
    }
    if (problem_.empty() && file_.cases.empty()) fail(lines_.size(), "there is no case");
    return {std::move(file_), std::move(problem_)};
  }

 private:
  bool fail(std::size_t line, const std::string& what) {
    if (problem_.empty()) problem_ = path_ + ":" + std::to_string(line) + ": " + what;
    return false;
  }

  bool head() {
    for (; at_ < lines_.size() && !starts_with(lines_[at_], kCaseMark); ++at_) {
      const std::string& line = lines_[at_];
      file_.head += line + "\n";
      if (line.empty() || line[0] == '#') continue;
      const std::size_t space = line.find(' ');
      if (!file_.kind.empty() || space == std::string::npos ||
          sections_of(line.substr(0, space)).empty()) {
        return fail(at_ + 1, "neither a comment nor the one line `decoder NAME` or `parser NAME`");
      }
      file_.kind = line.substr(0, space);
      file_.subject = line.substr(space + 1);
    }
    return !file_.kind.empty() || fail(at_ + 1, "no line `decoder NAME` or `parser NAME`");
  }

  // The lines up to the next mark; before a case and at the end an empty line belongs to nobody.
  std::vector<std::string> block() {
    std::vector<std::string> lines;
    for (; at_ < lines_.size() && !is_mark(lines_[at_]); ++at_) lines.push_back(lines_[at_]);
    if (at_ < lines_.size() && starts_with(lines_[at_], kCaseMark) && !lines.empty() &&
        lines.back().empty()) {
      lines.pop_back();
    }
    return lines;
  }

  bool one_case() {
    Case added;
    added.line = at_ + 1;
    added.name = lines_[at_].substr(kCaseMark.size());
    if (added.name.empty()) return fail(added.line, "a case without a name");
    if (!names_.insert(added.name).second) {
      return fail(added.line, "a second case with the name \"" + added.name + "\"");
    }
    ++at_;
    if (!input_of(added)) return false;
    const std::vector<std::string_view> sections = sections_of(file_.kind);
    while (at_ < lines_.size() && !starts_with(lines_[at_], kCaseMark)) {
      const std::string_view found = std::string_view(lines_[at_]).substr(kSectionMark.size());
      if (added.outcomes.size() == sections.size() || found != sections[added.outcomes.size()]) {
        return fail(at_ + 1, "`-- " + std::string(found) + "` has no place here");
      }
      ++at_;
      added.outcomes.push_back(joined(block()));
    }
    if (!added.outcomes.empty() && added.outcomes.size() < sections.size()) {
      return fail(added.line, "case \"" + added.name + "\" has no `-- " +
                                  std::string(sections[added.outcomes.size()]) + "`");
    }
    file_.cases.push_back(std::move(added));
    return true;
  }

  bool input_of(Case& added) {
    for (const std::string_view form : {"text", "json"}) {
      if (at_ < lines_.size() && lines_[at_] == "-- " + std::string(form)) added.form = form;
    }
    if (added.form.empty()) {
      return fail(at_ + 1, "case \"" + added.name + "\" has neither `-- text` nor `-- json`");
    }
    const std::size_t line = ++at_;
    added.input_lines = block();
    const std::string text = joined(added.input_lines);
    if (added.form == "text") {
      added.input = Value::str(text);
      return true;
    }
    Result<Value> input = json_loads(text);
    if (!input.ok()) return fail(line + 1, "no JSON: " + input.error().message);
    added.input = *std::move(input);
    return true;
  }

  std::string path_;
  std::vector<std::string> lines_;
  std::size_t at_ = 0;
  std::set<std::string> names_;
  File file_;
  std::string problem_;
};

}  // namespace

std::vector<std::string_view> sections_of(std::string_view kind) {
  if (kind == "decoder") return {"calls", "executes"};
  if (kind == "parser") return {"gives"};
  return {};
}

Parsed parse_file(std::string_view path, std::string_view bytes) {
  return Parser(path, bytes).parse();
}

std::string write_file(const File& file) {
  const std::vector<std::string_view> sections = sections_of(file.kind);
  std::string bytes = file.head;
  for (const Case& each : file.cases) {
    if (&each != &file.cases.front()) bytes += "\n";
    bytes += "== " + each.name + "\n-- " + std::string(each.form) + "\n";
    for (const std::string& line : each.input_lines) bytes += line + "\n";
    for (std::size_t i = 0; i < each.outcomes.size(); ++i) {
      bytes += "-- " + std::string(sections[i]) + "\n" + escaped(each.outcomes[i]);
    }
  }
  return bytes;
}

}  // namespace bfclx::golden
