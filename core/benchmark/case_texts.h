// Texts of a case that are searched for words and values (internal to core/benchmark).
#ifndef BFCLX_CORE_BENCHMARK_CASE_TEXTS_H_
#define BFCLX_CORE_BENCHMARK_CASE_TEXTS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/dataset/dataset.h"
#include "core/value/value.h"

namespace bfclx {

// Longer questions are compared as they are, and not searched for words.
inline constexpr std::size_t kMaxSearchedText = std::size_t{64} << 10;

// All texts of the messages, earlier calls and results included, a line for each.
std::string question_text(const Entry& entry);
// The messages with their roles; equal for questions that differ in spaces alone.
std::string question_key(const Entry& entry);
// Equal for questions that differ in case, punctuation, articles and polite words alone.
std::string loose_question_key(const Entry& entry);
// Letters and digits in lower case; what is not ASCII is part of words.
std::vector<std::string> words_of(std::string_view text);
// A declared language counts, but not against the text.
bool is_english(std::string_view text, std::string_view declared);

// What a question says, for many values that are searched for in it.
class QuestionWords {
 public:
  explicit QuestionWords(std::string_view question);
  // Whether the question states the value, or something that the value may follow from. Booleans
  // (below), null and long texts are never missing. After much work, nothing is. `computed`: round
  // numbers may be computed from any other, such as 20 degrees from 68 degrees Fahrenheit.
  bool may_state(const Value& value, bool computed = false);
  bool may_state_flag(bool flag, std::string_view parameter, std::string_view description) const;

 private:
  bool states_text(std::string_view text);
  bool states_number(std::string_view text, bool computed);
  bool states_word(const std::string& word);

  std::string letters_;  // and digits, in lower case
  std::string digits_;   // of each number, a space between
  bool has_number_word_ = false;
  int things_ = 1;  // that a list of the question may have
  bool is_afternoon_ = false;
  std::vector<std::string> words_;  // sorted, each once
  std::size_t work_ = 0;
};

// How the description of a function or parameter mentions a value.
enum class Mention : std::uint8_t {
  kNone,
  kExample,  // "such as Paris"
  kChoice,   // one of several that are listed
  kDefault,  // "defaults to Paris"
  kPlain,
};
Mention mention_of(std::string_view description, std::string_view value);

}  // namespace bfclx

#endif  // BFCLX_CORE_BENCHMARK_CASE_TEXTS_H_
