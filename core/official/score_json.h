// JSON as the official evaluator writes it into score files: json.dumps with ensure_ascii=False of
// what utils.py:make_json_serializable makes of a value.
#ifndef BFCLX_CORE_OFFICIAL_SCORE_JSON_H_
#define BFCLX_CORE_OFFICIAL_SCORE_JSON_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "core/value/value.h"

namespace bfclx {

// What JSON cannot hold (a set, bytes, a complex number, a tuple with one of these inside) becomes
// its str(). Where the official writer stops with an exception, a key that is no scalar becomes its
// str() and a lone surrogate an escape, so that the text is valid UTF-8; the result is false then.
bool append_score_json(std::string& out, const Value& value);
bool append_score_json_text(std::string& out, std::string_view text);

// The texts of a few containers that come again and again: function docs that the variants of an
// entry share. The containers must stay alive and unchanged.
class SharedScoreTexts {
 public:
  // append_score_json, by way of the texts that are kept.
  bool append(std::string& out, const Value& value);

 private:
  struct Kept {
    const void* identity = nullptr;
    std::string text;
    bool good = true;
  };
  Kept kept_[4];
  std::size_t next_ = 0;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_OFFICIAL_SCORE_JSON_H_
