// ServiceJournal: responses of services, kept beside the results for runs that are killed, as lines
// of a cassette (core/simulators/apis/cassette.h).
//
// The answers stay on the disk: memory holds where the last answer to each request is. An answer
// that came twice is there once. What is larger than kServiceLine, and what comes when the file has
// kServiceBytes, is asked again after a kill.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_SERVICE_JOURNAL_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_SERVICE_JOURNAL_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/simulators/engine/effects.h"
#include "tools/bfclx/output/below.h"

namespace bfclx::tools {

inline constexpr std::size_t kServiceLine = std::size_t{16} << 20;
inline constexpr std::uint64_t kServiceBytes = std::uint64_t{1} << 30;

class ServiceJournal {
 public:
  // What is there; a line that cannot be read is passed over.
  void read(Descriptor file);
  // The last answer to the request that an earlier run had.
  std::optional<EffectAnswer> find(const std::string& key) const;
  // Whether a line (without its end) is to be written, and notes that it is.
  bool takes(std::string_view line);

 private:
  struct Place {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
  };
  Descriptor file_;
  std::unordered_map<std::string, Place> places_;  // by key of the request
  std::unordered_set<std::uint64_t> lines_;        // hashes
  std::uint64_t bytes_ = 0;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_SERVICE_JOURNAL_H_
