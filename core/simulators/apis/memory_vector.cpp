#include "core/simulators/apis/memory_vector.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/utf8.h"
#include "core/python/objects/operators.h"
#include "core/simulators/apis/embeddings.h"
#include "core/simulators/apis/memory.h"
#include "core/simulators/engine/objects.h"
#include "core/simulators/engine/support.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

struct Limits {
  std::int64_t entries;
  std::int64_t characters;
};
constexpr Limits kCore = {7, 300};
constexpr Limits kArchival = {50, 2000};

// A text in the order in which faiss scans it.
struct Indexed {
  std::int64_t id;
  Value text;
};

Value id_dict(const Value& id, std::string_view key) { return dict_of({{key, id}}); }

// Whether the text is longer than an entry may be: len(text) first, as any object has it.
Result<bool> is_too_long(const Value& text, const Limits& limits) {
  BFCLX_ASSIGN_OR_RETURN(const Value length, call_builtin("len", text));
  return length.as_int64() > limits.characters;
}

Value too_long(const Limits& limits) {
  return error_dict("Entry length exceeds maximum length of " + std::to_string(limits.characters) +
                    " characters.");
}

Status check_text(const Value& text) {
  if (text.is_str()) return {};
  return Error{"TypeError", "the text to embed must be str, not " + std::string(type_name(text))};
}

