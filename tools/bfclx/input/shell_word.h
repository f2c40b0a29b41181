// Words of commands that messages propose.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_SHELL_WORD_H_
#define BFCLX_TOOLS_BFCLX_INPUT_SHELL_WORD_H_

#include <string>

namespace bfclx::tools {

// As a shell takes it for one word; empty where it has bytes that cannot be shown.
std::string shell_word(const std::string& text);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_SHELL_WORD_H_
