#include "core/simulators/apis/html_markdown.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/simulators/apis/html_entities.h"
#include "core/simulators/apis/html_tokenizer.h"
#include "core/simulators/apis/markdown_text.h"
#include "core/simulators/apis/markdown_writer.h"
#include "core/simulators/engine/objects.h"
#include "core/simulators/engine/support.h"

namespace bfclx {

namespace {

template <std::size_t kSize>
bool is_one_of(const std::string_view (&names)[kSize], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

// h1 to h9; 0 for other elements.
std::size_t heading_level(std::string_view tag) {
  if (tag.size() != 2 || tag[0] != 'h' || tag[1] < '1' || tag[1] > '9') return 0;
  return static_cast<std::size_t>(tag[1] - '0');
}

// ^[a-zA-Z+]+://
bool is_absolute(std::string_view url) {
  std::size_t end = 0;
  while (end < url.size() &&
         (url[end] == '+' || ((url[end] | 0x20) >= 'a' && (url[end] | 0x20) <= 'z'))) {
    ++end;
  }
  return end > 0 && url.substr(end, 3) == "://";
}

struct Link {
  std::string url;
  std::string title;
};

struct OpenList {
  bool ordered = false;
  Value number;            // of the last item
  std::size_t indent = 0;  // of items, in characters
};

class MarkdownConverter final : public HtmlHandler {
 public:
  Status start_tag(std::string_view name, const HtmlAttributes& attributes) override;
  Status end_tag(std::string_view name) override;
  Status data(std::string_view text) override { return text_data(text, false); }
  Status number_reference(std::string_view digits) override;
  Status name_reference(std::string_view name) override;
  Status aside() override { return {}; }
  Status marked_section(std::string_view) override { return {}; }

  std::string finish() { return writer_.finish(); }
  bool too_long() const { return writer_.too_long(); }

 private:
  using TagRule = void (MarkdownConverter::*)(std::string_view tag, const HtmlAttributes&, bool);

  Status tag(std::string_view name, const HtmlAttributes& attributes, bool start);
  Status text_data(std::string_view text, bool is_reference);
  // False: the rest of the tag's rules is left out.
  bool heading(std::size_t level, bool start);
  void block(std::string_view tag, bool start);
  void section(std::string_view tag, bool start);
  void emphasis(std::string_view tag, bool start);
  void abbreviation(const HtmlAttributes& attributes, bool start);
  void anchor(const HtmlAttributes& attributes, bool start);
  void end_anchor();
  void image(const HtmlAttributes& attributes);
  Status list(std::string_view tag, const HtmlAttributes& attributes, bool start);
  Status item(bool start);
  void table(std::string_view tag, bool start);
  void open_link_text() {
    write("[");
    automatic_link_.reset();
    empty_link_ = false;
  }
  void write(std::string_view text) { writer_.write(text); }
  // The mark of an emphasis, with a space before it where it would run into the text before.
  void mark(std::string_view text, bool start, bool spaced);

  MarkdownWriter writer_;
  std::string current_tag_;
  std::string preceding_;  // the last data; only its end counts
  bool stressed_ = false;
  bool preceding_stressed_ = false;
  bool code_ = false;
  bool quote_ = false;
  bool last_was_list_ = false;
  std::optional<std::string> abbreviation_title_;
  std::vector<std::optional<Link>> links_;  // open anchors
  std::optional<std::string> automatic_link_;
  bool empty_link_ = false;
  std::vector<OpenList> lists_;
  bool split_next_cell_ = false;
  bool table_start_ = false;
  std::size_t cells_ = 0;
};

// A value of an attribute that is there and has one.
const std::string* text_of_attribute(const HtmlAttributes& attributes, std::string_view name) {
  const std::optional<std::string>* found = find_attribute(attributes, name);
  return found != nullptr && *found ? &**found : nullptr;
}

Status MarkdownConverter::start_tag(std::string_view name, const HtmlAttributes& attributes) {
  return tag(name, attributes, true);
}
Status MarkdownConverter::end_tag(std::string_view name) { return tag(name, {}, false); }

Status MarkdownConverter::number_reference(std::string_view digits) {
  BFCLX_ASSIGN_OR_RETURN(char32_t c, html_reference_number(digits));
  if (c == 0 || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff)) c = 0xfffd;
  c = html_control_replacement(c);
  if (const auto plain = plain_character(c)) return text_data(*plain, true);
  std::string text;
  append_utf8(text, c);
  return text_data(text, true);
}

Status MarkdownConverter::name_reference(std::string_view name) {
  if (const auto plain = plain_reference(name)) return text_data(*plain, true);
  if (const auto text = html_reference(name)) return text_data(*text, true);
  return text_data("&" + std::string(name) + ";", true);
}

Status MarkdownConverter::text_data(std::string_view text, bool is_reference) {
  if (writer_.too_long()) return Error{"Limit", "the page makes too much text"};
  if (text.empty()) return {};
  std::string data(text);
  if (stressed_) {
    data = strip(text);
    stressed_ = false;
    preceding_stressed_ = true;
  } else if (preceding_stressed_) {
    std::size_t next = 0;
    const char32_t first = next_code_point(text, next);
    const bool is_mark =
        first < 0x80 && std::string_view("][(){}.!?").find(text[0]) != std::string_view::npos;
    if (!is_mark && !is_space(first) && heading_level(current_tag_) == 0 && current_tag_ != "a" &&
        current_tag_ != "code" && current_tag_ != "pre") {
      data.insert(0, " ");
    }
    preceding_stressed_ = false;
  }
  if (automatic_link_) {
    if (*automatic_link_ == data && is_absolute(data)) {
      write("<" + data + ">");
      empty_link_ = false;
      return {};
    }
    open_link_text();
  }
  if (!code_ && !writer_.pre && !is_reference) data = escaped_markdown_section(data);
  preceding_ = data.empty() ? std::string() : data.substr(data.size() - 1);
  writer_.write(data, true);
  return {};
}

bool MarkdownConverter::heading(std::size_t level, bool start) {
  const std::string marks = std::string(level, '#') + " ";
  if (links_.empty()) {
    writer_.paragraph();
    if (start) write(marks);
    return start;
  }
  if (!start) {
    writer_.breaks = 0;
    return false;
  }
  if (writer_.take_back("[")) {
    writer_.drop_space();
    write(marks);
    write("[");
  }
  return true;
}

void MarkdownConverter::block(std::string_view tag, bool start) {
  if (tag == "p" || tag == "div") {
    if (links_.empty() && !split_next_cell_) writer_.paragraph();
  } else if (tag == "br") {
    if (start) write(writer_.blockquote > 0 ? "  \n> " : "  \n");
  } else if (tag == "hr" && start) {
    writer_.paragraph();
    write("* * *");
    writer_.paragraph();
  }
}

void MarkdownConverter::section(std::string_view tag, bool start) {
  if (tag == "head" || tag == "style" || tag == "script") {
    writer_.quiet += start ? 1 : -1;
  } else if (tag == "body") {
    writer_.quiet = 0;
  } else if (tag == "blockquote" && start) {
    writer_.paragraph();
    writer_.write("> ", false, MarkdownWriter::Force::kYes);
    writer_.start = true;
    ++writer_.blockquote;
  } else if (tag == "blockquote") {
    --writer_.blockquote;
    writer_.paragraph();
  }
}

void MarkdownConverter::mark(std::string_view text, bool start, bool spaced) {
  if (start && spaced) {
    preceding_ = " ";
    write(" " + std::string(text));
  } else {
    write(text);
  }
  if (start) stressed_ = true;
}

void MarkdownConverter::emphasis(std::string_view tag, bool start) {
  static constexpr std::string_view kItalic[] = {"em", "i", "u"};
  static constexpr std::string_view kStruck[] = {"del", "strike", "s"};
  static constexpr std::string_view kCode[] = {"kbd", "code", "tt"};
  static constexpr std::string_view kSpacesAndMarks =
      " \t\n\r\v\f!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
  const char last = preceding_.empty() ? '\0' : preceding_.back();
  if (is_one_of(kItalic, tag)) {
    const bool word = !preceding_.empty() && kSpacesAndMarks.find(last) == std::string_view::npos;
    mark("_", start, word);
  } else if (tag == "strong" || tag == "b") {
    mark("**", start, last == '*');
  } else if (is_one_of(kStruck, tag)) {
    mark("~~", start, last == '~');
  } else if (is_one_of(kCode, tag) && !writer_.pre) {
    write("`");
    code_ = !code_;
  } else if (tag == "q") {
    write("\"");
    quote_ = !quote_;
  }
}

void MarkdownConverter::abbreviation(const HtmlAttributes& attributes, bool start) {
  if (start) {
    abbreviation_title_.reset();
    writer_.abbreviation = "";
    if (const std::string* title = text_of_attribute(attributes, "title")) {
      abbreviation_title_ = *title;
    }
    return;
  }
  if (abbreviation_title_ && writer_.abbreviation) {
    auto& known = writer_.abbreviations;
    const auto place = std::find_if(known.begin(), known.end(), [&](const auto& entry) {
      return entry.first == *writer_.abbreviation;
    });
    if (place != known.end()) {
      place->second = *abbreviation_title_;
    } else {
      known.emplace_back(*writer_.abbreviation, *abbreviation_title_);
    }
    abbreviation_title_.reset();
  }
  writer_.abbreviation.reset();
}

void MarkdownConverter::anchor(const HtmlAttributes& attributes, bool start) {
  if (!start) return end_anchor();
  const std::string* url = text_of_attribute(attributes, "href");
  if (url == nullptr || url->rfind('#', 0) == 0) {
    links_.emplace_back();
    return;
  }
  const std::string* title = text_of_attribute(attributes, "title");
  links_.push_back(Link{*url, title != nullptr ? *title : std::string()});
  automatic_link_ = *url;
  empty_link_ = true;
}

void MarkdownConverter::end_anchor() {
  if (links_.empty()) return;
  const std::optional<Link> link = std::move(links_.back());
  links_.pop_back();
  if (automatic_link_ && !automatic_link_->empty() && !empty_link_) {
    automatic_link_.reset();
    return;
  }
  if (!link) return;
  if (empty_link_) open_link_text();
  writer_.breaks = 0;
  std::string title = escaped_markdown(link->title);
  title = strip(title).empty() ? std::string() : " \"" + title + "\"";
  write("](" + escaped_markdown(link->url) + title + ")");
}

void MarkdownConverter::image(const HtmlAttributes& attributes) {
  const std::string* source = text_of_attribute(attributes, "src");
  if (source == nullptr) return;
  const std::string* text = text_of_attribute(attributes, "alt");
  if (automatic_link_) open_link_text();
  write("![" + escaped_markdown(text != nullptr ? *text : std::string()) + "]");
  write("(" + escaped_markdown(*source) + ")");
}

Status MarkdownConverter::list(std::string_view tag, const HtmlAttributes& attributes, bool start) {
  if (tag != "ol" && tag != "ul") {
    last_was_list_ = false;
    return {};
  }
  if (lists_.empty() && !last_was_list_) writer_.paragraph();
  if (start) {
    OpenList opened;
    opened.ordered = tag == "ol";
    opened.number = Value::integer(0);
    if (!lists_.empty())
      opened.indent = lists_.back().indent + (lists_.back().ordered ? 3 : 2);
    else
      opened.indent = 2;
    if (const std::optional<std::string>* first = find_attribute(attributes, "start")) {
      if (!*first) return Error{"AssertionError", ""};
      if (const Result<Value> number = call_builtin("int", Value::str(**first)); number.ok()) {
        BFCLX_ASSIGN_OR_RETURN(
            opened.number, arithmetic(python::BinaryOperator::kSub, *number, Value::integer(1)));
      }
    }
    lists_.push_back(std::move(opened));
  } else if (!lists_.empty()) {
    lists_.pop_back();
    if (lists_.empty()) {
      writer_.in_list = false;
      write("\n");
    }
  }
  writer_.in_list = !lists_.empty();
  last_was_list_ = true;
  return {};
}

Status MarkdownConverter::item(bool start) {
  writer_.list_indent = 0;
  writer_.line_break();
  if (!start) return {};
  OpenList* const open = lists_.empty() ? nullptr : &lists_.back();
  writer_.list_indent = open != nullptr ? open->indent : 0;
  if (writer_.quiet == 0 || writer_.abbreviation) write(std::string(writer_.list_indent, ' '));
  if (open != nullptr && open->ordered) {
    BFCLX_ASSIGN_OR_RETURN(
        open->number, arithmetic(python::BinaryOperator::kAdd, open->number, Value::integer(1)));
    writer_.list_indent += 3;
    BFCLX_ASSIGN_OR_RETURN(const std::string number, text_of(open->number));
    write(number + ". ");
  } else {
    writer_.list_indent += 2;
    write("* ");
  }
  writer_.start = true;
  return {};
}

void MarkdownConverter::table(std::string_view tag, bool start) {
  const bool is_cell = tag == "td" || tag == "th";
  if (tag == "table" && start) table_start_ = true;
  if (is_cell && start) {
    if (split_next_cell_) write("| ");
    split_next_cell_ = true;
    ++cells_;
  }
  if (tag != "tr") return;
  if (start) {
    cells_ = 0;
    return;
  }
  split_next_cell_ = false;
  writer_.soft_break();
  if (!table_start_) return;
  std::string line;
  for (std::size_t i = 0; i < cells_; ++i) line += i > 0 ? "|---" : "---";
  write(line);
  writer_.soft_break();
  table_start_ = false;
}

// HTML2Text.handle_tag: the rules in their order.
Status MarkdownConverter::tag(std::string_view name, const HtmlAttributes& attributes, bool start) {
  static constexpr std::string_view kSilent[] = {"p", "div", "style", "dl", "dt", "img"};
  if (writer_.too_long()) return Error{"Limit", "the page makes too much text"};
  current_tag_ = name;
  if (start && automatic_link_ && !is_one_of(kSilent, name)) open_link_text();
  if (const std::size_t level = heading_level(name); level > 0 && !heading(level, start)) return {};
  block(name, start);
  section(name, start);
  emphasis(name, start);
  if (name == "abbr") abbreviation(attributes, start);
  if (name == "a") anchor(attributes, start);
  if (name == "img" && start) image(attributes);
  if (name == "dl" && start) writer_.paragraph();
  if ((name == "dt" || name == "dd") && !start) writer_.line_break();
  if (name == "dd" && start) write("    ");
  BFCLX_RETURN_IF_ERROR(list(name, attributes, start));
  if (name == "li") BFCLX_RETURN_IF_ERROR(item(start));
  table(name, start);
  if (name == "pre") {
    writer_.pre = start;
    if (start) writer_.start_pre = true;
    writer_.paragraph();
  }
  return {};
}

}  // namespace

Result<std::string> html_markdown(std::string_view page) {
  // What the original replaces before it reads.
  const std::string source = replace_all(page, "</' + 'script>", "</ignore>");
  MarkdownConverter converter;
  HtmlTokenizer tokenizer(source, converter);
  for (const bool end : {false, false, true}) BFCLX_RETURN_IF_ERROR(tokenizer.go_ahead(end));
  const std::string text = converter.finish();
  if (converter.too_long()) return Error{"Limit", "the page makes too much text"};
  return wrapped_markdown(replace_all(text, kSpaceMark, " "));
}

}  // namespace bfclx
