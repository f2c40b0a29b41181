#include "core/statistics/composition_json.h"

#include <utility>

#include "core/value/dict_of.h"

namespace bfclx {
namespace {

std::string_view name_of(Combining combining) {
  switch (combining) {
    case Combining::kMean:
      return "mean";
    case Combining::kByEntries:
      return "by_entries";
    case Combining::kWeights:
      return "weights";
    case Combining::kCategory:
      break;
  }
  return "category";
}

Value tree_value(const ScorePart& score, double share) {
  List parts;
  for (const ScorePart& part : score.parts) {
    parts.push_back(tree_value(part, share_in(score, part)));
  }
  return dict_of({{"name", score.name},
                  {"label", label_of(score)},
                  {"column", score.column.empty() ? Value() : Value::str(score.column)},
                  {"combining", name_of(score.combining)},
                  {"weight", score.weight},
                  {"share", share},
                  {"parts", Value::list(std::move(parts))}});
}

}  // namespace

Value composition_value(const NamedVersion& version) {
  List others;
  for (const ScorePart& shown : shown_scores(version.version)) {
    others.push_back(tree_value(shown, 0));
  }
  List profile;
  for (const ScorePart* part : profile_parts(version.version)) {
    profile.push_back(Value::str(part->name));
  }
  return dict_of({{"name", version.name},
                  {"overall", tree_value(overall_score(version.version), 1)},
                  {"apart", Value::list(std::move(others))},
                  {"profile", Value::list(std::move(profile))}});
}

Value composition_value(const HeadlineScore& headline) {
  if (!headline.is_own()) return composition_value({headline.name(), headline.version()});
  List profile;
  for (const ScorePart& part : headline.score().parts) profile.push_back(Value::str(part.name));
  Value overall = tree_value(headline.score(), 1);
  if (headline.score().tags != nullptr) {
    overall.mutable_dict().set("combining", Value::str("tag_weights"));
  }
  return dict_of({{"name", headline.name()},
                  {"overall", std::move(overall)},
                  {"apart", Value::list({})},
                  {"profile", Value::list(std::move(profile))}});
}

}  // namespace bfclx
