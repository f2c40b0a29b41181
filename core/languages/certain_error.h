// Sources that are surely no Java or JavaScript to tree-sitter, found without it: after a syntax
// error its recovery takes many times as long as a parse.
//
// The recovery inserts missing tokens and skips tokens; where it skips one, the source counts as a
// syntax error. It inserts at most one token before each token of the source, never an opening
// bracket, and at the end of the source only tokens that a statement can end with. So a tree
// without a skipped token still has every bracket of the source in a pair, every comma and colon in
// its place, and ends as a program does. That it costs less than another one need not be asked.
#ifndef BFCLX_CORE_LANGUAGES_CERTAIN_ERROR_H_
#define BFCLX_CORE_LANGUAGES_CERTAIN_ERROR_H_

#include <string_view>

#include "core/languages/plain_tokens.h"

namespace bfclx::languages {

// True: the full parse gives a syntax error. False: it may give anything.
bool is_certain_error(std::string_view source, Syntax syntax);

}  // namespace bfclx::languages

#endif  // BFCLX_CORE_LANGUAGES_CERTAIN_ERROR_H_
