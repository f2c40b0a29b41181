// One entry of the dataset as something that a client plays: the tools that it offers, calls that
// run or are written down, turns, and the verdict on what was done. python/bfclx/_play.py has the
// same rules for the frameworks of Python; tests/python/played.json is played by both.
#ifndef BFCLX_TOOLS_BFCLX_MCP_ENTRY_SESSION_H_
#define BFCLX_TOOLS_BFCLX_MCP_ENTRY_SESSION_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/explain/playground.h"
#include "core/run/scorer.h"
#include "core/value/value.h"

namespace bfclx::tools {

class EntrySession {
 public:
  // Calls that are kept, and the bytes of their arguments: past either a call is refused.
  static constexpr std::size_t kMaxCalls = 10000;
  static constexpr std::size_t kMaxCallBytes = std::size_t{64} << 20;

  // An entry of the multi-turn categories, or one whose calls are compared (relevance included).
  // The entry must outlive this. Errors are sentences for people.
  static Result<EntrySession> open(const Entry& entry, RunSettings settings);
  // Whether a category is of these.
  static bool plays(const Category& category);

  const Entry& entry() const { return *entry_; }
  bool is_episode() const { return services_.has_value(); }
  bool is_over() const { return turn() >= turns(); }
  std::size_t turn() const { return done_.size(); }
  std::size_t turns() const;
  // Whether the turn under way brings functions that were held out before.
  bool brings_tools() const;

  // A list of {name, description, inputSchema}: dots of names are underscores, types those of JSON
  // Schema. Of the turn under way.
  Result<Value> tools() const;
  bool has_tool(std::string_view name) const;

  struct Answer {
    std::string text;
    bool failed = false;  // the call gave an error
  };
  // Runs the call of an episode; of other entries writes it down. `arguments` is a dict.
  Answer call(std::string_view name, const Value& arguments);
  // Of an entry that is not over: one whose calls are written down has one turn.
  void end_turn();

  // {id, turn, turns, over, messages, new_tools}: what the user says in the turn under way, a list
  // of messages. `new_tools` are the names of functions that were held out until now.
  Value turn_value() const;
  // {class: {attribute: value}} of an episode.
  Value state() const { return services_->state(); }

  // Of what was done so far; turns that have not begun count as empty.
  ScoredResponse judged() const;

 private:
  EntrySession(const Entry& entry, RunSettings settings)
      : entry_(&entry), settings_(std::move(settings)) {}
  // Docs of the functions that the turn has; with `held` those alone that it brings.
  List functions(std::size_t turn, bool held_alone) const;

  const Entry* entry_;
  RunSettings settings_;
  std::optional<Playground> services_;
  List done_;   // turns, each a list of steps; a step is a list of one {name: JSON text}
  List steps_;  // of the turn under way
  std::size_t calls_ = 0;
  std::size_t call_bytes_ = 0;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_MCP_ENTRY_SESSION_H_
