// Lines typed at a terminal, with editing, history and completion (libedit).
#ifndef BFCLX_TOOLS_BFCLX_PLAY_LINE_EDITOR_H_
#define BFCLX_TOOLS_BFCLX_PLAY_LINE_EDITOR_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bfclx::tools {

// See PlaySession::completions.
using Completer = std::function<std::vector<std::string>(std::string_view before_cursor,
                                                         std::size_t& word_begin)>;

class LineEditor {
 public:
  // nullptr when the terminal cannot be edited on, or the program was built without libedit.
  static std::unique_ptr<LineEditor> open(std::string prompt, Completer completer);
  virtual ~LineEditor() = default;

  // nullopt at the end of input (Ctrl-D). Ctrl-C gives an empty line. What was typed is kept in the
  // history as long as this object lives.
  virtual std::optional<std::string> next() = 0;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_PLAY_LINE_EDITOR_H_
