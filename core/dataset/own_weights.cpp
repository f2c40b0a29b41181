#include "core/dataset/own_weights.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/base/fnv.h"
#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/check/findings.h"
#include "core/dataset/category.h"
#include "core/dataset/entry_builder.h"
#include "core/dataset/entry_completion.h"
#include "core/dataset/entry_form.h"
#include "core/dataset/own_turns.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr double kLargest = 1e9;

Error wrong(std::string text) { return Error{.kind = "DatasetError", .message = std::move(text)}; }

Result<double> weight_of(const Value& tag, const Value& given) {
  double weight = -1;
  if (given.is_small_int()) weight = static_cast<double>(given.as_int64());
  if (given.is_float()) weight = given.as_float();
  // Not the other way round: NaN is in no range.
  if (weight >= 0 && weight <= kLargest) return weight;
  return wrong(concat({kWeightsMember, ".", tag.as_str(), ": ", brief_repr(given),
                       ", expected a number from 0 to 1,000,000,000"}));
}

std::set<string_view> tags_of(const Value& entry) {
  std::set<string_view> tags;
  const Value* list = find_member(entry, kTags);
  if (list == nullptr || !list->is_list()) return tags;
  for (const Value& tag : list->items()) {
    if (tag.is_str()) tags.insert(tag.as_str());
  }
  return tags;
}

constexpr std::size_t kMostShown = 20;

// Entries without exactly one weighted tag.
class WrongEntries {
 public:
  explicit WrongEntries(const TagWeights& weights) : weights_(weights) {}

  void add(const Value& entry, string_view id, const std::string& place) {
    if (++count_ > kMostShown) return;
    const string_view own_id = find_text(entry, kOwnId);
    std::string tags;
    for (const string_view tag : tags_of(entry)) tags.append(tags.empty() ? "" : ", ").append(tag);
    shown_ += concat({count_ > 1 ? "; " : "", own_id.empty() ? id : own_id, " (", place, ") ",
                      tags.empty() ? "has no tags" : "has ", tags});
  }
  bool any() const { return count_ > 0; }
  Error error() const {
    std::string names;
    for (const TagWeight& one : weights_) {
      names.append(names.empty() ? "" : ", ").append(one.tag);
    }
    std::string text = concat(
        {kOwnBenchmarkFile, ": ", kWeightsMember, ": expected exactly one of the tags ", names,
         " in each entry, wrong in ", counted(count_, "entry", "entries"), ": ", shown_});
    if (count_ > kMostShown)
      text += concat({"; and ", grouped_digits(count_ - kMostShown), " more"});
    return wrong(std::move(text));
  }

 private:
  const TagWeights& weights_;
  std::string shown_;
  std::size_t count_ = 0;
};

}  // namespace

Result<TagWeights> read_tag_weights(const Value& manifest) {
  TagWeights weights;
  const Value* given = given_member(manifest, kWeightsMember);
  if (given == nullptr) return weights;
  if (!given->is_dict()) {
    return wrong(
        concat({kWeightsMember, " is ", kind_text(given), ", expected an object of tags"}));
  }
  double sum = 0;
  for (const auto& [tag, value] : given->as_dict()) {
    BFCLX_ASSIGN_OR_RETURN(const double weight, weight_of(tag, value));
    weights.push_back({std::string(tag.as_str()), weight});
    sum += weight;
  }
  if (sum <= 0) return wrong(concat({kWeightsMember, ": expected at least one weight above 0"}));
  for (TagWeight& one : weights) one.share /= sum;
  return weights;
}

Result<std::size_t> weighted_tag(const Value& entry, const TagWeights& weights) {
  std::vector<std::size_t> found;
  const std::set<string_view> tags = tags_of(entry);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (tags.contains(weights[i].tag)) found.push_back(i);
  }
  if (found.size() == 1) return found.front();
  std::string names, known;
  for (const std::size_t i : found) names += concat({names.empty() ? "" : ", ", weights[i].tag});
  std::vector<string_view> all;
  for (const TagWeight& one : weights) {
    if (all.size() < kMostShown) known += concat({all.empty() ? "" : ", ", one.tag});
    all.push_back(one.tag);
  }
  if (all.size() > kMostShown) known += ", ...";
  std::string hint;
  for (const string_view tag : tags) {
    if (found.empty() && hint.empty()) hint = did_you_mean(tag, all);
  }
  return wrong(
      concat({kTags, ": expected exactly one tag of \"", kWeightsMember, "\" (", known, "), found ",
              names.empty() ? "none" : names, hint.empty() ? "" : ".", hint}));
}