// The `most` best of the scores, as positions. faiss keeps a heap of the best, in which a newcomer
// replaces the worst only if it is better (of equals the earliest goes), and gives equals with the
// latest first.
std::vector<std::size_t> best_of(const std::vector<float>& scores, std::size_t most) {
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (kept.size() < most) {
      kept.push_back(i);
      continue;
    }
    // The first of the lowest: positions in `kept` stay in ascending order.
    const auto worst =
        std::min_element(kept.begin(), kept.end(),
                         [&](std::size_t a, std::size_t b) { return scores[a] < scores[b]; });
    if (!(scores[i] > scores[*worst])) continue;
    kept.erase(worst);
    kept.push_back(i);
  }
  std::reverse(kept.begin(), kept.end());
  std::stable_sort(kept.begin(), kept.end(),
                   [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
  return kept;
}

// How many entries index.search gives: min(top_k, size), and what faiss says of other types.
Result<std::size_t> result_count(const Value& top_k, std::size_t size) {
  const Value all = Value::integer(static_cast<std::int64_t>(size));
  BFCLX_ASSIGN_OR_RETURN(const bool takes_all, is_less(all, top_k));
  if (takes_all) return size;
  BFCLX_ASSIGN_OR_RETURN(const bool is_positive, is_less(Value::integer(0), top_k));
  if (!is_positive) return Error{"AssertionError", ""};
  if (top_k.is_bool()) return Error{"TypeError", "an integer is required"};
  if (!top_k.is_small_int()) return python::not_an_integer(top_k);
  return static_cast<std::size_t>(top_k.as_int64());
}

class VectorStore {
 public:
  explicit VectorStore(EpisodeModules& modules) : embeddings_(modules) {}

  Result<Value> add(const Value& text, const Limits& limits);
  Result<Value> remove(const Value& id);
  Result<Value> update(const Value& id, const Value& text, const Limits& limits);
  Result<Value> clear();
  Result<Value> retrieve(const Value& query, const Value& top_k);
  Value retrieve_all() const;

  Status load(const Value& snapshot);
  Value exported() const { return dict_of({{"next_id", next_id()}, {"store", store_}}); }
  const Value& texts() const { return store_; }
  // {"next_id", "store": [[id, text], ...], "index_ids"}
  Value shown() const;

 private:
  Value next_id() const { return Value::integer(next_id_); }
  void remove_from_index(const Value& id);

  Value store_ = Value::dict();  // id -> text
  std::int64_t next_id_ = 0;
  std::vector<Indexed> index_;
  Embeddings embeddings_;
};

Result<Value> VectorStore::add(const Value& text, const Limits& limits) {
  BFCLX_ASSIGN_OR_RETURN(const bool refused, is_too_long(text, limits));
  if (refused) return too_long(limits);
  if (store_.as_dict().size() >= static_cast<std::size_t>(limits.entries)) {
    return error_dict("Memory size exceeds maximum size of " + std::to_string(limits.entries) +
                      " entries.");
  }
  BFCLX_RETURN_IF_ERROR(check_text(text));
  const Value id = next_id();
  index_.push_back({next_id_++, text});
  store_.mutable_dict().set(id, text);
  return id_dict(id, "id");
}

void VectorStore::remove_from_index(const Value& id) {
  index_.erase(
      std::remove_if(index_.begin(), index_.end(),
                     [&](const Indexed& entry) { return equal(Value::integer(entry.id), id); }),
      index_.end());
}

Result<Value> VectorStore::remove(const Value& id) {
  BFCLX_ASSIGN_OR_RETURN(const bool known, is_member(id, store_));
  if (!known) return error_about("ID ", id, " not present in store.");
  remove_from_index(id);
  store_.mutable_dict().erase(id);
  BFCLX_ASSIGN_OR_RETURN(const std::string text, text_of(id));
  return text_result("status", "ID " + text + " removed from store.");
}

Result<Value> VectorStore::update(const Value& id, const Value& text, const Limits& limits) {
  BFCLX_ASSIGN_OR_RETURN(const bool known, is_member(id, store_));
  if (!known) return error_about("ID ", id, " not present in store.");
  BFCLX_ASSIGN_OR_RETURN(const bool refused, is_too_long(text, limits));
  if (refused) return too_long(limits);
  BFCLX_RETURN_IF_ERROR(check_text(text));
  remove_from_index(id);
  for (auto& [key, old] : store_.mutable_dict()) {
    if (!equal(key, id)) continue;
    index_.push_back({key.as_int64(), text});
    old = text;
  }
  BFCLX_ASSIGN_OR_RETURN(const std::string name, text_of(id));
  return text_result("status", "ID " + name + " updated.");
}

Result<Value> VectorStore::clear() {
  index_.clear();
  store_ = Value::dict();
  next_id_ = 0;
  return text_result("status", "Memory cleared.");
}

Result<Value> VectorStore::retrieve(const Value& query, const Value& top_k) {
  List results;
  if (store_.as_dict().empty()) return dict_of({{"result", Value::list()}});
  BFCLX_RETURN_IF_ERROR(check_text(query));
  std::vector<std::string_view> texts;
  for (const Indexed& entry : index_) texts.push_back(entry.text.as_str());
  texts.push_back(query.as_str());
  BFCLX_RETURN_IF_ERROR(embeddings_.learn(texts));
  BFCLX_ASSIGN_OR_RETURN(const std::size_t most, result_count(top_k, store_.as_dict().size()));
  const Embedding& wanted = embeddings_.of(query.as_str());
  std::vector<float> scores;
  for (const Indexed& entry : index_) {
    scores.push_back(similarity(wanted, embeddings_.of(entry.text.as_str())));
  }
  for (const std::size_t i : best_of(scores, most)) {
    const Value id = Value::integer(index_[i].id);
    results.push_back(dict_of({{"id", id},
                               {"similarity_score", Value::real(static_cast<double>(scores[i]))},
                               {"text", *store_.as_dict().find(id)}}));
  }
  return dict_of({{"result", Value::list(std::move(results))}});
}

Value VectorStore::retrieve_all() const {
  List results;
  for (const auto& [id, text] : store_.as_dict()) {
    results.push_back(dict_of({{"id", id}, {"text", text}}));
  }
  return dict_of({{"result", Value::list(std::move(results))}});
}

// load_from_snapshot: the index is in the order of the ids afterwards.
Status VectorStore::load(const Value& snapshot) {
  BFCLX_ASSIGN_OR_RETURN(const Value next, get_item(snapshot, "next_id"));
  BFCLX_ASSIGN_OR_RETURN(const Value stored, get_item(snapshot, "store"));
  if (!stored.is_dict()) return no_attribute(stored, "items");
  Dict texts;
  for (const auto& [key, text] : stored.as_dict()) {
    BFCLX_ASSIGN_OR_RETURN(Value id, call_builtin("int", key));
    if (!id.is_small_int()) {
      return Error{"OverflowError", "Python int too large to convert to C long"};
    }
    BFCLX_RETURN_IF_ERROR(check_text(text));
    texts.set(std::move(id), text);
  }
  if (!next.is_small_int() || next.as_int64() < 0 || next.as_int64() > INT32_MAX) {
    return Error{"TypeError", "next_id must be a count, not " + repr(next)};
  }
  next_id_ = next.as_int64();
  index_.clear();
  for (const auto& [id, text] : texts) index_.push_back({id.as_int64(), text});
  std::sort(index_.begin(), index_.end(),
            [](const Indexed& a, const Indexed& b) { return a.id < b.id; });
  store_ = Value::dict(std::move(texts));
  return {};
}

Value VectorStore::shown() const {
  List pairs;
  List ids;
  for (const auto& [id, text] : store_.as_dict()) pairs.push_back(Value::list({id, text}));
  for (const Indexed& entry : index_) ids.push_back(Value::integer(entry.id));
  return dict_of({{"next_id", next_id()},
                  {"store", Value::list(std::move(pairs))},
                  {"index_ids", Value::list(std::move(ids))}});
}

class MemoryVector final : public MemoryApi {
 public:
  explicit MemoryVector(EpisodeModules& modules)
      : MemoryApi(modules), core_memory_(modules), archival_memory_(modules) {}

  const ClassTable& table() const override { return memory_vector_table(); }
  // The official sentence for an empty memory is never shown, as a store is always true: quirk
  // vector_memory_is_never_empty.
  Result<std::string> context() const override {
    JsonStyle style;
    style.indent = 4;
    return json_dumps(core_memory_.texts(), style);
  }

  template <const Limits& kLimits>
  Result<Value> add(Arguments a) {
    return store<kLimits>().add(a[0], kLimits);
  }
  template <const Limits& kLimits>
  Result<Value> remove(Arguments a) {
    return store<kLimits>().remove(a[0]);
  }
  template <const Limits& kLimits>
  Result<Value> update(Arguments a) {
    return store<kLimits>().update(a[0], a[1], kLimits);
  }
  template <const Limits& kLimits>
  Result<Value> clear(Arguments) {
    return store<kLimits>().clear();
  }
  template <const Limits& kLimits>
  Result<Value> retrieve(Arguments a) {
    return store<kLimits>().retrieve(a[0], a[1]);
  }
  template <const Limits& kLimits>
  Result<Value> retrieve_all(Arguments) {
    return store<kLimits>().retrieve_all();
  }

  VectorStore core_memory_;
  VectorStore archival_memory_;

 protected:
  Status load_snapshot(const Value& snapshot) override {
    BFCLX_ASSIGN_OR_RETURN(const Value core, get_item(snapshot, "core_memory"));
    BFCLX_RETURN_IF_ERROR(core_memory_.load(core));
    BFCLX_ASSIGN_OR_RETURN(const Value archival, get_item(snapshot, "archival_memory"));
    return archival_memory_.load(archival);
  }
  Value snapshot_value() const override {
    return dict_of({{"core_memory", core_memory_.exported()},
                    {"archival_memory", archival_memory_.exported()}});
  }

 private:
  template <const Limits& kLimits>
  VectorStore& store() {
    return &kLimits == &kCore ? core_memory_ : archival_memory_;
  }
};

template <VectorStore MemoryVector::*kStore>
Value get_store(const Simulator& self) {
  return (static_cast<const MemoryVector&>(self).*kStore).shown();
}

constexpr std::array<Parameter, 1> kText = {{{"text"}}};
constexpr std::array<Parameter, 1> kId = {{{"vec_id"}}};
constexpr std::array<Parameter, 2> kUpdate = {{{"vec_id"}, {"new_text"}}};
constexpr std::array<Parameter, 2> kSearch = {{{"query"}, {"top_k", default_int(5)}}};

constexpr std::array<Method, 12> kMethods = {{
    {"core_memory_add", kText, call_member<&MemoryVector::add<kCore>>},
    {"core_memory_remove", kId, call_member<&MemoryVector::remove<kCore>>},
    {"core_memory_update", kUpdate, call_member<&MemoryVector::update<kCore>>},
    {"core_memory_clear", {}, call_member<&MemoryVector::clear<kCore>>},
    {"core_memory_retrieve", kSearch, call_member<&MemoryVector::retrieve<kCore>>, kScans},
    {"core_memory_retrieve_all", {}, call_member<&MemoryVector::retrieve_all<kCore>>},
    {"archival_memory_add", kText, call_member<&MemoryVector::add<kArchival>>},
    {"archival_memory_remove", kId, call_member<&MemoryVector::remove<kArchival>>},
    {"archival_memory_update", kUpdate, call_member<&MemoryVector::update<kArchival>>},
    {"archival_memory_clear", {}, call_member<&MemoryVector::clear<kArchival>>},
    {"archival_memory_retrieve", kSearch, call_member<&MemoryVector::retrieve<kArchival>>, kScans},
    {"archival_memory_retrieve_all", {}, call_member<&MemoryVector::retrieve_all<kArchival>>},
}};

constexpr std::array<Attribute, 6> kAttributes = {{
    {"core_memory", get_store<&MemoryVector::core_memory_>},
    {"archival_memory", get_store<&MemoryVector::archival_memory_>},
    {"snapshot_folder", get_member<&MemoryApi::snapshot_folder_>},
    {"test_id", get_member<&MemoryApi::test_id_>},
    {"scenario", get_member<&MemoryApi::scenario_>},
    {"latest_snapshot_file", get_member<&MemoryApi::latest_snapshot_file_>},
}};

constexpr ClassTable kTable = {"MemoryAPI_vector", false, kMethods, kAttributes};

}  // namespace

const ClassTable& memory_vector_table() { return kTable; }

std::unique_ptr<Simulator> make_memory_vector(EpisodeModules& modules) {
  return std::make_unique<MemoryVector>(modules);
}

}  // namespace bfclx
