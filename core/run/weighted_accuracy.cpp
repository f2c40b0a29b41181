#include "core/run/weighted_accuracy.h"

#include <utility>

#include "core/base/utf8.h"
#include "core/dataset/own_weights.h"
#include "core/value/dict_of.h"

namespace bfclx {

std::optional<WeightedAccuracy> weighted_accuracy(const RunForScores& run,
                                                  const HeadlineScore& headline) {
  const TagGroups* tags = headline.score().tags;
  if (tags == nullptr) return std::nullopt;
  WeightedAccuracy result;
  for (const TagWeight& one : tags->weights) result.groups.push_back({one.tag, one.share});
  for (const JudgedEntry& entry : run.judged) {
    const std::optional<std::size_t> tag = tags->of(entry.id);
    if (!tag) continue;
    ++result.groups[*tag].entries;
    result.groups[*tag].right += entry.right ? 1 : 0;
  }
  ScorePart plain = headline.score();
  plain.tags = nullptr;
  result.plain = own_score(run.scored, plain, headline.name());
  return result;
}

Value weighted_accuracy_value(const WeightedAccuracy& weighted, const BasedScore& score) {
  List groups;
  for (const auto& [tag, weight, entries, right] : weighted.groups) {
    groups.push_back(dict_of({{"tag", find_invalid_utf8(tag) ? sanitize_utf8(tag) : tag},
                              {"weight", Value::real(weight)},
                              {"entries", entries},
                              {"right", right}}));
  }
  Value value = based_score_value(score);
  Dict& members = value.mutable_dict();
  members.erase("basis");
  members.set("weight", Value::real(score.basis.weight));
  members.set("groups", Value::list(std::move(groups)));
  members.set("without_weights", based_score_value(weighted.plain));
  return value;
}

}  // namespace bfclx
