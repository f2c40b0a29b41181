// What repeats of a run say, in sentences and tables: for every form and view the same.
#ifndef BFCLX_CORE_RENDER_REPEATS_TEXT_H_
#define BFCLX_CORE_RENDER_REPEATS_TEXT_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/render/table.h"
#include "core/statistics/repeats.h"
#include "core/statistics/repeats_comparison.h"

namespace bfclx {

// "my-model: 5 repeats"
std::string repeats_heading(std::string_view model, const RepeatsAnalysis& analysis);
// The mean and the spread of the overall score, the entries that flip, and where the variance comes
// from; of repeats that share nothing that counts, that.
std::vector<std::string> repeats_sentences(const RepeatsAnalysis& analysis);
// "mean of 5 repeats, 60.1 to 62.4, pass^5 48.2"; of repeats that share nothing that counts "5
// repeats".
std::string repeats_short_text(const RepeatsAnalysis& analysis);
// pass@k and pass^k; of more than eight repeats, k is 1, 2, 4, ... and their number.
Table pass_table(const RepeatsAnalysis& analysis);
Table repeats_categories_table(const RepeatsAnalysis& analysis);

// Two models, or a model and a run, by the means of their repeats.
struct RepeatsPair {
  std::string_view a;  // names
  std::string_view b;
  bool warned = false;  // see meaning_of
  const RepeatsComparison* comparison = nullptr;
};
// "B: my-model, 5 repeats, against A: old-model, 1 run"
std::string repeats_pair_heading(const RepeatsPair& pair);
// The difference of the means and what it means, whether entries or decoding make it uncertain, and
// the entries of which no repeat of either side says otherwise.
std::vector<std::string> repeats_pair_sentences(const RepeatsPair& pair);
inline constexpr std::size_t kFewPairs = 5;  // of more, a table
// Many pairs with the same A, a line each, and what stands above them.
std::string repeats_pairs_heading(const RepeatsPair& first);
Table repeats_pairs_table(std::span<const RepeatsPair> pairs);

struct NamedRepeats {
  std::string_view model;
  const RepeatsAnalysis* analysis = nullptr;
};
// Many models, a line each.
Table repeats_overview(std::span<const NamedRepeats> models);

}  // namespace bfclx

#endif  // BFCLX_CORE_RENDER_REPEATS_TEXT_H_
