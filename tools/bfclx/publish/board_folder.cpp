#include "tools/bfclx/publish/board_folder.h"

#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>
#include <utility>

#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/dataset_dir.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/output/output_file.h"
#include "tools/bfclx/publish/published_files.h"
#include "tools/bfclx/publish/slices.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// Empty where it has no such text.
std::string text_of(const Json& json, const char* member) {
  const bool has = json.is_object() && json.contains(member) && json[member].is_string();
  return has ? json[member].get<std::string>() : std::string();
}

// As it is without links; also of what is not there yet.
fs::path whole(const fs::path& path) {
  std::error_code error;
  fs::path canonical = fs::weakly_canonical(fs::absolute(path, error), error);
  if (!canonical.has_filename()) canonical = canonical.parent_path();
  return canonical;
}

bool is_ours(const fs::path& output) {
  std::error_code error;
  const fs::path mark = output / kBoardMark;
  if (!fs::is_regular_file(mark, error) || fs::file_size(mark, error) > 4096) return false;
  const Json json = Json::parse(read_file(mark.string()).bytes, nullptr, false);
  return text_of(json, "schema").starts_with("bfclx-board-");
}

void check_is_ours_or_empty(const fs::path& output) {
  std::error_code error;
  if (is_ours(output)) {
    for (const char* folder : {"data", "data/models", "data/entries", "assets"}) {
      if (fs::is_symlink(output / folder, error)) {
        throw UsageError((output / folder).string() +
                         " is a link: a leaderboard is not written through links");
      }
    }
    return;
  }
  for (const auto& entry : fs::directory_iterator(output, error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(".")) continue;  // of version control, say
    throw UsageError(output.string() + " holds `" + name +
                     "` and is not a leaderboard of `bfclx "
                     "report`; pass an empty folder, or one that it wrote, with --output");
  }
}

void check_apart(const fs::path& output, const fs::path& input, std::string_view what) {
  std::error_code error;
  const fs::path own = whole(output);
  const fs::path other = whole(input);
  if (!fs::exists(other, error)) return;
  const bool inside = fs::is_directory(other, error) && is_below(own, other);
  if (!inside && !is_below(other, own)) return;
  throw UsageError("--output " + output.string() + (inside ? " is inside " : " contains ") +
                   std::string(what) + ", " + input.string() + "; choose a separate folder");
}

}  // namespace

// "bfclx publish" is data: it marks the leaderboards of every version.
std::string board_mark() {
  return "{\"schema\":\"" + std::string(kBoardSchema) + "\",\"made_by\":\"bfclx publish\"}\n";
}

void check_board_folder(const RunOptions& options, const fs::path& output, const fs::path& site) {
  for (const std::string& path : options.paths) {
    if (path != "-") check_apart(output, path, "results that are read");
  }
  const fs::path dataset =
      options.dataset.empty() ? fs::path(DatasetDir::default_folder()) : fs::path(options.dataset);
  check_apart(output, dataset / "data", "the dataset");
  check_apart(output, dataset / "models.json", "the dataset");
  if (!options.models_file.empty()) check_apart(output, options.models_file, "the registry");
  if (!options.cassette.empty()) check_apart(output, options.cassette, "the recording");
  if (!site.empty()) check_apart(output, site, "the built site");
  check_is_ours_or_empty(output);
}

BoardIndex read_board_index(const fs::path& output) {
  BoardIndex index;
  const Json json =
      Json::parse(read_file((output / "data/index.json").string()).bytes, nullptr, false);
  if (text_of(json, "schema") != kBoardSchema || !json.contains("models")) return index;
  index.there = true;
  index.title = text_of(json, "title");
  index.leaderboard = text_of(json, "leaderboard");
  if (json.contains("program")) index.version = text_of(json["program"], "version");
  if (json.contains("dataset")) {
    index.dataset = text_of(json["dataset"], "hash");
    index.dataset_version = text_of(json["dataset"], "version");
    if (json["dataset"].contains("files") && json["dataset"]["files"].is_object()) {
      for (const auto& [path, hash] : json["dataset"]["files"].items()) {
        if (hash.is_string()) index.dataset_files[path] = hash.get<std::string>();
      }
    }
  }
  const Json ids =
      Json::parse(read_file((output / "data/ids.json").string()).bytes, nullptr, false);
  if (ids.contains("tags") && ids["tags"].is_object()) {
    for (const auto& [tag, entries] : ids["tags"].items()) {
      const bool has = entries.contains("weight") && entries["weight"].is_number();
      index.tag_weights[tag] = has ? entries["weight"].get<double>() : 0;
    }
  }
  const auto number = [&](const char* member) {
    const bool has = json.contains(member) && json[member].is_number_unsigned();
    return has ? json[member].get<std::uint64_t>() : 0;
  };
  index.replicates = number("replicates");
  index.seed = number("seed");
  index.whole = json["models"].is_array();
  for (const Json& model : json["models"]) {
    const std::string name = text_of(model, "name");
    if (model.contains("repeat")) {
      index.repeats[text_of(model, "label")] = {text_of(model["repeat"], "settings"),
                                                text_of(model["repeat"], "repetition"),
                                                text_of(model["repeat"], "manifest")};
    }
    const bool taken =
        is_safe_name(name) && index.models.emplace(name, text_of(model, "label")).second;
    index.whole = index.whole && taken;
  }
  return index;
}

}  // namespace bfclx::tools
