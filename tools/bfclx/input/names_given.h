// Refuses names that an option cannot take.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_NAMES_GIVEN_H_
#define BFCLX_TOOLS_BFCLX_INPUT_NAMES_GIVEN_H_

#include <string>

#include "core/base/utf8.h"

namespace bfclx::tools {

// For CLI::Option::check: what is wrong with the value of an option that takes names, or nothing.
// One that names nothing, as `--test-category "$UNSET"`, would mean everything.
inline std::string names_given(const std::string& text) {
  return text.find_first_not_of(", \t") == std::string::npos
             ? "no name is given; leave the option out for its default"
             : "";
}

// The same for the name of a model, which becomes a part of requests, results and Python names.
inline std::string utf8_name(const std::string& text) {
  return find_invalid_utf8(text) ? "the name is not valid UTF-8" : "";
}

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_NAMES_GIVEN_H_
