#include "core/check/executable_match.h"

#include <utility>

#include "core/check/findings.h"
#include "core/check/rules.h"
#include "core/python/objects/operators.h"
#include "core/python/python.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

using Match = Result<std::optional<Mismatch>>;

// str(value), which raises for integers of more than 4300 digits.
Result<std::string> printed(const Value& value) {
  BFCLX_RETURN_IF_ERROR(check_digits(value));
  return str(value);
}

std::string class_text(const Value& value) { return concat({"<class '", type_name(value), "'>"}); }

Match wrong_result(std::string_view call, const Value& output, const Value& expected,
                   std::string_view type, std::string_view more) {
  BFCLX_ASSIGN_OR_RETURN(const std::string wanted, printed(expected));
  BFCLX_ASSIGN_OR_RETURN(const std::string got, printed(output));
  return std::optional<Mismatch>({std::string(type),
                                  concat({"Wrong execution result for ", repr(Value::str(call)),
                                          ". Expected: ", wanted, ", but got: ", got, ".", more}),
                                  rules::kResult});
}

bool is_plain_number(const Value& value) { return value.is_int() || value.is_float(); }

// expected * 0.8 <= output <= expected * 1.2
Result<bool> is_near(const Value& output, const Value& expected) {
  constexpr double kAllowed = 0.2;
  const auto bound = [&](double factor) {
    return python::binary_operation(python::BinaryOperator::kMult, expected, Value::real(factor),
                                    python::EvaluateLimits{}.bytes);
  };
  BFCLX_ASSIGN_OR_RETURN(const Value low, bound(1 - kAllowed));
  const std::optional<int> above = compare_numbers(low, output);
  if (!above || *above > 0) return false;
  BFCLX_ASSIGN_OR_RETURN(const Value high, bound(1 + kAllowed));
  const std::optional<int> below = compare_numbers(output, high);
  return below && *below <= 0;
}

Match match_real_time(std::string_view call, const Value& output, const Value& expected) {
  constexpr std::string_view kType = "executable_checker:wrong_result_real_time";
  if (!is_plain_number(output) || !is_plain_number(expected)) {
    return wrong_result(call, output, expected, kType,
                        " Type needs to be float or int for real time match criteria.");
  }
  BFCLX_ASSIGN_OR_RETURN(const bool near, is_near(output, expected));
  if (near) return std::optional<Mismatch>();
  return wrong_result(call, output, expected, kType, " 20.0% difference allowed.");
}

Mismatch wrong_pattern(std::string_view call, std::string_view kind, std::string_view text,
                       std::string_view type) {
  return {concat({"executable_checker:wrong_result_type:", type}),
          concat({"Wrong execution result pattern for ", repr(Value::str(call)), ". Expect type ",
                  kind, ", but ", text}),
          rules::kResultPattern};
}

// Keys and lengths; what is inside is not looked at.
std::optional<Mismatch> match_structure(std::string_view call, const Value& output,
                                        const Value& expected) {
  if (output.kind() != expected.kind() || type_name(output) != type_name(expected)) {
    return Mismatch{
        "executable_checker:wrong_result_type",
        concat({"Wrong execution result type for ", repr(Value::str(call)),
                ". Expected type: ", class_text(expected), ", but got: ", class_text(output), "."}),
        rules::kResultType};
  }
  if (output.is_dict()) {
    for (const Dict::Entry& entry : expected.as_dict()) {
      if (output.as_dict().contains(entry.key)) continue;
      return wrong_pattern(call, "Dict",
                           concat({"key ", repr(entry.key), " not found in the model output."}),
                           "dict_key_not_found");
    }
    for (const Dict::Entry& entry : output.as_dict()) {
      if (expected.as_dict().contains(entry.key)) continue;
      return wrong_pattern(call, "Dict",
                           concat({"key ", repr(entry.key), " not expected in the model output."}),
                           "dict_extra_key");
    }
  }
  if (output.is_list() && output.items().size() != expected.items().size()) {
    return wrong_pattern(call, "list",
                         concat({"wrong number of elements in the output. Expected length: ",
                                 std::to_string(expected.items().size()),
                                 ", but got: ", std::to_string(output.items().size()), "."}),
                         "list_length");
  }
  return std::nullopt;
}

}  // namespace

Match match_result(std::string_view call, const Value& output, const Value& expected,
                   std::string_view type) {
  if (type == "exact_match") {
    if (equal(output, expected)) return std::optional<Mismatch>();
    return wrong_result(call, output, expected, "executable_checker:wrong_result", "");
  }
  if (type == "real_time_match") return match_real_time(call, output, expected);
  return match_structure(call, output, expected);
}

}  // namespace bfclx
