// AskedSample: which entries a run asks that may leave some out (`--order uncertain`), so that what
// was asked is a random sample of each category: the first ones in the order of a draw.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_ASKED_SAMPLE_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_ASKED_SAMPLE_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>

#include "core/dataset/dataset.h"
#include "core/value/value.h"

namespace bfclx::tools {

class AskedSample {
 public:
  // Of the entries `only` of these categories; empty: of all. `done` have a result.
  AskedSample(const Dataset& dataset, std::span<const Category* const> categories,
              const std::set<std::string, std::less<>>& only,
              const std::set<std::string, std::less<>>& done, std::uint64_t seed);

  // Whether one that comes behind it has a result: it is asked in any case.
  bool is_needed(const std::string& id) const;
  void asks(const std::string& id);
  // How many entries of the category are asked, or were.
  std::size_t asked(const Category& category) const;
  std::uint64_t seed() const { return seed_; }
  // The member `sample` of settings in the manifest; None where everything is asked.
  Value value(bool finished) const;

 private:
  struct Place {
    const Category* category = nullptr;
    std::size_t number = 0;  // in the order of the draw
  };
  struct Count {
    std::size_t all = 0;
    std::size_t had = 0;
    std::size_t asked = 0;
  };
  std::uint64_t seed_;
  std::map<std::string, Place, std::less<>> places_;
  std::map<const Category*, Count> counts_;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_ASKED_SAMPLE_H_
