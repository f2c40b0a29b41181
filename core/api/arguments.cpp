#include "core/api/arguments.h"

#include <algorithm>
#include <utility>

#include "core/base/calendar.h"
#include "core/base/counted.h"
#include "core/base/suggest.h"
#include "core/value/dict_of.h"

namespace bfclx::api {
namespace {

Error must_be(std::string_view name, std::string_view expected) {
  return wrong("`" + std::string(name) + "` must be " + std::string(expected));
}

const Value* given(const Value& arguments, std::string_view name) {
  const Value* value = find_member(arguments, name);
  return value == nullptr || value->is_none() ? nullptr : value;
}

// The two or four digits at `at`; -1 when they are none.
int digits(std::string_view text, std::size_t at, std::size_t count) {
  int number = 0;
  for (const char c : text.substr(at, count)) {
    if (c < '0' || c > '9') return -1;
    number = number * 10 + (c - '0');
  }
  return number;
}

}  // namespace

Error call_error(std::string_view kind, std::string message) {
  return Error{.kind = kind, .message = std::move(message)};
}

Error wrong(std::string message) { return call_error(kinds::kArgument, std::move(message)); }

Error dataset_fault(Error error) {
  error.kind = kinds::kDataset;
  return error;
}

Result<std::string> text_argument(const Value& arguments, std::string_view name) {
  const Value* value = given(arguments, name);
  if (value == nullptr || !value->is_str()) return must_be(name, "a string");
  return std::string(value->as_str());
}

Result<std::string> optional_text(const Value& arguments, std::string_view name) {
  if (given(arguments, name) == nullptr) return std::string();
  return text_argument(arguments, name);
}

Result<bool> flag_argument(const Value& arguments, std::string_view name) {
  const Value* value = given(arguments, name);
  if (value == nullptr || !value->is_bool()) return must_be(name, "true or false");
  return value->as_bool();
}

Result<std::optional<bool>> optional_flag(const Value& arguments, std::string_view name) {
  if (given(arguments, name) == nullptr) return std::optional<bool>();
  BFCLX_ASSIGN_OR_RETURN(const bool flag, flag_argument(arguments, name));
  return std::optional<bool>(flag);
}

Result<std::int64_t> number_argument(const Value& arguments, std::string_view name,
                                     std::int64_t least) {
  const Value* value = given(arguments, name);
  if (value == nullptr || !value->is_small_int() || value->as_int64() < least) {
    return must_be(name, "a whole number of at least " + std::to_string(least));
  }
  return value->as_int64();
}

Result<std::int64_t> optional_number(const Value& arguments, std::string_view name,
                                     std::int64_t least, std::int64_t otherwise) {
  const Value* given = find_member(arguments, name);
  if (given == nullptr || given->is_none()) return otherwise;
  return number_argument(arguments, name, least);
}

std::optional<double> share_of(const Value* value) {
  constexpr double kRounding = 1e-9;
  if (value == nullptr || !(value->is_float() || value->is_small_int())) return std::nullopt;
  const double share =
      value->is_float() ? value->as_float() : static_cast<double>(value->as_int64());
  if (!(share >= -kRounding && share <= 1 + kRounding)) return std::nullopt;
  return std::clamp(share, 0.0, 1.0);
}

Result<double> share_argument(const Value& arguments, std::string_view name) {
  if (const std::optional<double> share = share_of(find_member(arguments, name))) return *share;
  return must_be(name, "a number from 0 to 1");
}

Result<const List*> list_argument(const Value& arguments, std::string_view name, std::size_t most) {
  const Value* value = given(arguments, name);
  if (value == nullptr || !value->is_list()) return must_be(name, "a list");
  if (value->items().size() > most) {
    return must_be(name, "a list of at most " + grouped_digits(most) + " items");
  }
  return &value->items();
}

Result<std::vector<std::string>> texts_argument(const Value& arguments, std::string_view name,
                                                std::size_t most) {
  BFCLX_ASSIGN_OR_RETURN(const List* list, list_argument(arguments, name, most));
  std::vector<std::string> texts;
  for (const Value& text : *list) {
    if (!text.is_str()) return must_be(name, "a list of strings");
    texts.emplace_back(text.as_str());
  }
  return texts;
}

Result<std::vector<std::string>> optional_texts(const Value& arguments, std::string_view name,
                                                std::size_t most) {
  if (given(arguments, name) == nullptr) return std::vector<std::string>();
  return texts_argument(arguments, name, most);
}

Result<std::vector<std::uint32_t>> handles_argument(const Value& arguments, std::string_view name) {
  const Value* value = given(arguments, name);
  if (value == nullptr || !value->is_list()) return must_be(name, "a list of handles");
  std::vector<std::uint32_t> handles;
  for (const Value& item : value->items()) {
    if (!item.is_small_int()) return must_be(name, "a list of handles");
    handles.push_back(static_cast<std::uint32_t>(item.as_int64()));
  }
  if (handles.empty()) return must_be(name, "a list of at least one handle");
  return handles;
}

Result<std::vector<std::size_t>> indices_argument(const Value& arguments, std::string_view name) {
  constexpr std::int64_t kMost = std::int64_t{1} << 31;
  const Value* value = given(arguments, name);
  if (value == nullptr || !value->is_list()) return must_be(name, "a list of indices");
  std::vector<std::size_t> indices;
  for (const Value& item : value->items()) {
    if (!item.is_small_int() || item.as_int64() < 0 || item.as_int64() >= kMost) {
      return must_be(name, "a list of indices");
    }
    indices.push_back(static_cast<std::size_t>(item.as_int64()));
  }
  return indices;
}

Result<const Category*> category_argument(const Value& arguments, std::string_view name) {
  BFCLX_ASSIGN_OR_RETURN(const std::string text, text_argument(arguments, name));
  if (const Category* category = find_category(text)) return category;
  std::vector<std::string_view> names;
  for (const Category& category : categories()) names.push_back(category.name);
  return call_error(kinds::kUnknown,
                    "unknown category `" + text + "`." + did_you_mean(text, names));
}

Result<OpenResults*> find_results(Module& module, std::uint32_t handle) {
  const auto place = module.results.find(handle);
  if (place != module.results.end()) return &place->second;
  return call_error(kinds::kHandle,
                    "there are no open results with the handle " + std::to_string(handle));
}

Result<OpenResults*> results_argument(Module& module, const Value& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const std::int64_t handle, number_argument(arguments, "handle", 0));
  return find_results(module, static_cast<std::uint32_t>(handle));
}

