// Finds calls in a text that no decoder parses, and tells responses from sample code in an
// explanation.
#ifndef BFCLX_CORE_FINDINGS_MEANT_CALLS_H_
#define BFCLX_CORE_FINDINGS_MEANT_CALLS_H_

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "core/dataset/dataset.h"

namespace bfclx {

struct CallRegion {
  std::size_t name = 0;   // where the function's name stands
  std::size_t begin = 0;  // of the whole call
  std::size_t end = 0;    // behind it; the end of the text where it stays open
};

// Calls of functions that the entry offers, in the order of the text: f(x=1), or an object with "f"
// as a name. Regions do not overlap. Of each function the first hundred or so; linear time.
std::vector<CallRegion> call_regions(const Entry& entry, std::string_view text);

// Where the response makes a call of an offered function as its answer: no sentence comes before
// its first call, or a mark of tool calls such as <tool_call> does; or, where the model writes its
// calls as text (`text_calls`), none comes behind the last. A call beside which the text refuses,
// asks for what is missing, or speaks of an example, is no answer. Reasoning up to </think> is no
// part of the answer, and there is none where it does not end.
std::optional<std::size_t> meant_call(const Entry& entry, std::string_view text, bool text_calls);

}  // namespace bfclx

#endif  // BFCLX_CORE_FINDINGS_MEANT_CALLS_H_
