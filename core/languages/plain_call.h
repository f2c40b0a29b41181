// The plain form of a Java or JavaScript call, `a.f(x="y", z=-1.5, n=g(1))`, or a text alone, read
// in one pass.
//
// Most responses have it, and for them no syntax tree is needed. Whatever else a source holds
// (operators, anything outside ASCII, keywords as names, unusual escapes, a name twice, ...) is
// left to tree-sitter, which gives the same for the plain form; tests and a fuzz target compare
// them.
#ifndef BFCLX_CORE_LANGUAGES_PLAIN_CALL_H_
#define BFCLX_CORE_LANGUAGES_PLAIN_CALL_H_

#include <optional>
#include <string_view>

#include "core/languages/plain_tokens.h"
#include "core/value/value.h"

namespace bfclx::languages {

// What parse_java_call and parse_javascript_call give; nullopt for a source of another form.
std::optional<Value> read_plain_java_call(std::string_view source);
std::optional<Value> read_plain_javascript_call(std::string_view source);

// Whether a source is a call of the plain form, without a semicolon, that cannot be taken for the
// beginning of a definition: its name has a dot, or its first argument a name.
bool is_plain_call_inside(std::string_view source, Syntax syntax);

}  // namespace bfclx::languages

#endif  // BFCLX_CORE_LANGUAGES_PLAIN_CALL_H_
