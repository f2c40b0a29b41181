// The names that an option takes, and those that it cannot take.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_NAMES_GIVEN_H_
#define BFCLX_TOOLS_BFCLX_INPUT_NAMES_GIVEN_H_

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

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

// The names of a list with commas, without spaces around them.
inline std::vector<std::string> names_in(std::string_view list) {
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    std::string_view name = list.substr(begin, end - begin);
    begin = end + 1;
    name.remove_prefix(std::min(name.find_first_not_of(' '), name.size()));
    name = name.substr(0, name.find_last_not_of(' ') + 1);
    if (!name.empty()) names.emplace_back(name);
  }
  return names;
}

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_NAMES_GIVEN_H_
