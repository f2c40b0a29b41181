#include "tests/unit/decode/decode_case.h"

#include "core/decode/decoder.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {

std::string outcome(const Result<Value>& decoded) {
  if (decoded.ok()) return repr(*decoded);
  return "!! " + std::string(decoded.error().kind) + ": " + decoded.error().message;
}

TEST_P(DecodeCaseTest, GivesWhatTheOfficialHandlerGives) {
  const DecodeCase& expected = GetParam();
  const Decoder* decoder = find_decoder(expected.decoder);
  ASSERT_NE(decoder, nullptr);
  const Result<Value> reply = json_loads(expected.reply);
  ASSERT_TRUE(reply.ok());
  EXPECT_EQ(outcome(decoder->decode_ast(*reply, {})), expected.ast);
  EXPECT_EQ(outcome(decoder->decode_execute(*reply, {})), expected.execute);
}

}  // namespace bfclx
