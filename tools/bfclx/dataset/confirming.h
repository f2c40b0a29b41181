// Proposed cases shown one by one at a terminal, for a person who keeps, edits or drops each.
//
// What was decided lies in a file of the benchmark until the cases are added, so that a person can
// stop and go on later.
#ifndef BFCLX_TOOLS_BFCLX_DATASET_CONFIRMING_H_
#define BFCLX_TOOLS_BFCLX_DATASET_CONFIRMING_H_

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/value/value.h"
#include "tools/bfclx/dataset/proposals.h"

namespace bfclx::tools {

inline constexpr std::string_view kDecisionsFile = ".bfclx-proposals.jsonl";

// What a person decided about proposed cases, told by their lines. Each decision is on the disk
// before the next question.
class Decisions {
 public:
  // Of a benchmark. A last line that a killed command cut is ignored.
  explicit Decisions(const std::string& place);

  // nullptr: none yet. None as the case: it was dropped.
  const Value* find(const Value& proposal) const;
  void keep(const Value& proposal, const Value& as);
  void drop(const Value& proposal);
  // Those about cases that are added now are not needed any more.
  void forget(const std::vector<ProposedCase>& proposals);

  const std::string& path() const { return path_; }

 private:
  void note(const Value& proposal, const Value& as);
  void write_line(const std::string& line);

  std::string path_;
  std::map<std::string, Value> known_;  // by the proposal's line
};

struct CheckedCase {
  std::string fault;  // empty: the case can be added
  Value functions;    // function docs that it offers; None where its tools cannot be read
};
// Whether a case can be added behind those that are kept.
using CheckCase = std::function<CheckedCase(const std::vector<Value>& kept, const Value& object)>;

struct Confirmed {
  std::vector<Value> kept;
  std::size_t dropped = 0;
  std::size_t skipped = 0;
  std::size_t open = 0;  // where the person stopped: cases without a decision
  bool stopped = false;  // nothing is to be added
};

// Asks about each case that has no decision, and for the tag of a case that needs one of `weights`.
// Of several cases with one question, at most one is kept. Standard input and output are a
// terminal.
Confirmed confirm_cases(const std::vector<ProposedCase>& proposals, Decisions& decisions,
                        const TagWeights& weights, const CheckCase& check);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_DATASET_CONFIRMING_H_
