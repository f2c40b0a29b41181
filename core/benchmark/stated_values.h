// Small numbers and booleans that follow from words of a question (internal to core/benchmark).
#ifndef BFCLX_CORE_BENCHMARK_STATED_VALUES_H_
#define BFCLX_CORE_BENCHMARK_STATED_VALUES_H_

#include <span>
#include <string>
#include <string_view>

namespace bfclx {

// Whether one of the words, which are sorted, begins so.
bool any_begins(std::span<const std::string> words, std::string_view beginning);

// Whether a whole number from 1 to 10 may follow from one of the words, which are sorted.
bool may_mean_number(std::span<const std::string> words, int number);

// Whether the boolean may follow from the words, which are sorted: they share one with the name or
// the description of the parameter, or say "no" where it is false.
bool may_mean_flag(std::span<const std::string> words, bool flag, std::string_view parameter,
                   std::string_view description);

}  // namespace bfclx

#endif  // BFCLX_CORE_BENCHMARK_STATED_VALUES_H_
