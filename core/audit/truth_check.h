// Ground truth set against its own functions: what contradicts itself needs no model to show it.
//
// For entries judged by calls. The types of Java and JavaScript functions are not looked at: their
// values are source text. A value that the schema itself gives as default, be it as a text, is
// never a conflict.
#ifndef BFCLX_CORE_AUDIT_TRUTH_CHECK_H_
#define BFCLX_CORE_AUDIT_TRUTH_CHECK_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/dataset/dataset.h"

namespace bfclx {

struct TruthProblem {
  // Proof: "unknown_function", "unknown_parameter", "required_missing", "wrong_type",
  // "wrong_item_type", "not_in_enum", "not_the_default" (it may be left out, and no value that it
  // may have is the documented default), "required_left_out", "left_out_twice", "null".
  // A hint: "same_alternatives" (that the checker cannot tell apart), "never_stated" (an optional
  // parameter of which no value is right), "default_demanded" (an optional parameter must be
  // stated, and with its default).
  std::string_view kind;
  bool proof = false;
  std::string function;
  std::string parameter;  // may be empty
  std::string text;       // a sentence
};

std::vector<TruthProblem> check_truth(const Entry& entry);

}  // namespace bfclx

#endif  // BFCLX_CORE_AUDIT_TRUTH_CHECK_H_
