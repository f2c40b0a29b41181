#include "core/run/evalscope_files.h"

#include <set>
#include <utility>

#include "core/dataset/category.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr string_view kPredictions = "predictions";
constexpr string_view kReviews = "reviews";

// What stands before the last `/`, and behind it.
struct Split {
  string_view before;
  string_view last;
};
Split split(string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash == string_view::npos) return {{}, path};
  return {path.substr(0, slash), path.substr(slash + 1)};
}

// "predictions" or "reviews", and the model and the folder around both.
struct FilePlace {
  string_view kind;
  string_view model;
  string_view around;
};
FilePlace place_of(string_view path) {
  const Split model = split(split(path).before);
  const Split kind = split(model.before);
  return {kind.last, model.last, kind.before};
}

}  // namespace

bool is_evalscope_file(string_view path) {
  const string_view name = split(path).last;
  if (!name.starts_with("bfcl_v") || !name.ends_with(".jsonl")) return false;
  const string_view kind = place_of(path).kind;
  return (kind == kPredictions || kind == kReviews) && category_of_file(path) != nullptr;
}

std::vector<std::string> without_second_evalscope_files(std::vector<std::string> paths) {
  std::set<std::pair<std::string, std::string>> predicted;
  for (const std::string& path : paths) {
    const FilePlace place = place_of(path);
    if (place.kind == kPredictions) predicted.emplace(place.around, place.model);
  }
  std::erase_if(paths, [&](const std::string& path) {
    const FilePlace place = place_of(path);
    return place.kind == kReviews && is_evalscope_file(path) &&
           predicted.contains({std::string(place.around), std::string(place.model)});
  });
  return paths;
}

}  // namespace bfclx
