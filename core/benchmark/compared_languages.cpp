#include "core/benchmark/compared_languages.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/fnv.h"
#include "core/base/text.h"

namespace bfclx {
namespace {

using Hashes = std::map<std::string, std::uint64_t>;

// Of the source's files of those categories that were loaded.
Result<Hashes> source_hashes(const ComparedDataset& dataset) {
  Hashes hashes;
  for (const Category& one : categories()) {
    const Category* category = &one;
    if (!dataset.files->dataset().has(one)) continue;
    for (const std::string_view file : {category->questions, category->answers}) {
      if (file.empty()) continue;
      const std::string path = concat({"data/", file});
      const bool is_copy = dataset.translation() != nullptr;
      BFCLX_ASSIGN_OR_RETURN(const std::optional<std::string> bytes,
                             dataset.read(is_copy ? concat({kSourceFolder, path}) : path));
      if (bytes) hashes[path] = fnv1a(*bytes);
    }
  }
  return hashes;
}

std::string name_of(const ComparedDataset& dataset) {
  const OwnBenchmark* own = dataset.translation();
  return own != nullptr ? own->name : dataset.files->dataset().version;
}

}  // namespace

const OwnBenchmark* ComparedDataset::translation() const {
  const OwnBenchmark* own = files->own_benchmark();
  return own != nullptr && own->translation != nullptr ? own : nullptr;
}

std::string ComparedDataset::language() const {
  const OwnBenchmark* own = translation();
  return own != nullptr ? own->language : "source";
}

Status check_one_source(std::span<const ComparedDataset> datasets) {
  std::map<std::string, std::pair<std::uint64_t, const ComparedDataset*>> known;
  for (const ComparedDataset& dataset : datasets) {
    BFCLX_ASSIGN_OR_RETURN(const Hashes hashes, source_hashes(dataset));
    for (const auto& [path, hash] : hashes) {
      const auto [first, is_new] = known.emplace(path, std::pair(hash, &dataset));
      if (is_new || first->second.first == hash) continue;
      return Error{.kind = "dataset",
                   .message = concat({name_of(dataset), " and ", name_of(*first->second.second),
                                      " have different sources: ", path, " differs"})};
    }
  }
  return {};
}

HeadlineScore compared_headline(std::span<const ComparedDataset> datasets,
                                const NamedVersion& version) {
  HeadlineScore headline = version;
  std::size_t most = 0;
  for (const ComparedDataset& dataset : datasets) {
    if (dataset.translation() == nullptr) continue;
    HeadlineScore own = headline_score(*dataset.files, version);
    const std::size_t entries = count_of(dataset.files->own_entries());
    if (!own.is_own() || entries <= most) continue;
    most = entries;
    headline = std::move(own);
  }
  return headline;
}

std::string compared_languages_text(std::span<const ComparedDataset> datasets) {
  std::string text;
  for (const ComparedDataset& dataset : datasets) {
    const OwnBenchmark* own = dataset.translation();
    const std::string what =
        own == nullptr ? concat({" is in the source's language (", name_of(dataset), ")"})
                       : concat({" is in ", own->language, " (", own->name, " ", own->version,
                                 ", translation of ", own->translation->version, ")"});
    text += concat({text.empty() ? "" : ", ", dataset.run, what});
  }
  return text + ". Entries are paired by id.";
}

}  // namespace bfclx
