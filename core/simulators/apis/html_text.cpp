#include "core/simulators/apis/html_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/simulators/apis/html_entities.h"
#include "core/simulators/apis/html_tokenizer.h"

namespace bfclx {

namespace {

constexpr std::size_t kMostOpen = 4000000;
constexpr std::size_t kMostNames = 200000;

// Elements without content: their end tags come by themselves.
constexpr std::string_view kEmptyElements[] = {
    "area",     "base",    "br",       "col",   "embed", "hr",      "img",    "input",
    "keygen",   "link",    "menuitem", "meta",  "param", "source",  "track",  "wbr",
    "basefont", "bgsound", "command",  "frame", "image", "isindex", "nextid", "spacer"};
// Elements whose strings are of a class of their own, which get_text leaves out.
constexpr std::string_view kOtherStrings[] = {"rt", "rp", "style", "script", "template"};

template <std::size_t kSize>
bool is_one_of(const std::string_view (&names)[kSize], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

class TextCollector final : public HtmlHandler {
 public:
  Status start_tag(std::string_view name, const HtmlAttributes&) override {
    BFCLX_RETURN_IF_ERROR(open(name));
    if (!is_one_of(kEmptyElements, name)) return {};
    close(name);
    ++names_[id_of(name)].closed_empty;
    return {};
  }
  Status start_end_tag(std::string_view name, const HtmlAttributes&) override {
    BFCLX_RETURN_IF_ERROR(open(name));
    close(name);
    return {};
  }
  Status end_tag(std::string_view name) override {
    const auto known = ids_.find(std::string(name));
    if (known != ids_.end() && names_[known->second].closed_empty > 0) {
      --names_[known->second].closed_empty;
    } else {
      close(name);
    }
    return {};
  }
  Status data(std::string_view text) override {
    pending_ += text;
    return {};
  }
  Status number_reference(std::string_view digits) override;
  Status name_reference(std::string_view name) override {
    if (const auto text = html_reference(name)) return data(*text);
    pending_ += '&';
    return data(name);
  }
  Status aside() override {
    end_data();
    return {};
  }
  Status marked_section(std::string_view text) override;

  std::string finish() {
    end_data();
    return std::move(text_);
  }

 private:
  struct Name {
    std::uint32_t open = 0;
    std::uint32_t closed_empty = 0;  // end tags that would come too late
    bool other_strings = false;
    bool dropped = false;  // script or style
  };

  std::uint32_t id_of(std::string_view name);
  Status open(std::string_view name);
  void close(std::string_view name);
  void end_data() {
    if (other_strings_ == 0) add(pending_);
    pending_.clear();
  }
  void add(std::string_view text);

  std::unordered_map<std::string, std::uint32_t> ids_;
  std::vector<Name> names_;  // by id
  std::vector<std::uint32_t> stack_;
  std::size_t other_strings_ = 0;  // open elements of kOtherStrings
  std::size_t dropped_ = 0;
  std::string pending_;
  std::string text_;
};

std::uint32_t TextCollector::id_of(std::string_view name) {
  const auto [place, is_new] =
      ids_.try_emplace(std::string(name), static_cast<std::uint32_t>(names_.size()));
  if (is_new) {
    Name row;
    row.other_strings = is_one_of(kOtherStrings, name);
    row.dropped = name == "script" || name == "style";
    names_.push_back(row);
  }
  return place->second;
}

Status TextCollector::open(std::string_view name) {
  end_data();
  const std::uint32_t id = id_of(name);
  if (stack_.size() >= kMostOpen || names_.size() > kMostNames) {
    return Error{"Limit", "the page has too many open or different elements"};
  }
  stack_.push_back(id);
  ++names_[id].open;
  if (names_[id].other_strings) ++other_strings_;
  if (names_[id].dropped) ++dropped_;
  return {};
}

// Closes the innermost element of that name and all within it.
void TextCollector::close(std::string_view name) {
  end_data();
  const auto known = ids_.find(std::string(name));
  if (known == ids_.end()) return;
  while (names_[known->second].open > 0) {
    const std::uint32_t id = stack_.back();
    stack_.pop_back();
    --names_[id].open;
    if (names_[id].other_strings) --other_strings_;
    if (names_[id].dropped) --dropped_;
    if (id == known->second) break;
  }
}

void TextCollector::add(std::string_view text) {
  if (dropped_ > 0) return;
  const std::string_view stripped = strip(text);
  if (stripped.empty()) return;
  if (!text_.empty()) text_ += '\n';
  text_ += stripped;
}

Status TextCollector::number_reference(std::string_view digits) {
  BFCLX_ASSIGN_OR_RETURN(const char32_t number, html_reference_number(digits));
  const bool unknown = number == 0 || number > 0x10ffff || (number >= 0xd800 && number <= 0xdfff);
  append_utf8(pending_, unknown ? 0xfffd : html_control_replacement(number));
  return {};
}

Status TextCollector::marked_section(std::string_view text) {
  static constexpr std::string_view kCdata = "CDATA[";
  end_data();
  if (upper(text.substr(0, kCdata.size())) == kCdata) add(text.substr(kCdata.size()));
  return {};
}

}  // namespace

Result<std::string> html_text(std::string_view page) {
  TextCollector collector;
  HtmlTokenizer tokenizer(page, collector);
  Status status = tokenizer.go_ahead(false);
  if (status.ok()) status = tokenizer.go_ahead(true);
  if (status.ok()) return collector.finish();
  Error error = std::move(status).error();
  if (error.kind == "AssertionError") {
    error =
        Error{"ParserRejectedMarkup",
              "The markup you provided was rejected by the parser. Trying a different parser or "
              "a different encoding may help.\n\nOriginal exception(s) from parser:\n "
              "AssertionError: " +
                  error.message};
  }
  return error;
}

}  // namespace bfclx
