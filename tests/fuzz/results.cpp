// Result files: anything may stand in them, and every line is either a reply or a problem. So it is
// with whatever else a person has in hand; what is made of it can be written as result lines, and
// these read again.
#include "core/dataset/results.h"

#include "core/dataset/reply_forms.h"
#include "core/value/json.h"
#include "core/value/repr.h"
#include "tests/fuzz/input.h"

namespace {

using namespace bfclx;

void check_problems(const ResultFile& file) {
  for (const ResultProblem& problem : file.problems) {
    if (problem.message.empty()) fuzz::broken("a problem without a message", "", "");
  }
}

void check_reply(const Reply& reply) {
  std::string line = R"({"id": "x", "result": )";
  append_json(line, reply.result);
  const ResultFile again = read_results(line + "}");
  const bool same =
      again.replies.size() == 1 && repr(again.replies[0].result) == repr(reply.result);
  if (!same) fuzz::broken("a reply that is another one as a result line", line, repr(reply.result));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);  // not made valid first
  check_problems(read_results(bytes));
  for (const bool any_text : {false, true}) {
    const ResultFile file = read_any_results(bytes, any_text);
    check_problems(file);
    for (const Reply& reply : file.replies) check_reply(reply);
    for (const Reply& reply : file.nameless) check_reply(reply);
    if (any_text && file.replies.empty() && file.nameless.empty() && file.problems.empty()) {
      fuzz::broken("bytes of which nothing is said", bytes, "");
    }
  }
  const std::string text = fuzz::text_of(data, size);
  for (const bool episode : {false, true}) reply_in_hand(std::string_view(text), episode);
  return 0;
}
