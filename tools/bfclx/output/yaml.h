// Texts in YAML.
#ifndef BFCLX_TOOLS_BFCLX_OUTPUT_YAML_H_
#define BFCLX_TOOLS_BFCLX_OUTPUT_YAML_H_

#include <string>
#include <string_view>

namespace bfclx::tools {

// A double-quoted scalar in ASCII, which every version of YAML reads the same. What is no UTF-8
// becomes U+FFFD.
std::string yaml_text(std::string_view text);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_OUTPUT_YAML_H_
