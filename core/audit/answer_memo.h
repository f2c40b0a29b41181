// Answers of earlier runs, for responses that come again: many models answer an easy entry with the
// same words, and what a response means does not depend on who gives it.
//
//   if (memo.key_of(response, settings, key)) known = memo.find(key);
//   if (known == nullptr) {
//     score_response(response, settings);
//     if (AnswerMemo::depends_on_key_alone(response)) memo.add(key, {answer_of(response), facts});
//   }
//
// find may be called on several threads while nobody adds.
#ifndef BFCLX_CORE_AUDIT_ANSWER_MEMO_H_
#define BFCLX_CORE_AUDIT_ANSWER_MEMO_H_

#include <cstddef>
#include <string>
#include <unordered_map>

#include "core/audit/answer.h"
#include "core/findings/run_warnings.h"

namespace bfclx {

// What is remembered of a response.
struct KnownAnswer {
  Answer answer;
  ResponseFacts facts;
};

class AnswerMemo {
 public:
  // Holds about `most_bytes`; what comes after that is not kept.
  explicit AnswerMemo(std::size_t most_bytes = std::size_t{192} << 20) : left_(most_bytes) {}

  // The entry, how its response is read, and the response with all its types: whatever the answer
  // depends on, but for what depends_on_key_alone says once it is scored. False where that is more
  // (executed calls, episodes of a model with an odd name), or the response is long.
  static bool key_of(const ScoredResponse& response, const RunSettings& settings, std::string& key);
  // After score_response, before anything of it is dropped: whether another model's answer is the
  // same.
  static bool depends_on_key_alone(const ScoredResponse& response);

  // nullptr when there is none. Stays where it is.
  const KnownAnswer* find(const std::string& key) const;
  void add(std::string key, const KnownAnswer& answer);

 private:
  std::size_t left_;
  std::unordered_map<std::string, KnownAnswer> answers_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_AUDIT_ANSWER_MEMO_H_
