// What golden files are about: decoders and parsers, and what they make of an input as text.
#ifndef BFCLX_TESTS_GOLDEN_READERS_H_
#define BFCLX_TESTS_GOLDEN_READERS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/value/value.h"

namespace bfclx::golden {

struct Subject {
  std::string kind;  // "decoder" or "parser"
  std::string name;  // tests/golden/<kind>s/<name>.txt is its file
};

// Every decoder and every parser.
std::vector<Subject> subjects();

// One text for each section: repr() of the value (printed source for `python_print`), or
// "!! KeyError: 'name'" for an exception. nullopt for an unknown subject, or where a parser is
// given something else than a str.
std::optional<std::vector<std::string>> outcomes_of(std::string_view kind, std::string_view name,
                                                    const Value& input);

}  // namespace bfclx::golden

#endif  // BFCLX_TESTS_GOLDEN_READERS_H_
