#include "core/official/score_json.h"

#include <cstddef>
#include <iterator>
#include <utility>

#include "core/base/utf8.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

using std::string_view;

class ScoreWriter {
 public:
  explicit ScoreWriter(std::string& out) : out_(out) {}

  void write(const Value& value) {
    switch (value.kind()) {
      case Value::Kind::kStr:
        text(value.as_str());
        break;
      case Value::Kind::kList:
        list(value);
        break;
      case Value::Kind::kDict:
        dict(value);
        break;
      default:
        other(value);
    }
  }

  bool good() const { return good_; }

  void text(string_view chars) {
    if (has_surrogate(chars)) good_ = false;
    append_json_str(out_, chars);
  }

 private:
  // Deeper values are no output of a model's; CPython's own recursion ends there too.
  bool too_deep() {
    if (depth_ < kMaxJsonDepth) return false;
    good_ = false;
    out_ += "null";
    return true;
  }

  void list(const Value& value) {
    if (too_deep()) return;
    ++depth_;
    string_view separator = "[";
    for (const Value& item : value.items()) {
      out_ += std::exchange(separator, ", ");
      write(item);
    }
    out_ += separator == "[" ? "[]" : "]";
    --depth_;
  }

  void dict(const Value& value) {
    if (too_deep()) return;
    ++depth_;
    string_view separator = "{";
    for (const Dict::Entry& entry : value.as_dict()) {
      out_ += std::exchange(separator, ", ");
      key(entry.key);
      out_ += ": ";
      write(entry.value);
    }
    out_ += separator == "{" ? "{}" : "}";
    --depth_;
  }

  void key(const Value& value) {
    if (value.is_str()) {
      text(value.as_str());
    } else if (value.is_none() || value.is_real_number()) {
      out_ += '"';
      other(value);
      out_ += '"';
    } else {
      good_ = false;
      text(str(value));
    }
  }

  void other(const Value& value) {
    JsonStyle style;
    style.ensure_ascii = false;
    Result<std::string> json = json_dumps(value, style);
    if (!json.ok()) {
      text(str(value));
      return;
    }
    // A surrogate inside a tuple; the slow way escapes it.
    if (value.is_tuple() && has_surrogate(*json)) {
      good_ = false;
      append_json(out_, value);
      return;
    }
    out_ += *json;
  }

  std::string& out_;
  std::size_t depth_ = 0;
  bool good_ = true;
};

}  // namespace

bool append_score_json(std::string& out, const Value& value) {
  ScoreWriter writer(out);
  writer.write(value);
  return writer.good();
}

bool append_score_json_text(std::string& out, string_view text) {
  ScoreWriter writer(out);
  writer.text(text);
  return writer.good();
}

bool SharedScoreTexts::append(std::string& out, const Value& value) {
  const bool kept_at_all = (value.is_list() || value.is_dict()) && value.shared();
  if (!kept_at_all) return append_score_json(out, value);
  for (const Kept& kept : kept_) {
    if (kept.identity != value.identity()) continue;
    out += kept.text;
    return kept.good;
  }
  Kept& kept = kept_[next_];
  next_ = (next_ + 1) % std::size(kept_);
  kept.identity = nullptr;  // until the text is whole
  kept.text.clear();
  kept.good = append_score_json(kept.text, value);
  kept.identity = value.identity();
  out += kept.text;
  return kept.good;
}

}  // namespace bfclx
