// Refuses an option that names nothing, as `--test-category "$UNSET"`: it would mean everything.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_NAMES_GIVEN_H_
#define BFCLX_TOOLS_BFCLX_INPUT_NAMES_GIVEN_H_

#include <string>

namespace bfclx::tools {

// For CLI::Option::check: what is wrong with the value of an option that takes names, or nothing.
inline std::string names_given(const std::string& text) {
  return text.find_first_not_of(", \t") == std::string::npos
             ? "no name is given; leave the option out for its default"
             : "";
}

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_NAMES_GIVEN_H_
