// What an answer means: calls in a canonical form, so that answers that the checker takes for the
// same are the same text.
#ifndef BFCLX_CORE_AUDIT_MEANING_H_
#define BFCLX_CORE_AUDIT_MEANING_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "core/value/value.h"

namespace bfclx {

// Texts in the checker's standard form (check/ast_checker.h:standardize_string), numbers that are
// equal alike (2 and 2.0), tuples as lists, keys of dicts and items of sets in one order. A text
// and a number are told apart: "1" is not 1. What lies deeper than 64 levels is left out.
std::string canonical_value(const Value& value);

// A list of {function: {parameter: value}}, in any order of calls and of arguments; dots and
// underscores of function names count for nothing, as some protocols cannot write dots. What has
// not this form is taken as a value.
std::string canonical_calls(const Value& calls);

// Of an episode's call as text: spaces and the kind of quotes do not matter.
std::string normalized_call(std::string_view text);

// The canonical form as a number: equal for answers that mean the same, never 0.
std::uint64_t meaning_of(std::string_view canonical);
// Of the decoded calls of a single-turn entry; what is not a list of calls means no calls.
std::uint64_t meaning_of_calls(const Value& calls);
std::uint64_t meaning_of_message(std::string_view message);
// Of a message in the form {'answer': ..., 'context': ...} the answer; else the message.
std::string_view stated_answer(std::string_view message);

// At most `limit` bytes for people, "f(a=1, b='x')", cut between characters.
std::string short_calls(const Value& calls, std::size_t limit, std::string_view separator = "; ");
std::string short_value(const Value& value, std::size_t limit);
std::string short_text(std::string_view text, std::size_t limit);

}  // namespace bfclx

#endif  // BFCLX_CORE_AUDIT_MEANING_H_
