// CallPlan: what an entry's calls must be, made ready once so that they are judged quickly.
//
// Whether calls are right needs neither the function docs as they stand nor any error text, and of
// responses in the plain form not even the calls as values. A plan says "valid", "not valid" or
// nothing; what it says nothing of goes through the checker itself (ast_checker.h), which also
// gives the reason of every failure.
#ifndef BFCLX_CORE_CHECK_CALL_PLAN_H_
#define BFCLX_CORE_CHECK_CALL_PLAN_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/check/ast_checker.h"
#include "core/check/type_check.h"
#include "core/value/value.h"

namespace bfclx {

class PlainReader;

class CallPlan {
 public:
  // nullptr where docs or answers do not have the ordinary form, and for languages other than
  // Python. Looks into both as long as it lives.
  static std::unique_ptr<const CallPlan> make(const Value& functions, const Value& possible_answers,
                                              Language language, CallCount count);

  // Whether the checker finds these calls valid; nullopt where that is left to it. `calls` has the
  // form of is_function_calling_format.
  std::optional<bool> judge(const Value& calls, bool underscore_to_dot) const;
  // The same of the calls that parse_python_calls (core/decode) makes of `text`, which is stripped
  // already: where they fit in the order in which they stand, nothing is made of it.
  std::optional<bool> judge_text(std::string_view text, bool underscore_to_dot) const;

  // The official part of the verdict (valid, error_type, error), made while the calls are read, in
  // plan_verdict.cpp. False: left to the checker, as where a response has not the plain form, or a
  // failure is that of parallel calls; `verdict` is as before then. `text` as above.
  bool verdict_of_text(std::string_view text, const AstCheck& check, Verdict& verdict) const;
  // The same of a list of {name: JSON text of the arguments}.
  bool verdict_of_tool_calls(const Value& calls, const AstCheck& check, Verdict& verdict) const;

 private:
  // Values that have the parameter's type, of which the checker asks no more than that they are
  // among the alternatives: as they are, or texts in standard form.
  enum class Plain : std::uint8_t { kNo, kText, kNumber };
  struct Text {
    std::string_view given;
    std::string_view standard;
  };
  struct Parameter {
    std::string_view name;
    const Value* key = nullptr;      // of the name
    const Value* answers = nullptr;  // the list of alternatives
    std::span<const Value> alternatives;
    ExpectedType expected;
    std::uint32_t first_text =
        0;  // of the alternatives that are texts, for Plain::kText, all ASCII
    std::uint32_t texts = 0;
    bool declared = false;  // has a type in the doc
    bool required = false;
    bool optional = false;  // may be left out: "" is among the alternatives
    Plain plain = Plain::kNo;
  };
  struct Answer {
    std::string_view name;         // of the function
    std::string_view underscored;  // with '.' as '_'
    std::uint32_t first_parameter = 0;
    std::uint32_t parameters = 0;
    const List* required = nullptr;  // of the doc
  };
  enum class Match : std::uint8_t { kYes, kNo, kUnknown };
  // The parameters of a call that have been given so far.
  struct Given {
    std::uint64_t bits = 0;  // bit i: the answer's parameter i
    std::size_t next = 0;    // which is likely to come: mostly the order is that of the doc

    bool has(std::size_t place) const { return (bits >> place & 1) != 0; }
    void add(std::size_t place) {
      bits |= std::uint64_t{1} << place;
      next = place + 1;
    }
  };
  class Maker;
  class CallReading;
  class ResponseReading;

  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
  static constexpr std::size_t kMostParameters = 64;
  static constexpr std::size_t kMostCalls = 64;

  std::span<const Parameter> parameters_of(const Answer& answer) const {
    return {parameters_.data() + answer.first_parameter, answer.parameters};
  }
  // The place of the parameter of that name, which is declared, or kNowhere.
  static std::size_t place_of(std::span<const Parameter> parameters, std::string_view name,
                              const Given& given);
  // Whether nothing is missing.
  static bool is_complete(std::span<const Parameter> parameters, const Given& given);
  // Whether `text` has the plain form, and the call i fits the answer i.
  bool passes_in_order(std::string_view text, bool underscore_to_dot) const;
  bool read_call(PlainReader& reader, const Answer& answer, bool underscore_to_dot) const;
  bool read_argument(PlainReader& reader, const Parameter& parameter) const;
  Match match_call(const Answer& answer, const Value& call, bool underscore_to_dot) const;
  Match match_value(const Parameter& parameter, const Value& value) const;
  Match match_text(const Parameter& parameter, std::string_view text) const;

  std::vector<Answer> answers_;
  std::vector<Parameter> parameters_;
  std::vector<Text> texts_;
  std::vector<char> bytes_;  // what the views above look at, side by side
};

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECK_CALL_PLAN_H_
