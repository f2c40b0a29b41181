// Reads what a person expects (internal to core/checker; the forms are in checker.h).
#ifndef BFCLX_CORE_CHECKER_EXPECTED_CALLS_H_
#define BFCLX_CORE_CHECKER_EXPECTED_CALLS_H_

#include <string>
#include <vector>

#include "core/check/own_data.h"
#include "core/checker/alternatives.h"
#include "core/checker/checker.h"

namespace bfclx {

class ExpectationReader {
 public:
  explicit ExpectationReader(const Checker& checker) : checker_(checker) {}
  Result<Expectation> run(const Value& given, const std::string& place);

 private:
  struct PlacedCall {
    const Value* call;
    std::string place;
  };

  Status add_choice(const Value& given, const std::string& place);
  Status add_calls(const std::vector<std::vector<PlacedCall>>& calls, const std::string& place);
  Result<ExpectedCall> read_call(const PlacedCall& call);
  Result<ExpectedCall> read_plain(const Value& name, const Value& arguments,
                                  const std::string& call_place, const std::string& place);
  Result<ExpectedCall> read_possible(const Value& given, const std::string& place);
  Result<ExpectedCall> compile_call(std::size_t function, const Value& arguments,
                                    const std::string& place, WrittenAs written);
  Result<ExpectedCall> official_call(std::size_t function, const Value& answers,
                                     const OwnPlace& place) const;
  Status check_itself(const ExpectedCall& call, const Value& arguments,
                      const OwnPlace& place) const;
  Result<std::size_t> function_of(const Value& name, const std::string& place) const;
  bool is_official() const;

  const Checker& checker_;
  Expectation expectation_;
  std::size_t parts_ = 0;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECKER_EXPECTED_CALLS_H_
