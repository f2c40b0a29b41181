#include "tools/bfclx/dataset/adding.h"

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "core/base/counted.h"
#include "core/dataset/file_kinds.h"
#include "core/render/table.h"
#include "tools/bfclx/dataset/benchmark_files.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/input/shell_word.h"
#include "tools/bfclx/output/lock.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {

namespace fs = std::filesystem;

std::string bytes_of(const std::string& path) {
  FileBytes file = read_file(path);
  if (!file.error.empty()) throw UsageError(path + ": " + file.error);
  if (const std::string refused = refused_kind(file.bytes); !refused.empty()) {
    throw UsageError(path + ": " + refused);
  }
  return std::move(file.bytes);
}

BenchmarkLock::BenchmarkLock(const std::string& place)
    : descriptor_(
          open((fs::path(place) / kOwnBenchmarkFile).c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK)) {
  if (descriptor_ < 0) throw UsageError(place + "/dataset.json cannot be written");
  if (lock_file(descriptor_) != Lock::kTaken) return;
  close(descriptor_);
  throw UsageError("another command is adding cases to " + place + "; try again when it is done");
}

BenchmarkLock::~BenchmarkLock() { close(descriptor_); }

void check_place(const std::string& place) {
  std::error_code error;
  if (fs::exists(fs::path(place) / kOwnBenchmarkFile, error)) return;
  if (fs::is_directory(fs::path(place) / "data", error) || place == "sample") {
    throw UsageError(place +
                     " is a dataset, not your own benchmark: it has no dataset.json. Create one "
                     "with `bfclx dataset new NEW_FOLDER --tools FILE`");
  }
  throw UsageError(
      place + " is not a benchmark: it has no dataset.json. Create one with `bfclx dataset new " +
      place + " --tools FILE`");
}

OwnBenchmark read_benchmark(const std::string& place) {
  const std::string path = (fs::path(place) / kOwnBenchmarkFile).string();
  Result<std::optional<OwnBenchmark>> read = read_own_benchmark(bytes_of(path));
  if (!read.ok()) throw NothingUsable(path + ": " + read.error().message);
  if (!*read) throw UsageError(path + ": not a benchmark: \"bfclx_benchmark\" is missing");
  return **std::move(read);
}

void write_added(const std::string& place, const std::string& name, const AddedCases& added,
                 const std::string& cases, const std::string& lines) {
  for (const CaseProblem& problem : added.problems) {
    say(printable_line(name) + ":" + std::to_string(problem.line) + ": " + problem.text);
  }
  if (added.faulty > added.problems.size()) {
    say("and " + counted(added.faulty - added.problems.size(), "more line", "more lines"));
  }
  if (added.faulty > 0) {
    throw NothingUsable("nothing was added: " + counted(added.faulty, "line", "lines") +
                        " cannot be used. Correct " + (added.faulty == 1 ? "it" : "them") +
                        " and run this again");
  }
  write_files(place, added.files, cases, lines);
}

std::string next_steps_text(const std::string& place, std::string_view what) {
  const std::string word = shell_word(place);
  if (is_quiet() || word.empty()) return {};
  return "\nCheck the " + std::string(what) + ":\n  bfclx dataset validate " + word +
         "\nGenerate and score:\n  bfclx run --dataset " + word +
         " --model MODEL --base-url URL --result-dir my-results\n";
}

std::string summary_text(const std::string& place, const AddedCases& added) {
  Table table;
  table.columns = {{"category"}, {"added", Align::kRight}, {"entries", Align::kRight}};
  std::size_t new_ones = 0;
  std::size_t all = 0;
  for (const AddedCategory& one : added.categories) {
    table.rows.push_back(
        {{std::string(one.category->name), one.added > 0 ? grouped_digits(one.added) : "-",
          grouped_digits(one.all)}});
    new_ones += one.added;
    all += one.all;
  }
  table.rows.push_back({{"total", grouped_digits(new_ones), grouped_digits(all)}, Style::kBold});
  const Screen screen = Terminal::of_descriptor(STDOUT_FILENO).screen();
  std::string text = "added " + counted(new_ones, "case", "cases") + " to " +
                     printable_line(place) + "\n\n" + terminal_table(table, screen, 0);
  if (added.skipped > 0) {
    text += "\n" + wrapped("skipped " + counted(added.skipped, "case", "cases") +
                               " that an interrupted `bfclx dataset add` had added",
                           0, screen.width);
  }
  if (added.only_as_calls > 0) {
    text += "\n" + wrapped(counted(added.only_as_calls, "case passes", "cases pass") +
                               " with native tool calling only: the expected calls cannot be "
                               "written as Python text. `bfclx dataset validate` lists them.",
                           0, screen.width);
  }
  return text + next_steps_text(place, "cases");
}

}  // namespace bfclx::tools
