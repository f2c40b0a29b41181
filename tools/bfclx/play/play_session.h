// The conversation of `bfclx play`: calls are run, lines that begin with ":" are commands.
#ifndef BFCLX_TOOLS_BFCLX_PLAY_PLAY_SESSION_H_
#define BFCLX_TOOLS_BFCLX_PLAY_PLAY_SESSION_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/dataset/dataset.h"
#include "core/explain/playground.h"
#include "core/value/value.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {

class PlaySession {
 public:
  // `docs` may be nullptr: no dataset, so `:doc` shows signatures alone; `no_docs` then says why.
  PlaySession(Playground playground, const Dataset* docs, std::string no_docs,
              const Terminal& terminal);

  // What is to be printed for a line that was typed, with its line end; empty for a blank line.
  std::string answer(std::string_view line);
  bool ended() const { return ended_; }

  // What could stand where the word before the cursor is, in order. `word_begin` is set to where in
  // `before_cursor` that word begins.
  std::vector<std::string> completions(std::string_view before_cursor,
                                       std::size_t& word_begin) const;

 private:
  struct Command {
    std::string_view name;
    std::string_view arguments;
    std::string_view help;
    std::string (PlaySession::*run)(std::string_view argument);
  };
  static const std::vector<Command>& commands();

  std::string run_call(std::string_view call);
  std::string run_command(std::string_view line);
  std::string show_state_of(std::string_view class_name);
  std::string show_difference(std::string_view since);
  std::string reset(std::string_view argument);
  std::string list_methods(std::string_view class_name);
  std::string show_doc(std::string_view name);
  std::string help(std::string_view argument);
  std::string quit(std::string_view argument);

  std::string wrong(std::string_view text) const;
  std::string doc_of(const ClassTable& table, const Method& method) const;
  // The instances' classes; with a name that one alone. Empty when there is none of that name.
  std::vector<const ClassTable*> tables(std::string_view class_name) const;
  std::string no_such_class(std::string_view name) const;
  std::vector<std::string_view> method_names() const;

  Playground playground_;
  const Dataset* docs_;
  std::string no_docs_;
  const Terminal& terminal_;
  Value start_;  // states, copied
  Value before_last_;
  std::string last_call_;
  bool ended_ = false;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_PLAY_PLAY_SESSION_H_
