#include "core/base/utf8.h"
#include "core/statistics/repeats.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

Value figure_value(const RepeatsFigure& figure) {
  return dict_of({{"value", figure.value},
                  {"standard_error", figure.standard_error},
                  {"interval_95", range_value(figure.interval)}});
}

Value passes_value(const RepeatsAnalysis& analysis) {
  List items;
  for (const PassFigures& figures : analysis.passes) {
    items.push_back(dict_of({{"k", figures.k},
                             {"pass_at_k", figure_value(figures.at)},
                             {"pass_hat_k", figure_value(figures.hat)}}));
  }
  return Value::list(std::move(items));
}

Value categories_value(const RepeatsAnalysis& analysis) {
  List items;
  for (const RepeatsCategory& row : analysis.categories) {
    items.push_back(dict_of({{"category", row.category->name},
                             {"in_overall_score", row.counts},
                             {"entries", row.entries},
                             {"mean", row.mean},
                             {"lowest", row.low},
                             {"highest", row.high},
                             {"flips", row.flips},
                             {"any", row.any},
                             {"all", row.all}}));
  }
  return Value::list(std::move(items));
}

Value flipped_value(const RepeatsAnalysis& analysis) {
  List items;
  for (const FlippedEntry& entry : analysis.flipped) {
    items.push_back(dict_of({{"id", sanitize_utf8(entry.id)},
                             {"category", entry.category->name},
                             {"passed", entry.passed}}));
  }
  return Value::list(std::move(items));
}

}  // namespace

Value repeats_value(const RepeatsAnalysis& analysis) {
  List scores;
  for (const double score : analysis.scores) scores.push_back(Value::real(score));
  const bool any = !analysis.scores.empty();
  const auto real = [&](double value) { return any ? Value::real(value) : Value(); };
  const Accuracy& flipping = analysis.flipping;
  return dict_of({{"repeats", analysis.repeats},
                  {"scores", Value::list(std::move(scores))},
                  {"mean", real(analysis.mean.value)},
                  {"standard_error", real(analysis.mean.standard_error)},
                  {"interval_95", any ? range_value(analysis.mean.interval) : Value()},
                  {"lowest", real(analysis.low)},
                  {"highest", real(analysis.high)},
                  {"standard_deviation", real(analysis.deviation)},
                  {"pass", passes_value(analysis)},
                  {"flips", flipping.right},
                  {"flip_share", real(flipping.share)},
                  {"flip_interval_95", any ? range_value(flipping.interval) : Value()},
                  {"variance", dict_of({{"questions", real(analysis.questions_variance)},
                                        {"decoding", real(analysis.decoding_variance)},
                                        {"decoding_share", real(analysis.decoding_share())}})},
                  {"exchange_p", real(analysis.exchange_p)},
                  {"categories", categories_value(analysis)},
                  {"flipped", flipped_value(analysis)},
                  {"basis", basis_value(analysis.basis)}});
}

}  // namespace bfclx
