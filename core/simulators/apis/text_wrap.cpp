#include "core/simulators/apis/text_wrap.h"

#include "core/base/unicode.h"
#include "core/base/utf8.h"

namespace bfclx {

namespace {

constexpr std::size_t kTab = 8;

// text.expandtabs(8), then each ASCII white space as a space.
std::string munged(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  std::size_t column = 0;
  for (const char c : text) {
    if (c == '\t') {
      const std::size_t spaces = kTab - column % kTab;
      out.append(spaces, ' ');
      column += spaces;
      continue;
    }
    if (c == '\n' || c == '\r') {
      column = 0;
    } else if ((c & 0xc0) != 0x80) {
      ++column;
    }
    out += c == '\n' || c == '\r' || c == '\v' || c == '\f' ? ' ' : c;
  }
  return out;
}

bool is_letter(char32_t c) { return is_word(c) && decimal_value(c) < 0; }
bool is_word_or_mark(char32_t c) {
  return is_word(c) || c == '!' || c == '"' || c == '\'' || c == '&' || c == '.' || c == ',' ||
         c == '?';
}

// A text in the pieces that textwrap does not break (TextWrapper.wordsep_re), one after the other.
class Pieces {
 public:
  explicit Pieces(std::string text) : text_(std::move(text)) { next(); }

  bool done() const { return begin_ == text_.size(); }
  std::string_view piece() const { return std::string_view(text_).substr(begin_, end_ - begin_); }
  std::size_t length() const { return length_; }
  bool is_blank() const { return strip(piece()).empty(); }
  void next() {
    begin_ = end_;
    if (begin_ < text_.size()) end_ = piece_end(begin_);
    length_ = count_code_points(piece());
  }

 private:
  static constexpr char32_t kNothing = 0xffffffff;

  // The character before `at`, which moves there.
  char32_t before(std::size_t& at) const {
    if (at == 0) return kNothing;
    do {
      --at;
    } while (at > 0 && (text_[at] & 0xc0) == 0x80);
    std::size_t begin = at;
    return next_code_point(text_, begin);
  }
  char32_t at(std::size_t& place) const {
    return place < text_.size() ? next_code_point(text_, place) : kNothing;
  }
  static bool letter(char32_t c) { return c != kNothing && is_letter(c); }

  // Dashes from `place`, two or more, with a word behind them: their end, else `place`.
  std::size_t dashes_end(std::size_t place) const {
    std::size_t end = place;
    while (end < text_.size() && text_[end] == '-') ++end;
    std::size_t behind = end;
    const char32_t c = at(behind);
    return end - place >= 2 && c != kNothing && is_word(c) ? end : place;
  }

  // Whether a word may be broken behind its hyphen at `place`.
  bool breaks_behind(std::size_t place) const {
    std::size_t back = place;
    const char32_t first = before(back);
    const char32_t second = before(back);
    const bool hyphenated = second == '-' && letter(before(back));
    if (!letter(first) || !(letter(second) || hyphenated)) return false;
    std::size_t ahead = place + 1;
    if (!letter(at(ahead))) return false;
    char32_t c = at(ahead);
    if (c == '-') c = at(ahead);
    return letter(c);
  }

  std::size_t piece_end(std::size_t begin) const {
    if (text_[begin] == ' ') {
      const std::size_t end = text_.find_first_not_of(' ', begin);
      return end != std::string::npos ? end : text_.size();
    }
    std::size_t back = begin;
    if (text_[begin] == '-') {
      const char32_t c = before(back);
      const std::size_t end = dashes_end(begin);
      if (end != begin && c != kNothing && is_word_or_mark(c)) return end;
    }
    std::size_t end = begin;
    next_code_point(text_, end);
    while (end < text_.size() && text_[end] != ' ') {
      if (text_[end] == '-') {
        if (breaks_behind(end)) return end + 1;
        back = end;
        if (is_word_or_mark(before(back)) && dashes_end(end) != end) return end;
      }
      next_code_point(text_, end);
    }
    return end;
  }

  std::string text_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t length_ = 0;
};

}  // namespace

std::string wrapped_text(std::string_view paragraph, std::size_t width, std::string_view indent) {
  Pieces pieces(munged(paragraph));
  std::string result;
  bool any = false;  // a line is there
  while (!pieces.done()) {
    const std::size_t most = any ? width - indent.size() : width;
    if (any && pieces.is_blank()) pieces.next();
    std::string line;
    std::size_t length = 0;
    std::size_t last = 0;  // where the last piece of the line begins
    bool empty = true;
    const auto take = [&] {
      last = line.size();
      line += pieces.piece();
      length += pieces.length();
      empty = false;
      pieces.next();
    };
    while (!pieces.done() && length + pieces.length() <= most) take();
    if (!pieces.done() && pieces.length() > most && empty) take();
    if (!empty && strip(std::string_view(line).substr(last)).empty()) {
      line.resize(last);
      empty = last == 0;
    }
    if (empty) continue;
    if (any) result.append("\n").append(indent);
    result += line;
    any = true;
  }
  return result;
}

}  // namespace bfclx
