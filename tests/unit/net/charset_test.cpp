#include "tools/bfclx/net/charset.h"

#include <gtest/gtest.h>

#include <string>

namespace bfclx::net {
namespace {

using std::string_literals::operator""s;

Response page(const std::string& type, const std::string& body) {
  Response response;
  response.status = 200;
  response.headers = {{"content-type", type}};
  response.body = body;
  return response;
}

struct Case {
  std::string charset;
  std::string body;
  std::string text;  // as CPython's codec of that name has it
};

const Case kSeveralBytes[] = {
    {"shift_jis",
     "\x93"
     "\xfa"
     "\x96"
     "{\x5c"
     "~\xb1"
     ""s,
     "\u65e5\u672c\\~\uff71"},
    {"Shift-JIS",
     "\x93"
     "\xfa"
     "\x96"
     "{\x5c"
     "~\xb1"
     ""s,
     "\u65e5\u672c\\~\uff71"},
    {"cp932",
     "\x87"
     "@\x93"
     "\xfa"
     ""s,
     "\u2460\u65e5"},
    {"euc-jp",
     "\xc6"
     "\xfc"
     "\xcb"
     "\xdc"
     "\xb8"
     "\xec"
     ""s,
     "\u65e5\u672c\u8a9e"},
    {"gb2312",
     "\xba"
     "\xba"
     "\xd7"
     "\xd6"
     ""s,
     "\u6c49\u5b57"},
    {"gbk",
     "\x9d"
     "h\xd7"
     "\xd6"
     ""s,
     "\u6f22\u5b57"},
    {"gb18030",
     "\xba"
     "\xba"
     "\xd7"
     "\xd6"
     "\x95"
     "0\x85"
     "2"s,
     "\u6c49\u5b57\U0001f642"},
    {"big5",
     "\xba"
     "~\xa6"
     "r\xa1"
     "E\xa2"
     "B"s,
     "\u6f22\u5b57\u2022\uff3c"},
    {"euc-kr",
     "\xc7"
     "\xd1"
     "\xb1"
     "\xb9"
     "\xbe"
     "\xee"
     ""s,
     "\ud55c\uad6d\uc5b4"},
    {"cp949",
     "\x8c"
     "c\xb9"
     "\xe6"
     ""s,
     "\ub620\ubc29"},
    {"iso-2022-jp",
     "a\x1b"
     "$BF|\x1b"
     "(Bb"s,
     "a\u65e5b"},
    {"utf-16le",
     "\xe9"
     "\x00"
     "\xe5"
     "e"s,
     "\u00e9\u65e5"},
};

TEST(Charset, OfSeveralBytesBecomesUtf8) {
  for (const Case& one : kSeveralBytes) {
    Response response = page("text/html; charset=" + one.charset, one.body);
    EXPECT_TRUE(decode_charset(response)) << one.charset;
    EXPECT_EQ(response.body, one.text) << one.charset;
    EXPECT_EQ(response.header("content-type"), "text/html; charset=utf-8");
  }
}

TEST(Charset, WhatCannotBeDecodedIsReplaced) {
  Response cut = page("text/html; charset=gbk", "a\xba");
  EXPECT_TRUE(decode_charset(cut));
  EXPECT_EQ(cut.body, "a\ufffd");
  Response wrong = page("text/html; Charset=\"EUC-KR\"; x=y", "a\xff\xff b");
  EXPECT_TRUE(decode_charset(wrong));
  EXPECT_EQ(wrong.body, "a\ufffd\ufffd b");
  Response large = page("text/html;charset=big5", std::string(5'000'000, '\xff'));
  EXPECT_TRUE(decode_charset(large));
  EXPECT_EQ(large.body.size(), 15'000'000U);
}

TEST(Charset, OthersAreLeftAlone) {
  for (const char* type : {"text/html", "text/html; charset=utf-8", "text/html; charset=iso-8859-1",
                           "text/html; charset=klingon", "text/html; charset", "",
                           ";;=;charset=", "text/html; charset=gbk; charset=utf-8"}) {
    Response response = page(type, "\xc4\xe3");
    EXPECT_FALSE(decode_charset(response)) << type;
    EXPECT_EQ(response.body, "\xc4\xe3");
    EXPECT_EQ(response.header("content-type"), type);
  }
  Response bare;
  EXPECT_FALSE(decode_charset(bare));
}

}  // namespace
}  // namespace bfclx::net
