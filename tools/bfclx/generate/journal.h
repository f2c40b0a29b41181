// Journal: the answers of episodes that have not ended, beside their results, so that a run that
// was killed goes on in their middle and asks nothing again.
//
//   {"id": id, "i": n, "request": "89abcdef01234567", "status", "headers": {...}, "body": text,
//    "seconds"}
//
// "i" counts the answers of an entry from 0; "request" is a number made of what was asked. A run
// gives a conversation the known answers as long as it asks for the same; where it asks otherwise
// (another option, another day), the rest is forgotten.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_JOURNAL_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_JOURNAL_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/conversation/dialect.h"

namespace bfclx::tools {

struct JournalAnswer {
  std::uint64_t request = 0;
  HttpResponse response;
  double seconds = 0;
};

class Journal {
 public:
  // What killed runs have left; lines of entries that `ended` are passed over, and so is whatever
  // cannot be read.
  void read(std::string_view bytes, const std::function<bool(const std::string&)>& ended);
  // The answer `index` of an entry, where it is one to this request; nullptr otherwise.
  const JournalAnswer* find(const std::string& id, std::size_t index,
                            const HttpRequest& request) const;
  bool empty() const { return answers_.empty(); }
  // All that is left, as lines.
  std::string text() const;

  // One line with its end; empty where the answer is no text, which is then asked again.
  static std::string line(std::string_view id, std::size_t index, const HttpRequest& request,
                          const HttpResponse& response, double seconds);

 private:
  std::map<std::string, std::vector<JournalAnswer>, std::less<>> answers_;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_JOURNAL_H_
