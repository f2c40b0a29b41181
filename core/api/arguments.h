// Members of the JSON object that a call is given, with errors that name them; and what answers of
// several calls hold.
#ifndef BFCLX_CORE_API_ARGUMENTS_H_
#define BFCLX_CORE_API_ARGUMENTS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/module.h"
#include "core/run/model_run.h"

namespace bfclx::api {

Error call_error(std::string_view kind, std::string message);
// Of kind "argument".
Error wrong(std::string message);
// What the core said of the dataset, with its place, as a call's error.
Error dataset_fault(Error error);

Result<std::string> text_argument(const Value& arguments, std::string_view name);
// Empty when it is not given.
Result<std::string> optional_text(const Value& arguments, std::string_view name);
Result<bool> flag_argument(const Value& arguments, std::string_view name);
Result<std::optional<bool>> optional_flag(const Value& arguments, std::string_view name);
// A whole number of at least `least`.
Result<std::int64_t> number_argument(const Value& arguments, std::string_view name,
                                     std::int64_t least);
// Likewise; `otherwise` when it is not given.
Result<std::int64_t> optional_number(const Value& arguments, std::string_view name,
                                     std::int64_t least, std::int64_t otherwise);
// From 0 to 1; nullopt when it is none. What rounding adds to a sum of 1 is cut off.
std::optional<double> share_of(const Value* value);
Result<double> share_argument(const Value& arguments, std::string_view name);
constexpr std::size_t kAnyNumber = static_cast<std::size_t>(-1);
// Of at most `most` items.
Result<const List*> list_argument(const Value& arguments, std::string_view name,
                                  std::size_t most = kAnyNumber);
Result<std::vector<std::string>> texts_argument(const Value& arguments, std::string_view name,
                                                std::size_t most = kAnyNumber);
// Empty when it is not given.
Result<std::vector<std::string>> optional_texts(const Value& arguments, std::string_view name,
                                                std::size_t most = kAnyNumber);
Result<std::vector<std::uint32_t>> handles_argument(const Value& arguments, std::string_view name);
// A list of whole numbers from 0 on; it may be empty.
Result<std::vector<std::size_t>> indices_argument(const Value& arguments, std::string_view name);

Result<const Category*> category_argument(const Value& arguments, std::string_view name);
Result<OpenResults*> results_argument(Module& module, const Value& arguments);
Result<OpenResults*> find_results(Module& module, std::uint32_t handle);
// `settings`: decoder, underscore_to_dot, model_name and today are needed, what else Settings has
// is taken when it is there.
Result<RunSettings> settings_argument(Module& module, const Value& arguments);

Value indices_value(const std::vector<std::size_t>& indices);

// Problems as `Problem` in scorer.d.ts.
Value problems_value(const std::vector<Problem>& problems);

// Days since 1970-01-01 of "2026-11-21"; nullopt when it is no date.
std::optional<std::int64_t> day_of_date(std::string_view text);

// Loads the category; errors of kind "dataset".
Status load_for_scoring(Module& module, const Category& category);

}  // namespace bfclx::api

#endif  // BFCLX_CORE_API_ARGUMENTS_H_
