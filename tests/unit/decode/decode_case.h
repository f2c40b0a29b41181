// One reply and what a decoder makes of it, for the tables of the tests beside.
#ifndef BFCLX_TESTS_UNIT_DECODE_DECODE_CASE_H_
#define BFCLX_TESTS_UNIT_DECODE_DECODE_CASE_H_

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

struct DecodeCase {
  std::string_view decoder;
  std::string_view reply;  // JSON
  // repr() of the decoded value, or "!! KeyError: 'name'" for an exception.
  std::string_view ast;
  std::string_view execute;
};

class DecodeCaseTest : public testing::TestWithParam<DecodeCase> {};

inline void PrintTo(const DecodeCase& decode_case, std::ostream* out) {
  *out << decode_case.decoder << " of " << decode_case.reply;
}

// Names of the cases: the decoder and the row.
inline std::string case_name(const testing::TestParamInfo<DecodeCase>& info) {
  return std::string(info.param.decoder) + "_" + std::to_string(info.index);
}

// repr() of the value, or the exception.
std::string outcome(const Result<Value>& decoded);

}  // namespace bfclx

#endif  // BFCLX_TESTS_UNIT_DECODE_DECODE_CASE_H_
