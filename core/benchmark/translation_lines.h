// Lines of translations against the entries that they translate (internal to core/benchmark).
#ifndef BFCLX_CORE_BENCHMARK_TRANSLATION_LINES_H_
#define BFCLX_CORE_BENCHMARK_TRANSLATION_LINES_H_

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

// What a line says, in the form of the dataset; None where it says nothing.
struct TranslationLine {
  Value question;
  Value ground_truth;
  Value function;
  bool unchanged = false;  // the translation may be the same as the source
};
// Errors begin with the path inside the line. `source` is the object of the entry's question.
Status check_translation_members(const Value& line);
Result<TranslationLine> read_translation_line(const Value& line, const Value& source);

// Goes through the texts of the messages of a question of lists of messages.
void each_text(const Value& question, const std::function<void(std::string_view)>& on_text);
// How many texts are the same at the same place.
std::size_t same_texts(const Value& a, const Value& b, std::size_t& all);
// Texts of possible answers that the source's question has and neither the translation nor the
// amended possible answers do: "city: Paris". `functions` tells which are of an enum.
std::string lost_value(const Value& source_question, const Value& question,
                       const Value& source_truth, const Value& truth, const Value& functions);

}  // namespace bfclx

#endif  // BFCLX_CORE_BENCHMARK_TRANSLATION_LINES_H_
