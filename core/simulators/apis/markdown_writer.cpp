#include "core/simulators/apis/markdown_writer.h"

#include <algorithm>

#include "core/base/unicode.h"
#include "core/base/utf8.h"

namespace bfclx {

namespace {

// re.sub(r"\s+", " ", text)
std::string with_single_spaces(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  bool in_space = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const bool space = is_space(next_code_point(text, at));
    if (!space) result.append(text.substr(begin, at - begin));
    if (space && !in_space) result += ' ';
    in_space = space;
  }
  return result;
}

}  // namespace

void MarkdownWriter::out(std::string_view text) {
  pieces_.push_back(out_.size());
  out_ += text;
  if (!text.empty()) at_line_begin_ = text.back() == '\n';
}

bool MarkdownWriter::take_back(std::string_view piece) {
  if (pieces_.empty() || std::string_view(out_).substr(pieces_.back()) != piece) return false;
  out_.resize(pieces_.back());
  pieces_.pop_back();
  return true;
}

// What begins each line: marks of the quotations around, and the indent of preformatted text.
std::string MarkdownWriter::line_begin(bool is_mark) {
  const auto quotations = static_cast<std::size_t>(std::max(blockquote, 0L));
  const std::size_t indent = pre ? (in_list ? list_indent : 0) + 4 : 0;
  marks_ += quotations + indent;
  if (marks_ > kMostMarks) {
    too_long_ = true;
    return {};
  }
  std::string begin(quotations, '>');
  if (!is_mark && blockquote != 0) begin += ' ';
  return begin.append(indent, ' ');
}

std::string MarkdownWriter::preformatted(std::string data, bool is_mark) {
  std::string stripped = "\n";
  if (pre && data.find('\n') != std::string::npos) {
    const std::string begin = line_begin(is_mark);
    const auto lines = static_cast<std::size_t>(std::count(data.begin(), data.end(), '\n'));
    too_long_ = too_long_ || lines * begin.size() > kMostBytes;
    if (too_long_) return {};
    data = replace_all(data, "\n", "\n" + begin);
    stripped += begin;
  }
  if (start_pre && in_list) data.erase(0, std::min(data.find_first_not_of(stripped), data.size()));
  start_pre = false;
  return data;
}

void MarkdownWriter::write_breaks(const std::string& begin) {
  std::string lines;
  for (int i = 0; i < breaks; ++i) {
    if (soft_) lines += "  ";
    lines += '\n';
    lines += begin;
  }
  out(lines);
  space_ = false;
  soft_ = false;
}

void MarkdownWriter::write(std::string_view text, bool is_text, Force force) {
  if (abbreviation) {
    *abbreviation += text;
    too_long_ = too_long_ || abbreviation->size() > kMostBytes;
  }
  if (quiet != 0 || too_long_) return;
  std::string data(text);
  if (is_text && !pre) {
    data = with_single_spaces(data);
    if (!data.empty() && data[0] == ' ') {
      space_ = true;
      data.erase(0, 1);
    }
  }
  if (data.empty() && force == Force::kNo) return;
  if (start_pre && data.rfind('\n', 0) != 0 && data.rfind("\r\n", 0) != 0) data.insert(0, "\n");
  const bool is_mark = force != Force::kNo && !data.empty() && data[0] == '>';
  if (pre || start_pre) data = preformatted(std::move(data), is_mark);
  if (start) {
    space_ = false;
    breaks = 0;
    start = false;
  }
  if (force == Force::kEnd) {
    breaks = 0;
    out("\n");
    space_ = false;
  }
  if (breaks != 0) write_breaks(line_begin(is_mark));
  if (space_) {
    if (!at_line_begin_) out(" ");
    space_ = false;
  }
  if (force == Force::kEnd) {
    for (const auto& [short_form, meaning] : abbreviations) {
      std::string line = "  *[";
      line.append(short_form).append("]: ").append(meaning).append("\n");
      out(line);
    }
  }
  breaks = 0;
  out(data);
  too_long_ = too_long_ || out_.size() > kMostBytes;
}

std::string MarkdownWriter::finish() {
  line_break();
  write("", false, Force::kEnd);
  return std::move(out_);
}

}  // namespace bfclx
