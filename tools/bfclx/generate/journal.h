// Journal: the answers of episodes that have not ended, beside their results, so that a run that
// was killed goes on in their middle and asks nothing again.
//
//   {"id": id, "i": n, "request": "89abcdef01234567", "status", "headers": {...}, "body": text,
//    "seconds"}
//
// "i" counts the answers of an entry from 0; "request" is a number made of what was asked. A run
// gives a conversation the known answers as long as it asks for the same; where it asks otherwise
// (another option, another day), the rest is forgotten.
//
// The answers stay on the disk: memory holds where each line is. An entry has at most kJournalEntry
// bytes in it; what goes beyond is asked again after a kill.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_JOURNAL_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_JOURNAL_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/conversation/dialect.h"
#include "tools/bfclx/output/below.h"

namespace bfclx::tools {

inline constexpr std::size_t kJournalEntry = std::size_t{32} << 20;

// Its name in the folder of a model.
inline constexpr const char* kJournalFile = "bfclx_unfinished.jsonl";

struct JournalAnswer {
  std::uint64_t request = 0;
  HttpResponse response;
  double seconds = 0;
};

class Journal {
 public:
  // What killed runs have left; lines of entries that `ended` are passed over, and so are lines
  // that are no answers. Error: why the file cannot be read to its end.
  Status read(Descriptor file, const std::function<bool(const std::string&)>& ended);
  // The answer `index` of an entry, where it is one to this request. Error: why its line cannot be
  // read now, so that nobody pays for it again.
  Result<std::optional<JournalAnswer>> find(const std::string& id, std::size_t index,
                                            const HttpRequest& request) const;
  bool empty() const { return answers_.empty(); }
  // All that is left, line by line, with their ends, in pieces. Error: why a line cannot be read
  // again.
  Status each_line(const std::function<void(std::string_view)>& line) const;

  // One line without its end; empty where the answer is no text, which is then asked again.
  static std::string line(std::string_view id, std::size_t index, const HttpRequest& request,
                          const HttpResponse& response, double seconds);

 private:
  struct Place {
    std::uint64_t request = 0;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
  };
  Descriptor file_;
  std::map<std::string, std::vector<Place>, std::less<>> answers_;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_JOURNAL_H_
