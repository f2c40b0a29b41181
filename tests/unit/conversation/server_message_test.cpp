#include "core/conversation/server_message.h"

#include <gtest/gtest.h>

#include <string>

#include "core/conversation/html_page.h"

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

TEST(HtmlPage, ItsTitleIsOneBoundedLine) {
  const auto page = [](const std::string& body) { return html_page(body).value_or("no page"); };
  EXPECT_EQ(page("<!DOCTYPE html>\n<html><head><title>Sign in\n  to Corp</title>"),
            "an HTML page (\"Sign in to Corp\")");
  EXPECT_EQ(page("\xef\xbb\xbf \r\n<?xml version=\"1.0\"?><!-- a --> <!-- b -->\n<HTML><TITLE "
                 "lang=x>A</TITLE>"),
            "an HTML page (\"A\")");
  EXPECT_EQ(page("<html><body>Log in</body></html>"), "an HTML page");
  EXPECT_EQ(page("<html><title> \n</title>"), "an HTML page");
  EXPECT_EQ(page("<html><title"), "an HTML page");
  EXPECT_EQ(page("<html><title>\x1b[31mred\xff"), "an HTML page (\" [31mred\uFFFD\")");
  EXPECT_EQ(page("<html><title>" + std::string(100000, 'x')),
            "an HTML page (\"" + std::string(100, 'x') + "...\")");
  EXPECT_EQ(page("<html>" + std::string(100000, ' ') + "<title>far</title>"), "an HTML page");
  EXPECT_EQ(page("<html><!--" + std::string(100000, '-')), "an HTML page");
  for (const char* body : {"", "{}", "<", "<?xml version=\"1.0\"?><Error/>", "<!-- a",
                           "text <html>", "{\"a\": \"<html>\"}", "data: <html>"}) {
    EXPECT_EQ(page(body), "no page") << body;
  }
}

}  // namespace
}  // namespace bfclx
