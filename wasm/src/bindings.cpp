// What JavaScript sees of the module: one class whose calls take and give bytes in the heap.
#include <emscripten/bind.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/api/module.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx::wasm {
namespace {

const std::span<const api::Call> kTables[] = {
    api::list_calls(),         api::dataset_calls(),    api::results_calls(),
    api::explain_calls(),      api::forms_calls(),      api::playground_calls(),
    api::diagnosis_calls(),    api::statistics_calls(), api::audit_calls(),
    api::conversation_calls(), api::schedule_calls(),   api::runs_calls(),
    api::overall_calls(),      api::document_calls(),   api::chart_calls(),
    api::checker_calls(),      api::benchmark_calls(),  api::repeats_calls(),
    api::review_calls(),
};

// Usage, see index.js: reserve(n), write the JSON of the arguments and behind it the payload there,
// call(name's place in the JSON ...), read json and bytes, release().
class Core {
 public:
  // Where to write `size` bytes; until the next call of anything.
  std::uintptr_t reserve(std::size_t size) {
    input_.resize(size);
    return reinterpret_cast<std::uintptr_t>(input_.data());
  }

  // The first `header` bytes are a JSON object with the call's name as "call"; the rest is payload.
  // False: the JSON that comes back is an error, {kind, message} and, as far as they are known,
  // {file, line, id}.
  bool call(std::size_t header) {
    json_.clear();
    bytes_.clear();
    const std::string_view input = input_;
    api::CallBytes bytes{input.substr(header), {}};
    const Result<Value> result = answer(input.substr(0, header), bytes);
    if (!result.ok()) return fail(result.error());
    append_json(json_, *result);
    bytes_ = std::move(bytes.out);
    return true;
  }

  std::uintptr_t json_data() const { return reinterpret_cast<std::uintptr_t>(json_.data()); }
  std::size_t json_size() const { return json_.size(); }
  std::uintptr_t bytes_data() const { return reinterpret_cast<std::uintptr_t>(bytes_.data()); }
  std::size_t bytes_size() const { return bytes_.size(); }

  // Gives back the memory of input and output.
  void release() {
    input_ = {};
    json_ = {};
    bytes_ = {};
  }

 private:
  Result<Value> answer(std::string_view header, api::CallBytes& bytes) {
    Result<Value> arguments = json_loads(header);
    const std::string_view name =
        arguments.ok() ? find_text(*arguments, "call") : std::string_view();
    BFCLX_ASSIGN_OR_RETURN(const api::Call* const call, module_.find_call(name));
    return call->run(module_, *arguments, bytes);
  }

  bool fail(const Error& error) {
    Dict members = dict_of({{"kind", error.kind}, {"message", error.message}}).as_dict();
    if (!error.file().empty()) members.set("file", Value::str(error.file()));
    if (error.place.line != 0) members.set("line", Value::integer(error.place.line));
    if (!error.id().empty()) members.set("id", Value::str(error.id()));
    append_json(json_, Value::dict(std::move(members)));
    return false;
  }

  api::Module module_{kTables};
  std::string input_;
  std::string json_;
  std::string bytes_;
};

}  // namespace

EMSCRIPTEN_BINDINGS(bfclx) {
  emscripten::class_<Core>("Core")
      .constructor<>()
      .function("reserve", &Core::reserve)
      .function("call", &Core::call)
      .function("jsonData", &Core::json_data)
      .function("jsonSize", &Core::json_size)
      .function("bytesData", &Core::bytes_data)
      .function("bytesSize", &Core::bytes_size)
      .function("release", &Core::release);
}

}  // namespace bfclx::wasm