std::uint64_t hash_of_rules(const OwnBenchmark& benchmark) {
  std::string text = std::to_string(static_cast<int>(benchmark.match));
  for (const TagWeight& one : benchmark.weights) {
    std::uint64_t bits = 0;
    static_assert(sizeof bits == sizeof one.share);
    std::memcpy(&bits, &one.share, sizeof bits);
    text += concat({"\n", one.tag, "\n", std::to_string(bits)});
  }
  return fnv1a(text);
}

std::optional<std::size_t> TagGroups::of(string_view id) const {
  const auto place = by_id.find(id);
  return place == by_id.end() ? std::nullopt : std::optional(place->second);
}

Result<std::shared_ptr<const TagGroups>> read_tag_groups(
    const std::function<Result<std::optional<std::string>>(const std::string& path)>& read,
    const TagWeights& weights) {
  auto groups = std::make_shared<TagGroups>();
  groups->weights = weights;
  std::vector<std::size_t> counts(weights.size());
  std::set<std::string, std::less<>> tags;
  WrongEntries wrong_entries(weights);
  string_view before;  // the categories that share a file stand together
  for (const Category& category : all_categories()) {
    if (category.varies_prompts || category.questions == before) continue;
    before = category.questions;
    const std::string path = concat({"data/", category.questions});
    const Result<std::optional<std::string>> bytes = read(path);
    if (!bytes.ok() || !*bytes) continue;
    for (DatasetLine& line : read_dataset_lines(**bytes)) {
      if (!line.object.ok()) continue;
      const Result<std::size_t> tag = weighted_tag(*line.object, weights);
      if (!tag.ok()) {
        wrong_entries.add(*line.object, line.id, concat({path, ":", std::to_string(line.number)}));
        continue;
      }
      ++counts[*tag];
      for (const string_view name : tags_of(*line.object)) tags.emplace(name);
      groups->by_id.emplace(std::move(line.id), *tag);
    }
  }
  if (wrong_entries.any()) return wrong_entries.error();
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (counts[i] > 0) continue;
    const std::vector<string_view> names(tags.begin(), tags.end());
    return wrong(concat({kOwnBenchmarkFile, ": ", kWeightsMember, ".", weights[i].tag,
                         ": no entry has this tag.", did_you_mean(weights[i].tag, names)}));
  }
  return std::shared_ptr<const TagGroups>(std::move(groups));
}

Value tag_groups_value(const TagGroups& groups) {
  std::vector<List> ids(groups.weights.size());
  std::vector<std::pair<string_view, std::size_t>> entries(groups.by_id.begin(),
                                                           groups.by_id.end());
  std::sort(entries.begin(), entries.end());
  for (const auto& [id, tag] : entries) ids[tag].push_back(Value::str(id));
  Dict tags;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    tags.set(groups.weights[i].tag, dict_of({{"weight", Value::real(groups.weights[i].share)},
                                             {"ids", Value::list(std::move(ids[i]))}}));
  }
  return Value::dict(std::move(tags));
}

Result<std::shared_ptr<const TagGroups>> read_tag_groups(const Value& given) {
  Dict shares;
  auto groups = std::make_shared<TagGroups>();
  for (const auto& [tag, one] : given.is_dict() ? given.as_dict() : Dict()) {
    const Value* weight = find_member(one, "weight");
    const Value* ids = find_member(one, "ids");
    if (weight == nullptr || ids == nullptr || !ids->is_list()) {
      return wrong(concat({"the tag ", tag.as_str(), " needs a weight and ids"}));
    }
    for (const Value& id : ids->items()) {
      if (id.is_str()) groups->by_id.emplace(id.as_str(), shares.size());
    }
    shares.set(tag.as_str(), *weight);
  }
  BFCLX_ASSIGN_OR_RETURN(
      groups->weights,
      read_tag_weights(dict_of({{kWeightsMember, Value::dict(std::move(shares))}})));
  return std::shared_ptr<const TagGroups>(std::move(groups));
}

}  // namespace bfclx
