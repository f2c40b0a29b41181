// One run of an audit: its responses are scored, but those that an earlier run gave are known.
//
//   RunAnswers answers(audit, memo, model, "my-model");
//   score_run(model, Keep::kCounts, answers.hooks());
//   answers.finish();
#ifndef BFCLX_CORE_AUDIT_RUN_ANSWERS_H_
#define BFCLX_CORE_AUDIT_RUN_ANSWERS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "core/audit/answer_memo.h"
#include "core/audit/audit.h"
#include "core/findings/run_warnings.h"
#include "core/run/score_run.h"

namespace bfclx {

class RunAnswers {
 public:
  RunAnswers(Audit& audit, AnswerMemo& memo, ModelRun& model, std::string name);

  // They refer to this object, and may be called on many threads.
  ScoreHooks hooks();
  // Hands the answers to the audit and to the memo, once all is scored.
  void finish();

 private:
  struct Found {
    const KnownAnswer* known = nullptr;
    std::string key;  // of an answer that is to be remembered
    Answer fresh;
  };
  bool wants(std::size_t index);
  void take(std::size_t index, const ScoredResponse& response);

  Audit& audit_;
  AnswerMemo& memo_;
  ModelRun& model_;
  std::size_t run_;
  std::vector<Found> found_;
  std::vector<ResponseFacts> facts_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_AUDIT_RUN_ANSWERS_H_
