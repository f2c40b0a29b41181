#include "tools/bfclx/input/tar_reader.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace bfclx::tools {
namespace {

std::string padded(std::string data) {
  data.resize((data.size() + kTarBlock - 1) / kTarBlock * kTarBlock);
  return data;
}

// A header, with its checksum; `size` as it is declared.
std::string header(const std::string& name, std::uint64_t size, char type = '0',
                   const std::string& prefix = "") {
  std::string block(kTarBlock, '\0');
  block.replace(0, name.size(), name);
  char text[32];
  std::snprintf(text, sizeof text, "%011llo", static_cast<unsigned long long>(size));
  block.replace(124, 11, text, 11);
  block[156] = type;
  block.replace(257, 8,
                std::string("ustar\0"
                            "00",
                            8));
  block.replace(345, prefix.size(), prefix);
  block.replace(148, 8, "        ");
  unsigned sum = 0;
  for (const char c : block) sum += static_cast<unsigned char>(c);
  std::snprintf(text, sizeof text, "%06o", sum);
  block.replace(148, 7, std::string(text) + '\0');
  return block;
}

std::string member(const std::string& name, const std::string& data, char type = '0') {
  return header(name, data.size(), type) + padded(data);
}

std::string pax(const std::string& key, const std::string& value) {
  const std::string rest = " " + key + "=" + value + "\n";
  std::size_t length = rest.size() + 1;
  while (std::to_string(length).size() + rest.size() != length) ++length;
  return member("pax", std::to_string(length) + rest, 'x');
}

const std::string kEnd(2 * kTarBlock, '\0');

// "name=bytes " of each kept member, then the error.
std::string read(const std::string& archive, std::size_t piece = 100'000,
                 std::uint64_t packed = 1 << 20) {
  UnpackBudget budget(packed);
  std::string text;
  TarReader tar(
      budget, [](std::string_view name) { return name.find("skip") == std::string_view::npos; },
      [&](const std::string& name, const std::string& bytes) { text += name + "=" + bytes + " "; });
  for (std::size_t at = 0; at < archive.size(); at += piece) {
    if (!tar.feed(std::string_view(archive).substr(at, piece))) break;
  }
  if (!tar.special().empty()) text += "special " + tar.special().text() + "; ";
  return text + tar.finish() + budget.error();
}

TEST(TarReader, RegularFiles) {
  const std::string archive = member("m/a.json", "one") + member("m/skip", std::string(700, 's')) +
                              member("m", "", '5') + member("b.json", std::string(512, 'x')) +
                              member("empty", "") + kEnd + "anything behind it";
  for (const std::size_t piece : {1u, 7u, 512u, 100'000u}) {
    EXPECT_EQ(read(archive, piece), "m/a.json=one b.json=" + std::string(512, 'x') + " empty= ");
  }
  EXPECT_TRUE(is_tar(archive));
  EXPECT_FALSE(is_tar(archive.substr(0, 511)));
  EXPECT_FALSE(is_tar(std::string(2000, '0')));
  EXPECT_FALSE(is_tar(kEnd));
}

TEST(TarReader, LongNames) {
  const std::string name = std::string(200, 'd') + "/x.json";
  EXPECT_EQ(read(member("././@LongLink", name + '\0', 'L') + member("short", "1") +
                 member("next", "2") + kEnd),
            name + "=1 next=2 ");
  EXPECT_EQ(read(pax("path", name) + member("short", "1") + member("next", "2") + kEnd),
            name + "=1 next=2 ");
  EXPECT_EQ(read(header("x.json", 1, '0', "pre/fix") + padded("1") + kEnd), "pre/fix/x.json=1 ");
  EXPECT_EQ(read(pax("size", "3") + header("a", 0) + padded("123") + kEnd), "a=123 ");
  EXPECT_EQ(read(header("pax", 2 << 20, 'x')), "has a header larger than 1 MiB");
  EXPECT_EQ(read(member("pax", "99999999 path=x\n", 'x') + member("a", "1") + kEnd), "a=1 ");
  EXPECT_EQ(read(member("pax", "3 path=x\n0 \n", 'x') + member("a", "1") + kEnd), "a=1 ");
}

TEST(TarReader, WhatIsNoFileIsPassedOver) {
  EXPECT_EQ(read(member("hard", "", '1') + member("soft", "", '2') + member("device", "", '3') +
                 header("link", 5000, '2') + member("a", "1") + kEnd),
            "a=1 special hard, soft, device and 1 more; ");
  EXPECT_EQ(read(member("sparse", "data", 'S') + pax("GNU.sparse.major", "1") + member("b", "2") +
                 member("a", "1") + kEnd),
            "a=1 special sparse, b; ");
}

TEST(TarReader, Damage) {
  std::string bits = member("a", "1") + member("b", "2") + kEnd;
  bits[kTarBlock * 2 + 3] = 'x';
  EXPECT_EQ(read(bits), "a=1 malformed tar archive; its readable part is used");
  const std::string cut = member("a", "1") + member("b", std::string(1000, 'b'));
  EXPECT_EQ(read(cut.substr(0, cut.size() - 600)),
            "a=1 truncated tar archive; its readable part is used");
  EXPECT_EQ(read(cut.substr(0, 1200)), "a=1 truncated tar archive; its readable part is used");
  // An archive without its end is one, as tar has it.
  EXPECT_EQ(read(member("a", "1")), "a=1 ");
}

TEST(TarReader, DeclaredSizesAreNotBelieved) {
  EXPECT_EQ(
      read(header("a", std::uint64_t{7} << 30), 512, 1000),
      "unpacks to more than 48 MiB, over 50 times its size; if you trust it, unpack it and pass "
      "the plain files");
  std::string binary = header("a", 0);
  binary.replace(124, 12, "\x80\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff");
  EXPECT_FALSE(is_tar(binary));
}

TEST(TarReader, ManyMembers) {
  std::string archive;
  for (std::size_t i = 0; i <= kMostMembers; ++i) archive += header("skip", 0);
  EXPECT_EQ(read(archive), "holds more than 20,000 members; split it");
}

// Whatever the bytes are, the reader ends and gives no more than it was given.
TEST(TarReader, AnyBytes) {
  const std::string whole = pax("path", "long") + member("a", "1") +
                            member("././@LongLink", "name", 'L') + member("b", "22") + kEnd;
  std::uint64_t seed = 1;
  const auto next = [&seed](std::size_t most) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::size_t>((seed >> 33) % most);
  };
  for (int round = 0; round < 3000; ++round) {
    std::string bytes = whole;
    for (std::size_t i = 0; i <= next(8); ++i) {
      bytes[next(bytes.size())] = static_cast<char>(next(256));
    }
    EXPECT_LT(read(bytes.substr(0, next(bytes.size())), 1 + next(700)).size(), 3 * whole.size());
  }
}

}  // namespace
}  // namespace bfclx::tools
