// Responses of servers: whatever a body holds, a dialect reads it or says what is wrong, and can go
// on asking. The first byte chooses the dialect, the second its mode; the rest is the body.
#include <memory>

#include "core/conversation/dialect.h"
#include "core/conversation/settings.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "tests/fuzz/input.h"

namespace bfclx::fuzz {
namespace {

constexpr std::string_view kEntry =
    R"({"id": "multi_turn_base_0", "question": [[{"role": "system", "content": "s"},)"
    R"({"role": "user", "content": "a"}], [{"role": "user", "content": "b"}]], "function": [)"
    R"({"name": "a.f", "description": "F.", "parameters": {"type": "dict", "properties": )"
    R"({"x": {"type": "float", "description": "X."}}, "required": ["x"]}}]})";
constexpr std::string_view kPrompts =
    R"({"DEFAULT_SYSTEM_PROMPT_FORMAT": "ret_fmt=python&tool_call_tag=False&func_doc_fmt=json)"
    R"(&prompt_fmt=plaintext&style=classic", "OUTPUT_FORMAT_MAPPING": {"python": "o"},)"
    R"("PARAM_TYPE_MAPPING": {"python": ""}, "PROMPT_TEMPLATE_MAPPING": {"plaintext": "P"},)"
    R"("PROMPT_STYLE_TEMPLATES": {"classic": {"persona": "a", "task": "b", "tool_call_no_tag": "c",)"
    R"("tool_call_with_tag": "d", "multiturn_behavior": "e", "available_tools": "f"}}})";

void must_say(const Status& status) {
  if (!status.ok() && status.error().message.empty()) broken("an error without words", "", "");
}

// One response, echoed, its calls answered, and the next turn asked.
void converse(Dialect& dialect, const Settings& settings, const HttpResponse& http) {
  const Value entry = json_loads(kEntry).value();
  const Value& turns = *entry.as_dict().find("question");
  if (!dialect.begin(entry, json_loads(kPrompts).value()).ok()) return;
  if (settings.calls_functions()) {
    must_say(dialect.compile_tools(*entry.as_dict().find("function")));
  }
  must_say(dialect.add_turn(turns.items()[0], true));
  if (!dialect.request().ok()) return;
  const Result<ModelResponse> response = dialect.parse(http);
  if (!response.ok()) {
    if (response.error().message.empty()) broken("an error without words", "", "");
    return;
  }
  must_say(dialect.add_assistant(*response));
  const Value two = Value::list({Value::str("{'id': 1}"), Value::str("r")});
  must_say(dialect.add_results(two, two, *response));
  must_say(dialect.add_turn(turns.items()[1], false));
  const Result<HttpRequest> next = dialect.request();
  if (next.ok() && !json_loads(next->body).ok()) broken("a body that is no JSON", next->body, "");
  dialect.input_log();
}

}  // namespace
}  // namespace bfclx::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bfclx;
  if (size < 2) return 0;
  Settings settings;
  settings.dialect = dialects()[data[0] % dialects().size()];
  settings.registry_name = settings.model_name = "claude-haiku-4-5-20251001";
  settings.fc = (data[1] & 1) != 0;
  settings.as_official = (data[1] & 2) != 0;
  HttpResponse response;
  response.status = 200;
  response.body.assign(reinterpret_cast<const char*>(data) + 2, size - 2);
  fuzz::converse(*settings.dialect->make(settings), settings, response);
  if (settings.dialect->error_text(response).empty()) fuzz::broken("no words for an error", "", "");
  return 0;
}
