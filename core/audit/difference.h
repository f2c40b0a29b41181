// Where an answer leaves the ground truth: which argument, and of what sort the difference is.
#ifndef BFCLX_CORE_AUDIT_DIFFERENCE_H_
#define BFCLX_CORE_AUDIT_DIFFERENCE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/dataset/dataset.h"
#include "core/value/value.h"

namespace bfclx {

struct ArgumentDifference {
  enum class Kind : std::uint8_t {
    kValue,    // stated, and none of the alternatives
    kMissing,  // the truth demands it
    kExtra,    // the truth has no such argument, or allows no value of it
  };
  Kind kind = Kind::kValue;
  std::string function;
  std::string parameter;
  std::string truth;  // alternatives, short; empty for kExtra
  std::string found;  // short; empty for kMissing
  bool optional = false;
  bool varied = false;     // of an AnswerGroup: some of its answers spell the value otherwise
  bool spelling = false;   // see core/audit/spelling.h
  bool contained = false;  // texts of the truth and of the value found: one holds the other
  bool found_in_question = false;
  bool truth_in_question = false;  // one of the alternatives
  bool fits_schema = true;         // the value found
  // Java and JavaScript, whose values are source text: what the checker says of the value found.
  std::string reason;
};

struct AnswerDifference {
  enum class Shape : std::uint8_t {
    kNone,       // nothing to compare: not judged by calls, or no call was decoded
    kCount,      // another number of calls
    kFunction,   // another function
    kArguments,  // the same calls; `arguments` may be empty when only nested values or types differ
  };
  Shape shape = Shape::kNone;
  std::vector<ArgumentDifference> arguments;

  bool only_values() const;     // kArguments, and nothing missing or extra
  bool only_optional() const;   // some, and all of them optional arguments missing or extra
  bool only_spelling() const;   // some, and all of them spelling
  bool any_contained() const;   // kArguments, and a value that is contained or contains
  bool fits_schema() const;     // kArguments, and what was found fits
  bool keeps_literals() const;  // what was found is in the question wherever the truth is
  bool plausible() const;       // both: nothing but the truth speaks against the answer
};

// Calls are paired by function and by how little they differ.
AnswerDifference difference_of(const Entry& entry, const Value& calls);

// The texts of the question's messages in the checker's standard form.
std::string question_literals(const Entry& entry);

}  // namespace bfclx

#endif  // BFCLX_CORE_AUDIT_DIFFERENCE_H_
