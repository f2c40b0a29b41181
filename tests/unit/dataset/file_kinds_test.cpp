#include "core/dataset/file_kinds.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "core/dataset/results.h"

namespace bfclx {
namespace {

// The header of an empty member.
std::string tar_header() {
  std::string header = "m/a.json" + std::string(504, '\0');
  header.replace(257, 5, "ustar");
  header.replace(263, 2, "00");
  std::size_t sum = 8 * ' ';
  for (const char c : header) sum += static_cast<unsigned char>(c);
  char digits[8];
  std::snprintf(digits, sizeof digits, "%06zo", sum);
  return header.replace(148, 7, digits, 7);
}

TEST(FileKinds, AreNamedByTheirFirstBytes) {
  const std::string tar = tar_header();
  std::string damaged = tar;
  damaged[0] = 'x';
  const std::pair<std::string, std::string> cases[] = {
      {"PAR1\x15\x04", "Parquet; export"},
      {std::string("\x89PNG\r\n\x1A\n\0\0", 10), "a PNG image; pass"},
      {"\xFF\xD8\xFF\xE0", "a JPEG image"},
      {"GIF89a..", "a GIF image"},
      {"RIFF....WEBPVP8 ", "a WebP image"},
      {"%PDF-1.7\n", "a PDF document"},
      {std::string("SQLite format 3\0..", 18), "an SQLite database"},
      {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "an Office document"},
      {"PK\x03\x04" + std::string(26, '\0') + "[Content_Types].xml", "an Office document"},
      {"PK\x03\x04", "a ZIP archive; unpack it first"},
      {tar, "a tar archive; unpack it first and pass its contents"},
      {damaged, "a malformed tar archive; its first header is malformed"},
      {damaged.substr(0, 300), "a malformed tar archive"},
      {std::string("\xFD"
                   "7zXZ\0",
                   6),
       "compressed with xz"},
      {"\x28\xB5\x2F\xFD", "compressed with Zstandard"},
      {"BZh91AY&SY", "compressed with bzip2"},
      {"7z\xBC\xAF\x27\x1C", "a 7z archive"},
      {"\xFF\xFE{\0", "UTF-16; save it as UTF-8"},
      {std::string("{\0\"\0i\0", 6), "UTF-16; save it as UTF-8"},
      {std::string("\0{\0\"\0i", 6), "UTF-16; save it as UTF-8"},
  };
  for (const auto& [bytes, told] : cases) {
    EXPECT_EQ(refused_kind(bytes).find("the file is " + told), 0u)
        << told << ": " << refused_kind(bytes);
    for (const bool any_text : {false, true}) {
      const ResultFile file = read_any_results(bytes, any_text);
      ASSERT_EQ(file.problems.size(), 1u) << told;
      EXPECT_EQ(file.problems[0].message, refused_kind(bytes));
      EXPECT_TRUE(file.problems[0].fatal);
    }
  }
}

TEST(FileKinds, NothingThatMayHoldResponses) {
  for (const char* text :
       {"", "{", "[f(x=1)]", "{\"id\": \"a\"}", "PARTS of a whole", "II*x", "\xE4\xB8\xAD",
        R"({"id": "x", "result": "files: [Content_Types].xml"})",
        R"({"id": "x", "result": "m_0003 mimetypeapplication/vnd.oasis.opendocument"})"}) {
    EXPECT_EQ(refused_kind(text), "") << text;
    EXPECT_EQ(refused_text_kind(text), "") << text;
  }
  for (const char* text : {"I cannot do that, sorry.", "Answer in short: no",
                           "Well, the result is 4", "The id, or result"}) {
    EXPECT_EQ(refused_text_kind(text), "") << text;
  }
}

TEST(FileKinds, TextsThatAreNoJson) {
  const std::pair<std::string, std::string> cases[] = {
      {"id,result\nsimple_python_0,\"[f(x=1)]\"\n", "CSV"},
      {"Model;Response\nm;x\n", "CSV"},
      {"id\tresult\na\tb", "CSV"},
      {"---\n- id: simple_python_0\n", "YAML"},
      {"- id: simple_python_0\n  result: x\n", "YAML"},
      {"results:\n  - x\n", "YAML"},
      {"<!DOCTYPE html>\n<html>", "an HTML page"},
      {"<?xml version=\"1.0\"?>", "XML"},
      {"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", "a Git LFS pointer"},
      {{"Obj\x01\x04\x14\0schema\n\x9c\n", 16}, "binary"},
  };
  for (const auto& [text, told] : cases) {
    const ResultFile file = read_any_results(text);
    ASSERT_EQ(file.problems.size(), 1u) << told;
    EXPECT_EQ(file.problems[0].message.find("the file is " + told), 0u) << file.problems[0].message;
  }
}

TEST(FileKinds, Empty) {
  for (const char* text : {"", " \n\n"}) {
    const ResultFile file = read_any_results(text);
    ASSERT_EQ(file.problems.size(), 1u);
    EXPECT_EQ(file.problems[0].message, "the file is empty; pass responses as JSON lines or text");
  }
}

}  // namespace
}  // namespace bfclx
