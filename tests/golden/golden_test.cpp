// Every golden file against what the decoder or parser makes of its inputs.
//
//   golden_test              compares
//   golden_test --rewrite    writes outcomes that differ, or are not there yet, into the files
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/golden/golden_file.h"
#include "tests/golden/readers.h"

namespace bfclx::golden {

static std::string path_of(const Subject& subject) {
  return "tests/golden/" + subject.kind + "s/" + subject.name + ".txt";
}

// NOLINTNEXTLINE(readability-identifier-naming): GoogleTest calls it by this name
void PrintTo(const Subject& subject, std::ostream* out) { *out << path_of(subject); }

namespace {

// All of them together; a smaller number means that some went missing.
constexpr std::size_t kCases = 1205;

bool rewriting = false;

std::string on_disk(std::string_view path) {
  return std::string(BFCLX_SOURCE_DIR "/") + std::string(path);
}

std::optional<std::string> read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::stringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

// The first line in which two texts differ, both ways, and where.
std::string difference(std::string_view expected, std::string_view found) {
  std::size_t at = 0;
  while (at < expected.size() && at < found.size() && expected[at] == found[at]) ++at;
  const std::size_t line = 1 + static_cast<std::size_t>(std::count(
                                   expected.begin(), expected.begin() + std::ptrdiff_t(at), '\n'));
  const std::size_t newline = expected.substr(0, at).rfind('\n');
  const std::size_t start = newline == std::string_view::npos ? 0 : newline + 1;
  const auto line_at = [&](std::string_view text) {
    return std::string(text.substr(start, text.find('\n', start) - start));
  };
  return "  expected: " + line_at(expected) + "\n  found:    " + line_at(found) + "\n  " +
         std::string(10 + at - start, ' ') + "^ line " + std::to_string(line) + " of the outcome\n";
}

// What differs in a case, or nothing.
std::string compare(const std::string& path, const File& file, const Case& each,
                    const std::vector<std::string>& found) {
  const std::string place = path + ":" + std::to_string(each.line) + ": \"" + each.name + "\"";
  if (each.outcomes.empty()) return place + " has no outcome yet (golden_test --rewrite)\n";
  const std::vector<std::string_view> sections = sections_of(file.kind);
  std::string text;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    if (each.outcomes[i] == found[i]) continue;
    text +=
        place + " -- " + std::string(sections[i]) + "\n" + difference(each.outcomes[i], found[i]);
  }
  return text;
}

class GoldenFile : public testing::TestWithParam<Subject> {};

TEST_P(GoldenFile, SaysWhatComesOut) {
  const Subject& subject = GetParam();
  const std::string path = path_of(subject);
  const std::optional<std::string> bytes = read_bytes(on_disk(path));
  ASSERT_TRUE(bytes.has_value()) << path << ": every decoder and parser has a golden file";
  Parsed parsed = parse_file(path, *bytes);
  ASSERT_EQ(parsed.problem, "");
  ASSERT_EQ(parsed.file.kind + " " + parsed.file.subject, subject.kind + " " + subject.name)
      << path;
  EXPECT_EQ(write_file(parsed.file), *bytes) << path << ": not as it would be written";
  for (Case& each : parsed.file.cases) {
    const auto found = outcomes_of(subject.kind, subject.name, each.input);
    ASSERT_TRUE(found.has_value()) << path << ":" << each.line << ": a parser reads text";
    if (!rewriting) {
      const std::string differs = compare(path, parsed.file, each, *found);
      EXPECT_TRUE(differs.empty()) << differs;
    }
    each.outcomes = *found;
  }
  if (!rewriting) return;
  const std::string written = write_file(parsed.file);
  if (written == *bytes) return;
  std::ofstream(on_disk(path), std::ios::binary) << written;
  std::cout << path << ": written\n";
}

std::string name_of(const testing::TestParamInfo<Subject>& info) {
  return info.param.kind + "_" + info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Golden, GoldenFile, testing::ValuesIn(subjects()), name_of);

TEST(GoldenFiles, AreNoFewerThanTheyWere) {
  std::size_t cases = 0;
  for (const Subject& subject : subjects()) {
    const std::string path = path_of(subject);
    cases += parse_file(path, read_bytes(on_disk(path)).value_or("")).file.cases.size();
  }
  EXPECT_GE(cases, kCases);
}

TEST(GoldenFiles, BelongToSomething) {
  std::set<std::string> known;
  for (const Subject& subject : subjects()) known.insert(path_of(subject));
  for (const std::string folder : {"tests/golden/decoders", "tests/golden/parsers"}) {
    for (const auto& entry : std::filesystem::directory_iterator(on_disk(folder))) {
      const std::string path = folder + "/" + entry.path().filename().string();
      EXPECT_EQ(known.count(path), 1U) << path << ": no such decoder or parser";
    }
  }
}

// What is printed is printed again as it is.
TEST(GoldenFiles, PrintedSourceStays) {
  const std::string path = path_of({"parser", "python_print"});
  const Parsed parsed = parse_file(path, read_bytes(on_disk(path)).value_or(""));
  ASSERT_EQ(parsed.problem, "");
  for (const Case& each : parsed.file.cases) {
    const Value printed = Value::str(each.outcomes.at(0));
    EXPECT_EQ(outcomes_of("parser", "python_print", printed), each.outcomes) << each.name;
  }
}

}  // namespace

bool read_arguments(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) != "--rewrite") return false;
    rewriting = true;
  }
  return true;
}

}  // namespace bfclx::golden

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (!bfclx::golden::read_arguments(argc, argv)) {
    std::cerr << "usage: golden_test [--rewrite]\n";
    return 2;
  }
  return RUN_ALL_TESTS();
}
