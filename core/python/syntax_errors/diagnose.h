// Why a text is no Python expression, in CPython 3.11's own words.
//
// CPython parses a text that fails a second time, with extra rules that exist only to find a better
// message than "invalid syntax". Which message wins depends on the order in which its backtracking
// parser tries rules, on what it has memoized and on how far it has read, so grammar.h follows that
// order rule by rule. It is only run for texts that the parser has refused.
#ifndef BFCLX_CORE_PYTHON_SYNTAX_ERRORS_DIAGNOSE_H_
#define BFCLX_CORE_PYTHON_SYNTAX_ERRORS_DIAGNOSE_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "core/python/syntax/lexer.h"

namespace bfclx::python {

struct Diagnosis {
  std::string_view kind;  // the exception's class; empty when the text parses after all
  std::string message;    // without " (<unknown>, line 1)"
  std::size_t line = 0;   // 0 also for exceptions that name no line
};

// `is_field`: the source is what stands in the braces of an f-string, in parentheses.
Diagnosis diagnose(std::string_view source, const TokenList& tokens, bool is_field = false);

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_SYNTAX_ERRORS_DIAGNOSE_H_