Result<RunSettings> settings_argument(Module& module, const Value& arguments) {
  const Value* given_settings = given(arguments, "settings");
  if (given_settings == nullptr || !given_settings->is_dict()) {
    return must_be("settings", "an object with decoder, underscore_to_dot, model_name and today");
  }
  const Value& value = *given_settings;
  RunSettings settings;
  BFCLX_ASSIGN_OR_RETURN(const std::string decoder, text_argument(value, "decoder"));
  settings.decoder = find_decoder(decoder);
  if (settings.decoder == nullptr) {
    return call_error(kinds::kUnknown, unknown_decoder(decoder));
  }
  BFCLX_ASSIGN_OR_RETURN(settings.underscore_to_dot, flag_argument(value, "underscore_to_dot"));
  BFCLX_ASSIGN_OR_RETURN(const std::string model_name, text_argument(value, "model_name"));
  settings.model_name = folder_spelling(model_name);
  BFCLX_ASSIGN_OR_RETURN(const std::string today, text_argument(value, "today"));
  const std::optional<std::int64_t> day = day_of_date(today);
  if (!day) return must_be("today", "a date of the form YYYY-MM-DD");
  settings.today = *day;
  BFCLX_ASSIGN_OR_RETURN(settings.decoder_reason, optional_text(value, "decoder_reason"));
  BFCLX_ASSIGN_OR_RETURN(settings.underscore_reason, optional_text(value, "underscore_reason"));
  if (const Value* confidence = given(value, "confidence")) {
    if (confidence->is_float()) settings.confidence = confidence->as_float();
    if (confidence->is_small_int()) {
      settings.confidence = static_cast<double>(confidence->as_int64());
    }
  }
  BFCLX_ASSIGN_OR_RETURN(settings.out_of_memory, optional_texts(value, "out_of_memory"));
  settings.executable.answers = module.recorded_answers();
  return settings;
}

Value problems_value(const std::vector<Problem>& problems) {
  List list;
  for (const Problem& problem : problems) {
    Value one = dict_of({{"file", problem.file},
                         {"line", problem.line},
                         {"id", problem.id},
                         {"message", problem.message},
                         {"fatal", problem.fatal}});
    if (problem.nameless) one.mutable_dict().set("nameless", Value::boolean(true));
    if (problem.recognised) one.mutable_dict().set("recognised", Value::boolean(true));
    list.push_back(std::move(one));
  }
  return Value::list(std::move(list));
}

std::optional<std::int64_t> day_of_date(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  const int year = digits(text, 0, 4);
  const int month = digits(text, 5, 2);
  const int day = digits(text, 8, 2);
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > days_in_month(year, month)) {
    return std::nullopt;
  }
  return day_since_1970(year, month, day);
}

Status load_for_scoring(Module& module, const Category& category) {
  const Status status = module.dataset().load(category);
  if (status.ok()) return {};
  return dataset_fault(status.error());
}

Value indices_value(const std::vector<std::size_t>& indices) {
  List list;
  for (const std::size_t i : indices) {
    list.push_back(Value::integer(static_cast<std::int64_t>(i)));
  }
  return Value::list(std::move(list));
}

}  // namespace bfclx::api
