// One answer as it is compared with those of other runs, and as a person reads it, from the line of
// its verdict.
#ifndef BFCLX_CORE_AUDIT_ANSWER_FORM_H_
#define BFCLX_CORE_AUDIT_ANSWER_FORM_H_

#include <cstdint>
#include <string>

#include "core/value/value.h"

namespace bfclx {

struct AnswerForm {
  // Equal for answers that mean the same; 0 where nothing was decoded that could be compared.
  std::uint64_t meaning = 0;
  // A call a line, of an episode a turn a line; empty with meaning 0.
  std::string text;
};

// Of a verdict_json, by the category of its id (one of no category holds calls): its decoded calls,
// the calls of its turns, or the final message. Single-turn calls and messages mean the same as in
// the audit (audit/answer.h); an episode means its calls here and the place where it fails there.
AnswerForm answer_form(const Value& verdict_line);

}  // namespace bfclx

#endif  // BFCLX_CORE_AUDIT_ANSWER_FORM_H_
