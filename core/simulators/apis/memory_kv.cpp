#include "core/simulators/apis/memory_kv.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "core/base/utf8.h"
#include "core/python/objects/operators.h"
#include "core/simulators/apis/memory.h"
#include "core/simulators/apis/memory_search.h"
#include "core/simulators/engine/objects.h"
#include "core/simulators/engine/support.h"
#include "core/value/json.h"

namespace bfclx {

namespace {

// One of the two stores: what it holds at most and how it says so.
struct Store {
  std::int64_t entries;
  std::size_t characters;  // of an entry's text
  std::string_view full;
  std::string_view added;
  std::string_view cleared;
};

constexpr Store kCore = {7, 300, "Core memory is full. Please clear some entries.",
                         "Key-value pair added.", "Short term memory cleared."};
constexpr Store kArchival = {50, 2000, "Long term memory is full. Please clear some entries.",
                             "Key added.", "Long term memory cleared."};

Value too_long(const Store& store) {
  return error_dict("Entry is too long. Please shorten the entry to less than " +
                    std::to_string(store.characters) + " characters.");
}

// re.match(r"^[a-z]+(_[a-z0-9]+)*$", key), which takes one newline at the end.
bool is_snake_case(std::string_view key) {
  if (!key.empty() && key.back() == '\n') key.remove_suffix(1);
  bool first = true;  // of the parts between underscores
  while (true) {
    const std::string_view part = key.substr(0, key.find('_'));
    const bool fits = std::all_of(part.begin(), part.end(), [&](char c) {
      return (c >= 'a' && c <= 'z') || (!first && c >= '0' && c <= '9');
    });
    if (part.empty() || !fits) return false;
    if (part.size() == key.size()) return true;
    key.remove_prefix(part.size() + 1);
    first = false;
  }
}

// {"ranked_results": [(score, key), ...]}, best first.
Result<Value> ranked(const Value& query, const List& keys, const Value& k) {
  std::vector<std::vector<std::string>> corpus;
  for (const Value& key : keys) corpus.push_back(memory_tokens(key.as_str()));
  if (corpus.empty()) {  // the mean length of none
    const Value none = Value::integer(0);
    return python::integer_operation(python::BinaryOperator::kDiv, none, none);
  }
  if (query.is_bytes()) return python::type_error("a bytes-like object is required, not 'str'");
  if (!query.is_str()) return no_attribute(query, "replace");
  const std::vector<double> scores = bm25_plus(corpus, memory_tokens(query.as_str()));
  std::vector<std::size_t> order(keys.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
  List results;
  for (const std::size_t i : order) {
    results.push_back(Value::tuple({Value::real(scores[i]), keys[i]}));
  }
  BFCLX_ASSIGN_OR_RETURN(Value first, python::slice(Value::list(std::move(results)), {}, k, {}));
  return dict_of({{"ranked_results", std::move(first)}});
}

class MemoryKv final : public MemoryApi {
 public:
  using MemoryApi::MemoryApi;

  const ClassTable& table() const override { return memory_kv_table(); }
  Result<std::string> context() const override;

  template <const Store& kStore>
  Result<Value> add(Arguments a);
  template <const Store& kStore>
  Result<Value> remove(Arguments a);
  template <const Store& kStore>
  Result<Value> replace(Arguments a);
  template <const Store& kStore>
  Result<Value> clear(Arguments a);
  template <const Store& kStore>
  Result<Value> retrieve(Arguments a);
  template <const Store& kStore>
  Result<Value> list_keys(Arguments a);
  template <const Store& kStore>
  Result<Value> key_search(Arguments a);
  Result<Value> core_memory_retrieve_all(Arguments a);

  Value core_memory_ = Value::dict();  // a dict, unless the snapshot said otherwise
  Value archival_memory_ = Value::dict();

 protected:
  Status load_snapshot(const Value& snapshot) override;
  Value snapshot_value() const override {
    return dict_of({{"core_memory", core_memory_}, {"archival_memory", archival_memory_}});
  }

 private:
  template <const Store& kStore>
  Value& memory() {
    return &kStore == &kCore ? core_memory_ : archival_memory_;
  }
};

Status MemoryKv::load_snapshot(const Value& snapshot) {
  BFCLX_ASSIGN_OR_RETURN(core_memory_, get_item(snapshot, "core_memory"));
  BFCLX_ASSIGN_OR_RETURN(archival_memory_, get_item(snapshot, "archival_memory"));
  return {};
}

Result<std::string> MemoryKv::context() const {
  if (!truthy(core_memory_))
    return std::string("There is no content in the core memory at this point.");
  JsonStyle style;
  style.indent = 4;
  return json_dumps(core_memory_, style);
}

template <const Store& kStore>
Result<Value> MemoryKv::add(Arguments a) {
  const Value& memory = this->memory<kStore>();
  BFCLX_ASSIGN_OR_RETURN(const std::string key, text_of(a[0]));
  BFCLX_ASSIGN_OR_RETURN(const std::string text, text_of(a[1]));
  BFCLX_ASSIGN_OR_RETURN(const Value size, call_builtin("len", memory));
  if (size.as_int64() >= kStore.entries) return error_dict(kStore.full);
  if (count_code_points(text) > kStore.characters) return too_long(kStore);
  if (!is_snake_case(key)) {
    return error_dict("Key must be in snake_case format and cannot contain spaces.");
  }
  BFCLX_ASSIGN_OR_RETURN(const bool taken, is_member(Value::str(key), memory));
  if (taken) return error_dict("Key name must be unique.");
  BFCLX_RETURN_IF_ERROR(set_item(memory, Value::str(key), Value::str(text)));
  return text_result("status", kStore.added);
}

template <const Store& kStore>
Result<Value> MemoryKv::remove(Arguments a) {
  const Value& memory = this->memory<kStore>();
  BFCLX_ASSIGN_OR_RETURN(const bool known, is_member(a[0], memory));
  if (!known) return error_dict("Key not found.");
  BFCLX_RETURN_IF_ERROR(delete_item(memory, a[0]));
  return text_result("status", "Key removed.");
}

template <const Store& kStore>
Result<Value> MemoryKv::replace(Arguments a) {
  const Value& memory = this->memory<kStore>();
  BFCLX_ASSIGN_OR_RETURN(const std::string key, text_of(a[0]));
  BFCLX_ASSIGN_OR_RETURN(const std::string text, text_of(a[1]));
  BFCLX_ASSIGN_OR_RETURN(const bool known, is_member(Value::str(key), memory));
  if (!known) return error_dict("Key not found.");
  if (count_code_points(text) > kStore.characters) return too_long(kStore);
  BFCLX_RETURN_IF_ERROR(set_item(memory, Value::str(key), Value::str(text)));
  return text_result("status", "Key replaced.");
}

template <const Store& kStore>
Result<Value> MemoryKv::clear(Arguments) {
  memory<kStore>() = Value::dict();
  return text_result("status", kStore.cleared);
}

template <const Store& kStore>
Result<Value> MemoryKv::retrieve(Arguments a) {
  const Value& memory = this->memory<kStore>();
  BFCLX_ASSIGN_OR_RETURN(const bool known, is_member(a[0], memory));
  if (!known) return error_dict("Key not found.");
  BFCLX_ASSIGN_OR_RETURN(Value text, get_item(memory, a[0]));
  return dict_of({{"value", std::move(text)}});
}

// list(memory.keys())
Result<List> keys_of(const Value& memory) {
  if (!memory.is_dict()) return no_attribute(memory, "keys");
  List keys;
  for (const auto& [key, text] : memory.as_dict()) keys.push_back(key);
  return keys;
}

template <const Store& kStore>
Result<Value> MemoryKv::list_keys(Arguments) {
  BFCLX_ASSIGN_OR_RETURN(List keys, keys_of(memory<kStore>()));
  return dict_of({{"keys", Value::list(std::move(keys))}});
}

template <const Store& kStore>
Result<Value> MemoryKv::key_search(Arguments a) {
  BFCLX_ASSIGN_OR_RETURN(const List keys, keys_of(memory<kStore>()));
  return ranked(a[0], keys, a[1]);
}

Result<Value> MemoryKv::core_memory_retrieve_all(Arguments) { return core_memory_; }

constexpr std::array<Parameter, 2> kEntry = {{{"key"}, {"value"}}};
constexpr std::array<Parameter, 1> kKey = {{{"key"}}};
constexpr std::array<Parameter, 2> kSearch = {{{"query"}, {"k", default_int(5)}}};

constexpr std::array<Method, 15> kMethods = {{
    {"core_memory_add", kEntry, call_member<&MemoryKv::add<kCore>>},
    {"core_memory_remove", kKey, call_member<&MemoryKv::remove<kCore>>},
    {"core_memory_replace", kEntry, call_member<&MemoryKv::replace<kCore>>},
    {"core_memory_clear", {}, call_member<&MemoryKv::clear<kCore>>},
    {"core_memory_retrieve", kKey, call_member<&MemoryKv::retrieve<kCore>>},
    {"core_memory_list_keys", {}, call_member<&MemoryKv::list_keys<kCore>>},
    {"core_memory_key_search", kSearch, call_member<&MemoryKv::key_search<kCore>>, kScans},
    {"core_memory_retrieve_all", {}, call_member<&MemoryKv::core_memory_retrieve_all>},
    {"archival_memory_add", kEntry, call_member<&MemoryKv::add<kArchival>>},
    {"archival_memory_remove", kKey, call_member<&MemoryKv::remove<kArchival>>},
    {"archival_memory_replace", kEntry, call_member<&MemoryKv::replace<kArchival>>},
    {"archival_memory_clear", {}, call_member<&MemoryKv::clear<kArchival>>},
    {"archival_memory_retrieve", kKey, call_member<&MemoryKv::retrieve<kArchival>>},
    {"archival_memory_list_keys", {}, call_member<&MemoryKv::list_keys<kArchival>>},
    {"archival_memory_key_search", kSearch, call_member<&MemoryKv::key_search<kArchival>>, kScans},
}};

constexpr std::array<Attribute, 6> kAttributes = {{
    {"core_memory", get_member<&MemoryKv::core_memory_>},
    {"archival_memory", get_member<&MemoryKv::archival_memory_>},
    {"snapshot_folder", get_member<&MemoryApi::snapshot_folder_>},
    {"test_id", get_member<&MemoryApi::test_id_>},
    {"scenario", get_member<&MemoryApi::scenario_>},
    {"latest_snapshot_file", get_member<&MemoryApi::latest_snapshot_file_>},
}};

constexpr ClassTable kTable = {"MemoryAPI_kv", false, kMethods, kAttributes};

}  // namespace

const ClassTable& memory_kv_table() { return kTable; }

std::unique_ptr<Simulator> make_memory_kv(EpisodeModules& modules) {
  return std::make_unique<MemoryKv>(modules);
}

}  // namespace bfclx
