// What a run is likely to take, before anything is asked: requests, tokens, money and time, each
// with the range in which it typically is.
//
// Input comes from the prompts. All else comes from a small table of typical numbers by kind of
// category and of model (estimate.cpp, docs/generate.md); what differs, differs for all entries
// alike, so ranges are added up.
#ifndef BFCLX_CORE_GENERATION_ESTIMATE_H_
#define BFCLX_CORE_GENERATION_ESTIMATE_H_

#include <cstddef>
#include <optional>
#include <string>

#include "core/dataset/category.h"
#include "core/generation/token_usage.h"

namespace bfclx {

struct TypicalRange {
  double low = 0;
  double likely = 0;
  double high = 0;

  void add(const TypicalRange& more);
  TypicalRange times(const TypicalRange& other) const;
};

struct EstimateBasis {
  std::optional<bool> reasoning = std::nullopt;          // of the model; none: not known
  std::optional<std::size_t> max_tokens = std::nullopt;  // of a response
  std::optional<TokenPrices> prices = std::nullopt;
  std::size_t concurrency = 0;  // 0: not known
  bool in_batches = false;      // their time is the provider's
};

class RunEstimate {
 public:
  explicit RunEstimate(const EstimateBasis& basis) : basis_(basis) {}

  // An entry with so many turns of the user; `bytes`: of its first request, which asks for so many
  // responses. With 0 another run asks for its own.
  void add(const Category* category, std::size_t turns, std::size_t bytes,
           std::size_t responses = 1);

  const TypicalRange& requests() const { return requests_; }
  // Bytes of the first request of an entry; 0 without entries.
  std::size_t smallest_request() const { return smallest_; }
  std::size_t largest_request() const { return largest_; }
  const TypicalRange& input() const { return input_; }
  TypicalRange output(bool reasoning) const;
  const EstimateBasis& basis() const { return basis_; }
  TypicalRange dollars(bool reasoning) const;  // 0 without prices
  TypicalRange seconds(bool reasoning) const;
  // Lines for people; empty without entries.
  std::string text() const;

 private:
  TypicalRange response(bool reasoning) const;

  EstimateBasis basis_;
  TypicalRange requests_;
  TypicalRange responses_;
  TypicalRange input_;  // tokens
  std::size_t smallest_ = 0;
  std::size_t largest_ = 0;
};

// Of several runs, one after the other: repeats, sweeps, models.
class EstimateSum {
 public:
  void add(const RunEstimate& run);
  // Lines for people; empty without entries.
  std::string text() const;

 private:
  // Where nobody knows whether a model reasons.
  struct Kind {
    bool possible = false;
    TypicalRange output;
    TypicalRange dollars;
    TypicalRange seconds;
  };
  std::string text_of(const Kind& kind, bool reasoning) const;

  std::size_t runs_ = 0;
  TypicalRange requests_;
  TypicalRange input_;
  Kind kinds_[2];  // without reasoning, and with it
  bool has_dollars_ = true;
  bool has_seconds_ = true;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_ESTIMATE_H_
