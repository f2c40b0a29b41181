// JSON as the official evaluator writes it into score files: json.dumps with ensure_ascii=False of
// what utils.py:make_json_serializable makes of a value.
#ifndef BFCLX_CORE_LEADERBOARD_SCORE_JSON_H_
#define BFCLX_CORE_LEADERBOARD_SCORE_JSON_H_

#include <string>
#include <string_view>

#include "core/value/value.h"

namespace bfclx {

// What JSON cannot hold (a set, bytes, a complex number, a tuple with one of these inside) becomes
// its str(). Where the official writer stops with an exception, a key that is no scalar becomes its
// str() and a lone surrogate an escape, so that the text is valid UTF-8; the result is false then.
bool append_score_json(std::string& out, const Value& value);
bool append_score_json_text(std::string& out, std::string_view text);

}  // namespace bfclx

#endif  // BFCLX_CORE_LEADERBOARD_SCORE_JSON_H_
