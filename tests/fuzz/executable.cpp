// Call texts of the executable categories: a value or an error comes out, within the budget; a call
// in brackets, which takes the long way, gives what the plain one gives; whatever a service
// answers.
#include <string>

#include "core/base/utf8.h"
#include "core/simulators/apis/cassette.h"
#include "core/simulators/apis/executable_library.h"
#include "core/value/repr.h"
#include "tests/fuzz/input.h"

namespace {

using namespace bfclx;

using Execute = Result<Value> (*)(std::string_view, EffectStore&, WorkBudget&);

std::string outcome(const Result<Value>& result) {
  if (result.ok()) return repr(*result);
  return std::string(result.error().kind) + ": " + result.error().message;
}

// The outcome when every request gets `body`; "Limit" where a bound was met.
std::string run(Execute execute, std::string_view text, std::string_view body) {
  constexpr std::size_t kSteps = 300'000;
  constexpr int kMaxRequests = 8;
  EffectStore store;
  WorkBudget budget(kSteps);
  for (int i = 0;; ++i) {
    store.forget_wanted();
    const Result<Value> result = execute(text, store, budget);
    if (!result.ok() && result.error().kind.empty()) {
      fuzz::broken("an error without a kind", text, result.error().message);
    }
    if (!result.ok() && is_effect(result.error()) != store.wanted().has_value()) {
      fuzz::broken("an effect without a request", text, result.error().message);
    }
    if (!store.wanted() || i == kMaxRequests) {
      const bool limited = !result.ok() && result.error().kind == "Limit";
      std::string shown = outcome(result);
      if (find_invalid_utf8(shown)) fuzz::broken("a result that is no UTF-8", text, shown);
      return limited ? "Limit" : shown;
    }
    const EffectRequest wanted = *store.wanted();
    const std::string named = request_json(wanted);
    if (find_invalid_utf8(named)) fuzz::broken("a request that is no UTF-8", text, named);
    EffectAnswer answer;
    answer.status = 200;
    answer.body = body;
    store.add(wanted, std::move(answer));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string input = fuzz::text_of(data, size);
  // What follows a zero byte is the answer of the services.
  const std::size_t zero = std::min(input.find('\0'), input.size());
  const std::string text = input.substr(0, zero);
  const std::string body = zero < input.size() ? input.substr(zero + 1) : R"({"body": [{}]})";
  const std::string plain = run(execute_call, text, body);
  if (plain != "Limit" && text.find("Error") == std::string::npos) {
    const std::string bracketed = run(execute_call, "(" + text + "\n)", body);
    // What is no expression by itself may be one in brackets, and the other way round.
    const bool differs = bracketed != plain && bracketed != "Limit";
    if (differs && plain.rfind("SyntaxError", 0) != 0 && plain.rfind("Indentation", 0) != 0 &&
        bracketed.rfind("SyntaxError", 0) != 0) {
      fuzz::broken("the plain way and the long way differ", text, plain + "\n  " + bracketed);
    }
  }
  run(execute_rest, text, body);
  return 0;
}
