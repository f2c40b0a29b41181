#include "tools/bfclx/net/aws_signature.h"

#include <gtest/gtest.h>

#include "tools/bfclx/net/hmac.h"

namespace bfclx::net {
namespace {

TEST(HmacSha256, OfRfc4231) {
  EXPECT_EQ(hex_of(hmac_sha256("Jefe", "what do ya want for nothing?")),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(hex_of(hmac_sha256(std::string(131, '\xaa'),
                               "Test Using Larger Than Block-Size Key - Hash Key First")),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

// "get-vanilla" of the test suite that Amazon publishes.
TEST(AwsSignature, Vanilla) {
  const AwsKey key = {"AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "", "us-east-1",
                      "service"};
  const Headers headers =
      aws_signature(key, "GET", "https://example.amazonaws.com/", "", "20150830T123600Z");
  EXPECT_EQ(headers.back().second,
            "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, "
            "SignedHeaders=host;x-amz-date, "
            "Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31");
}

// "get-vanilla-query-order-key-case" of the same suite, and other spellings of the same query.
TEST(AwsSignature, TheQueryIsSignedToo) {
  const AwsKey key = {"AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "", "us-east-1",
                      "service"};
  for (const char* url :
       {"https://example.amazonaws.com/?Param2=value2&Param1=value1",
        "https://example.amazonaws.com?Param1=value1&Param2=value2",
        "https://me@example.amazonaws.com/?Param1=%76alue1&&Param2=value2#part"}) {
    const Headers headers = aws_signature(key, "GET", url, "", "20150830T123600Z");
    EXPECT_EQ(headers[0].second, "example.amazonaws.com") << url;
    EXPECT_NE(headers.back().second.find(
                  "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"),
              std::string::npos)
        << url << " " << headers.back().second;
  }
}

TEST(AwsSignature, ASessionIsSignedToo) {
  const AwsKey key = {"id", "secret", "token", "us-east-1", "bedrock"};
  const Headers headers =
      aws_signature(key, "POST", "https://h/model/a%3A0/converse", "{}", "20150830T123600Z");
  ASSERT_EQ(headers.size(), 4u);
  EXPECT_EQ(headers[2].first, "x-amz-security-token");
  EXPECT_NE(headers[3].second.find("host;x-amz-date;x-amz-security-token"), std::string::npos);
}

}  // namespace
}  // namespace bfclx::net
