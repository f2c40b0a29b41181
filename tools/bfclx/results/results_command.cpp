// `bfclx results` and `bfclx version`, as the official program has them.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <sys/stat.h>

#include "core/base/counted.h"
#include "core/dataset/category.h"
#include "core/render/table.h"
#include "tools/bfclx/commands.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/unmerged_shards.h"
#include "tools/bfclx/program.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

// A model's folder and what it has.
struct Found {
  std::string model;
  std::size_t categories = 0;
  std::time_t changed = 0;  // of the newest file
};

std::string time_text(std::time_t time) {
  std::tm parts{};
  char text[32];
  if (localtime_r(&time, &parts) == nullptr) return "";
  return {text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &parts)};
}

Found look_at(const fs::path& folder) {
  Found found{folder.filename().string()};
  std::set<const Category*> categories;
  std::error_code error;
  const auto options = fs::directory_options::skip_permission_denied;
  fs::recursive_directory_iterator it(folder, options, error);
  for (const fs::recursive_directory_iterator end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    struct stat status {};
    if (!name.ends_with("_result.json") || ::stat(it->path().c_str(), &status) != 0 ||
        !S_ISREG(status.st_mode)) {
      continue;
    }
    found.changed = std::max(found.changed, status.st_mtime);
    if (const Category* category = category_of_file(name)) categories.insert(category);
  }
  found.categories = categories.size();
  return found;
}

int run_results(const std::string& place) {
  std::error_code error;
  fs::directory_iterator folders(place, error);
  if (error) throw UsageError("--result-dir " + place + ": " + error.message());
  std::vector<Found> all;
  for (const fs::directory_iterator end; !error && folders != end; folders.increment(error)) {
    std::error_code ignored;
    if (folders->is_directory(ignored)) all.push_back(look_at(folders->path()));
  }
  if (error) throw UsageError("--result-dir " + place + ": " + error.message());
  std::sort(all.begin(), all.end(),
            [](const Found& a, const Found& b) { return a.model < b.model; });
  Table table;
  table.columns = {{"Model name", Align::kLeft, Fit::kWrap},
                   {"categories", Align::kRight},
                   {"newest file", Align::kLeft}};
  for (const Found& found : all) {
    table.rows.push_back({{printable_line(found.model), std::to_string(found.categories),
                           found.categories > 0 ? time_text(found.changed) : "no result files"}});
  }
  std::string text =
      all.empty() ? "There are no results in " + printable_line(place) + ".\n"
                  : terminal_table(table, Terminal::of_descriptor(STDOUT_FILENO).screen(), 0);
  for (const Found& found : all) {
    const std::string unmerged = unmerged_text(fs::path(place) / found.model);
    if (!unmerged.empty()) text += printable_line(unmerged) + "\n";
  }
  return print(STDOUT_FILENO, text) && !all.empty() ? kDone : kSomeUnusable;
}

}  // namespace

Command add_results(CLI::App& app) {
  auto place = std::make_shared<std::string>("result");
  CLI::App* command = app.add_subcommand("results", "List the models that have results");
  command->footer(
      "Examples:\n"
      "  bfclx results\n"
      "  bfclx results --result-dir runs\n\n"
      "Exit codes: 0 done; 1 there are none; 2 wrong usage.");
  command->add_option("--result-dir", *place, "Folder of the models' results")
      ->type_name("DIR")
      ->capture_default_str();
  return [place](Kept&) { return run_results(*place); };
}

Command add_version(CLI::App& app) {
  app.add_subcommand("version", "Show the version of the program");
  return [](Kept&) { return print(STDOUT_FILENO, version_text() + "\n") ? kDone : kSomeUnusable; };
}

}  // namespace bfclx::tools
