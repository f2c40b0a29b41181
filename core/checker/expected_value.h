// What a person expects at one place of a call, with all that the schema says of it: made once,
// compared with any number of calls without the schema, in time linear in its own size (internal to
// core/checker).
#ifndef BFCLX_CORE_CHECKER_EXPECTED_VALUE_H_
#define BFCLX_CORE_CHECKER_EXPECTED_VALUE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/check/verdict.h"
#include "core/checker/json_schema.h"
#include "core/value/dict.h"
#include "core/value/value.h"

namespace bfclx {

// How values compare.
enum class ValueMatching : std::uint8_t {
  kOfficial,  // the rules of BFCL: texts loosely, one type a parameter
  kSchema,    // JSON Schema: 2 is 2.0, a default is the same as leaving out, moments by date-time
  kExact,     // equal as JSON: true is not 1, 2 is not 2.0
};

// What a text means by its format: a text that means the same is equal where the schema allows it,
// whose `enum`, `const` and bounds of the length are of the text as it is written.
struct TextMeaning {
  ValueFormat format = ValueFormat::kOther;
  std::string text;  // equal for equal values
  std::vector<List> allowed;
  std::size_t min_length = 0, max_length = SIZE_MAX;
};

struct ExpectedMember;

struct ExpectedValue {
  enum class Form : std::uint8_t { kScalar, kArray, kObject, kAnyOf };
  Form form = Form::kScalar;
  Value value;                          // as it was written; of kAnyOf a list of the alternatives
  KindSet kinds = kAnyKind;             // that the schema allows, for the reason of a failure
  std::optional<TextMeaning> meaning;   // of a format that has one
  std::vector<ExpectedValue> items;     // of kArray and kAnyOf
  std::vector<ExpectedMember> members;  // of kObject, in the order of the value
  Dict positions;                       // of the members by name
};

struct ExpectedMember {
  Value name;
  ExpectedValue value;
  bool can_be_absent = false;
  bool required = false;  // by the schema
};

enum class WrittenAs : std::uint8_t;  // alternatives.h

inline constexpr std::size_t kMaxExpectedParts = 100'000;  // of one expectation

// The arguments of a call against the schema of the parameters. What the schema refuses is an Error
// {kind "SchemaError"} with the place inside. Defaults inside of a default are not filled in.
// `parts` counts what has been made so far of an expectation.
Result<ExpectedValue> compile_arguments(const Value& arguments, const Schema& schema,
                                        std::string_view place, WrittenAs written,
                                        ValueMatching match, std::size_t& parts);

// How a value of a call compares.
class ValueMatch {
 public:
  explicit ValueMatch(ValueMatching match) : is_exact_(match == ValueMatching::kExact) {}
  // nullopt: they are equal. Else the reason; its path begins inside the arguments. `arguments` is
  // a dict: those of a call.
  std::optional<Reason> compare_arguments(const ExpectedValue& expected, const Value& arguments);
  // Of any value; says only whether they are equal.
  bool matches_value(const ExpectedValue& expected, const Value& found);
  // Grows with every value that was equal: the call that got furthest is nearest.
  std::size_t progress() const { return progress_; }

 private:
  bool is_equal(const ExpectedValue& expected, const Value& found, Reason* why);
  bool is_equal_scalar(const ExpectedValue& expected, const Value& found) const;
  bool is_equal_array(const ExpectedValue& expected, const Value& found, Reason* why);
  bool is_equal_object(const ExpectedValue& expected, const Value& found, Reason* why);
  bool has_any(const ExpectedValue& expected, const Value& found, Reason* why);
  bool fail_value(const ExpectedValue& expected, const Value& found, Reason* why) const;
  bool fail_absent(const ExpectedMember& member, Reason* why) const;
  bool fail_unexpected(const Value& name, const Value& found, Reason* why) const;

  const bool is_exact_;
  std::size_t progress_ = 0;
  int depth_ = 0;  // 0: the arguments themselves
};

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECKER_EXPECTED_VALUE_H_
