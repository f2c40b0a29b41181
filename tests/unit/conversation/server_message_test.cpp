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

TEST(StatedError, TextAndStatus) {
  const auto stated = [](const char* body) {
    const std::optional<StatedError> error = stated_error(body);
    return error ? error->text + ", " + std::to_string(error->status) : "";
  };
  EXPECT_EQ(stated(R"({"error": {"message": "busy", "code": 503}, "choices": null})"), "busy, 503");
  EXPECT_EQ(stated(R"({"error": {"code": 5}})"), R"({"error": {"code": 5}}, 0)");
  EXPECT_EQ(stated(R"({"error": true, "message": "busy"})"), "busy, 0");
  EXPECT_EQ(stated(R"({"detail": "busy"})"), "busy, 0");
  EXPECT_EQ(stated(R"({"object": "error", "message": "too long", "code": 400})"), "too long, 400");
  EXPECT_EQ(stated(R"({"message": "hello", "code": 400})"), "hello, 0");
  for (const char* body : {"", "busy", "[]", "17", "{}", R"({"choices": 5})",
                           R"({"error": null, "choices": []})", R"({"error": {}})"}) {
    EXPECT_EQ(stated(body), "") << body;
  }
}

}  // namespace
}  // namespace bfclx
