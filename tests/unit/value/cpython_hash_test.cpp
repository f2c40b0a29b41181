// Expectations: PYTHONHASHSEED=0 python3.11 of Debian 12.
#include "core/value/cpython_hash.h"

#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

TEST(CpythonHash, IsThatOfSeedZero) {
  const std::vector<std::pair<Value, std::uint64_t>> cases = {
      {Value::str(""), 0U},
      {Value::str("a"), 4644417185603328019U},
      {Value::str("economy"), 18209732694172447767U},
      {Value::str("abcdefgh"), 4574395652268504554U},
      {Value::str("abcdefghi"), 17913969820989044453U},
      {Value::str("é"), 6047309291227476195U},  // one byte a character
      {Value::str("日本語"), 7116994712188270U},
      {Value::str("😀x"), 9520015811591012698U},
      {Value::str("\xed\xa0\x80"), 5926611903945376553U},
      {Value::bytes("ab"), 6148830537548944441U},
      {Value::bytes("\xff"), 3476900567878811119U},
      {Value::tuple({Value::str("a"), Value::integer(1)}), 6955645834154447545U},
      {Value::tuple({Value::tuple({Value::str("a"), Value::none()}), Value::real(2.5)}),
       5519907764532525268U},
      {Value::none(), 612812U},
      {Value::ellipsis(), 608122U},
      {Value::boolean(true), 1U},
      {Value::integer(-1), 18446744073709551614U},
      {Value::real(2.5), 1152921504606846978U},
  };
  for (const auto& [value, expected] : cases) {
    EXPECT_EQ(cpython_hash(value), expected) << repr(value);
  }
}

TEST(CpythonHash, HasNoneOfWhatHashesByItsAddress) {
  const Value nan = Value::real(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(cpython_hash(nan), std::nullopt);
  EXPECT_EQ(cpython_hash(Value::tuple({Value::integer(1), nan})), std::nullopt);
  EXPECT_EQ(cpython_hash(Value::opaque({"function", "<function>", "<function>"})), std::nullopt);
  EXPECT_EQ(cpython_hash(Value::list()), std::nullopt);
}

TEST(CpythonHash, DecidesTheOrderOfSets) {
  const auto set_of = [](const std::vector<std::string>& words) {
    Value set = Value::set();
    for (const std::string& word : words) set.mutable_set().insert(Value::str(word));
    return repr(set);
  };
  EXPECT_EQ(set_of({"x", "y"}), "{'y', 'x'}");
  EXPECT_EQ(set_of({"economy", "business", "first"}), "{'first', 'business', 'economy'}");
  EXPECT_EQ(set_of({"the", "quick", "brown", "fox", "jumps", "over", "lazy", "dog", "and", "runs",
                    "away", "from", "cats"}),
            "{'runs', 'and', 'brown', 'from', 'fox', 'cats', 'the', 'over', 'quick', 'jumps', "
            "'lazy', 'away', 'dog'}");
}

}  // namespace
}  // namespace bfclx
