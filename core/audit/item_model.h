// How many runs are expected to pass an episode, from how able they are and how they do on its
// variants: a Rasch model over runs and entries. An entry that is hard in all its variants is hard,
// and one that nobody passes although its variants are passed is remarkable.
#ifndef BFCLX_CORE_AUDIT_ITEM_MODEL_H_
#define BFCLX_CORE_AUDIT_ITEM_MODEL_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace bfclx {

struct ModelledItem {
  struct Answer {
    std::uint32_t run = 0;
    bool right = false;
  };
  std::vector<Answer> answers;  // of a run at most one
  std::size_t category = 0;     // numbers from 0 on
  std::size_t scenario = 0;     // of variants the same
};

struct ExpectedPasses {
  double pass_rate = 0;         // of the item's runs
  double none_probability = 1;  // that none of them passes
};

// Of each item, from its variants and category, not from its own answers beyond what these say of
// the runs. Takes time in proportion to the answers, and is the same on every machine.
std::vector<ExpectedPasses> expected_passes(std::span<const ModelledItem> items, std::size_t runs);

}  // namespace bfclx

#endif  // BFCLX_CORE_AUDIT_ITEM_MODEL_H_
