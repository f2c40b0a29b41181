#include "tools/bfclx/dataset/translation.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/benchmark/language_tag.h"
#include "core/render/table.h"
#include "tools/bfclx/dataset/adding.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/dataset_dir.h"
#include "tools/bfclx/input/shell_word.h"
#include "tools/bfclx/output/whole_file.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kAdvice = "; choose a folder that you can write to";
constexpr std::string_view kOnlySource = "v4";
constexpr std::string_view kSourceLanguage = "en";

// All categories that can be translated, or those that were chosen; all of them are in the dataset.
std::vector<const Category*> wanted_categories(const RunOptions& options,
                                               const DatasetDir& source) {
  const std::vector<const Category*> chosen = chosen_categories(options);
  std::vector<const Category*> wanted;
  for (const Category* category : chosen) {
    if (category->varies_prompts) {
      throw UsageError(std::string(category->name) +
                       " cannot be translated: its entries come from other categories");
    }
    if (!can_translate(*category)) {
      throw UsageError(std::string(category->name) +
                       " cannot be translated: it is not a part of the v4 leaderboard");
    }
    if (!source.holds(*category)) {
      throw UsageError("the dataset " + source.place() + " has no " + std::string(category->name));
    }
    wanted.push_back(category);
  }
  if (!wanted.empty()) return wanted;
  for (const Category& category : categories()) {
    if (can_translate(category) && source.holds(category)) wanted.push_back(&category);
  }
  if (wanted.empty()) throw UsageError("the dataset " + source.place() + " has no categories");
  return wanted;
}

// Version and hash are those of the whole dataset, whatever is translated.
void identify(DatasetDir& source) {
  for (const Category& category : categories()) {
    if (!can_translate(category) || !source.holds(category)) continue;
    if (const Status loaded = source.load(category); !loaded.ok()) {
      throw NothingUsable(source.place() + ": " + loaded.error().message);
    }
  }
  source.identify();
}

void write_new(const std::string& place, const std::string& path, const std::string& bytes) {
  WholeFile file(fs::path(place), fs::path(path), kAdvice);
  file.write(bytes);
  if (const Status written = file.commit(); !written.ok())
    throw UsageError(written.error().message);
}

}  // namespace

int make_translation(const std::string& place, OwnBenchmark benchmark, const std::string& of,
                     const RunOptions& options) {
  if (of != kOnlySource) {
    throw UsageError("--translation-of " + of + ": only the entries of v4 can be translated");
  }
  if (benchmark.language.empty()) {
    throw UsageError("--translation-of needs --language, such as --language ko");
  }
  if (is_same_language(benchmark.language, kSourceLanguage)) {
    throw UsageError("--language " + benchmark.language + ": the questions of v4 are in English");
  }
  DatasetDir source(options.dataset);
  if (source.own_benchmark() != nullptr) {
    throw UsageError(source.place() +
                     " is your own benchmark; pass --dataset with the official dataset");
  }
  const std::vector<const Category*> wanted = wanted_categories(options, source);
  identify(source);
  const Result<NewTranslation> made = start_translation(source.reader(), wanted);
  if (!made.ok()) throw NothingUsable(source.place() + ": " + made.error().message);
  benchmark.translation = std::make_shared<Translation>(
      Translation{source.dataset().version, source.dataset().hash, made->entries, {}});
  const Result<std::string> bytes = own_benchmark_bytes(benchmark);
  if (!bytes.ok()) throw NothingUsable(bytes.error().message);
  if (const Status ready = prepare_folder(place, kAdvice); !ready.ok()) {
    throw UsageError(ready.error().message);
  }
  for (const BenchmarkFile& file : made->files) write_new(place, file.path, file.bytes);
  write_new(place, std::string(kOwnBenchmarkFile), *bytes);
  std::string text = "made " + printable_line(place) + " for " +
                     counted(count_of(made->entries), "entry", "entries") + " of " +
                     printable_line(source.dataset().version) + " in " +
                     printable_line(benchmark.language) + "\n";
  if (made->lines - made->conversations < count_of(made->entries)) {
    text += "Some categories share their questions: " + std::string(kToTranslateFile) + " has " +
            counted(made->lines, "line", "lines") + ".\n";
  }
  const std::string word = shell_word(place);
  if (!is_quiet() && !word.empty()) {
    text += "\nTranslate the texts of " + printable_line(place) + "/" +
            std::string(kToTranslateFile) +
            ", keep ids and roles, and amend the ground truth if a value\nshould be in the other "
            "language. Then add the lines, all together or in parts:\n  bfclx dataset add " +
            word + " translations.jsonl\n";
  }
  return print(STDOUT_FILENO, text) ? kDone : kSomeUnusable;
}

std::string translations_text(const std::string& place, const OwnBenchmark& benchmark,
                              const AddedTranslations& made) {
  Table table;
  table.columns = {{"category"},
                   {"added", Align::kRight},
                   {"translated", Align::kRight},
                   {"entries", Align::kRight}};
  std::size_t translated = 0;
  const auto& all = benchmark.translation->entries;
  for (std::size_t i = 0; i < made.added.categories.size() && i < all.size(); ++i) {
    const AddedCategory& one = made.added.categories[i];
    table.rows.push_back(
        {{std::string(one.category->name), one.added > 0 ? grouped_digits(one.added) : "-",
          grouped_digits(one.all), grouped_digits(all[i].second)}});
    translated += one.all;
  }
  const Screen screen = Terminal::of_descriptor(STDOUT_FILENO).screen();
  std::string text = "added " + counted(made.taken, "translation", "translations") + " to " +
                     printable_line(place);
  if (made.replaced > 0) text += ", " + grouped_digits(made.replaced) + " replaced earlier ones";
  text += "\n\n" + terminal_table(table, screen, 0) + "\n";
  const auto paragraph = [&](const std::string& sentence) {
    if (!sentence.empty()) text += wrapped(sentence, 0, screen.width);
  };
  paragraph(translated_text(translated, count_of(all)));
  paragraph(conversations_text(made.conversations_left));
  if (made.unchanged > 0) {
    paragraph(counted(made.unchanged, "line has", "lines have") + " the source's texts and " +
              (made.unchanged == 1 ? "was" : "were") +
              " skipped; \"unchanged\": true in a line keeps them as the translation.");
  }
  return text + next_steps_text(place, "translations");
}

}  // namespace bfclx::tools
