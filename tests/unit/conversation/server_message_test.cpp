#include "core/conversation/server_message.h"

#include <gtest/gtest.h>

#include <string>

namespace bfclx {
namespace {

TEST(ServerMessage, MessageOfTheJsonElseTheStartOfTheText) {
  EXPECT_EQ(server_message(R"({"error": {"message": "no such key"}})"), "no such key");
  EXPECT_EQ(server_message(R"({"error": "no such key"})"), "no such key");
  EXPECT_EQ(server_message(R"({"detail": "no such page"})"), "no such page");
  EXPECT_EQ(server_message("<html>\n<b>"), "<html> <b>");
  EXPECT_EQ(server_message(std::string(1000, 'x')), std::string(300, 'x') + "...");
  EXPECT_EQ(server_message(std::string(299, 'x') + "\u00e9"), std::string(299, 'x') + "...");
  EXPECT_EQ(server_message("a\xED\\q\x7F\u2028\x9B"), "a\uFFFD\\q  \uFFFD");
  EXPECT_EQ(server_message(""), "");
  EXPECT_EQ(server_message(R"({"error": {"code": 5}})"), R"({"error": {"code": 5}})");
}

TEST(StatedError, OfAnswersThatStateNoneIsEmpty) {
  EXPECT_EQ(stated_error(R"({"error": {"message": "busy"}, "choices": null})"), "busy");
  EXPECT_EQ(stated_error(R"({"error": {"code": 5}})"), R"({"error": {"code": 5}})");
  EXPECT_EQ(stated_error(R"({"error": null, "choices": []})"), "");
  for (const char* body : {"", "busy", "[]", "17", "{}", R"({"choices": 5})"}) {
    EXPECT_EQ(stated_error(body), "") << body;
  }
}

}  // namespace
}  // namespace bfclx
