#include "tools/bfclx/play/line_reader.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <thread>

namespace bfclx::tools {
namespace {

// What the reader says of a stream, lines between bars.
std::string read_all(const std::string& bytes, std::size_t limit) {
  int ends[2];
  if (::pipe(ends) != 0) return "no pipe";
  std::thread writer([&] {
    for (std::size_t at = 0; at < bytes.size();) {
      const ssize_t count = ::write(ends[1], bytes.data() + at, bytes.size() - at);
      if (count <= 0) break;
      at += static_cast<std::size_t>(count);
    }
    ::close(ends[1]);
  });
  LineReader reader(ends[0], limit);
  std::string out;
  std::string line;
  for (LineReader::State state = reader.next(line); state != LineReader::State::kEnd;
       state = reader.next(line)) {
    out += state == LineReader::State::kLine ? line + "|" : "(too long)|";
    if (state == LineReader::State::kError) break;
  }
  writer.join();
  ::close(ends[0]);
  return out;
}

TEST(LineReader, GivesLinesWithoutTheirEnds) {
  EXPECT_EQ(read_all("", 100), "");
  EXPECT_EQ(read_all("a\nb\r\n\nc", 100), "a|b||c|");
  EXPECT_EQ(read_all("a\n", 100), "a|");
  EXPECT_EQ(read_all(std::string("a\0b\n", 4), 100), std::string("a\0b|", 4));
}

TEST(LineReader, PassesOverLinesThatAreTooLong) {
  EXPECT_EQ(read_all("a\n" + std::string(300, 'x') + "\nb\n", 100), "a|(too long)|b|");
  EXPECT_EQ(read_all(std::string(1'000'000, 'x') + "\nb", 100), "(too long)|b|");
  EXPECT_EQ(read_all(std::string(1'000'000, 'x'), 100), "(too long)|");
}

TEST(LineReader, TakesLinesAcrossReads) {
  const std::string line(500'000, 'y');
  EXPECT_EQ(read_all(line + "\n" + line + "\n", 1'000'000), line + "|" + line + "|");
}

TEST(LineReader, SaysWhatCannotBeRead) {
  LineReader reader(-1);
  std::string line;
  EXPECT_EQ(reader.next(line), LineReader::State::kError);
}

}  // namespace
}  // namespace bfclx::tools
