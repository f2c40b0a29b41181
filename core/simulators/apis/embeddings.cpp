#include "core/simulators/apis/embeddings.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/base/fnv.h"
#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/simulators/engine/effects.h"
#include "core/simulators/engine/services.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx {

namespace {

constexpr std::size_t kStandInSize = 384;
constexpr std::size_t kMostComponents = 65536;

Error wrong_answer(std::string_view what) {
  return Error{"RuntimeError", "the embeddings server's response " + std::string(what)};
}

void add_word(std::string_view word, std::vector<std::int64_t>& sums) {
  std::uint64_t state = fnv1a(word);
  for (std::int64_t& sum : sums) {
    state += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    z ^= z >> 31;
    sum += static_cast<std::int64_t>(z >> 52) - 2048;
  }
}

const Value* member(const Value& object, std::string_view name) {
  return object.is_dict() ? object.as_dict().find(name) : nullptr;
}

std::optional<double> number(const Value& value) {
  if (value.is_float() && std::isfinite(value.as_float())) return value.as_float();
  if (value.is_small_int()) return static_cast<double>(value.as_int64());
  return std::nullopt;
}

// The vector of one row, made of length 1.
Result<Embedding> unit_vector(const Value& row) {
  const Value* components = member(row, "embedding");
  if (components == nullptr || !components->is_list() || components->items().empty() ||
      components->items().size() > kMostComponents) {
    return wrong_answer("has a row without an embedding");
  }
  double squares = 0;
  std::vector<double> numbers;
  for (const Value& component : components->items()) {
    const std::optional<double> value = number(component);
    if (!value) return wrong_answer("has an embedding that is not of numbers");
    numbers.push_back(*value);
    squares += *value * *value;
  }
  const double length = std::sqrt(squares);
  Embedding vector;
  for (const double value : numbers) {
    vector.push_back(static_cast<float>(length > 0 ? value / length : value));
  }
  return vector;
}

// The vectors of an answer, in the order of the texts that were asked for.
Result<std::vector<Embedding>> vectors_of(const EffectAnswer& answer, std::size_t count) {
  if (!answer.error.empty()) return Error{"RuntimeError", answer.error};
  if (answer.status != 200) return wrong_answer("has status " + std::to_string(answer.status));
  const Result<Value> parsed = json_loads(sanitize_utf8(answer.body));
  if (!parsed.ok()) return wrong_answer("is no JSON");
  const Value* rows = member(*parsed, "data");
  if (rows == nullptr || !rows->is_list() || rows->items().size() != count) {
    return wrong_answer("does not have a row for each text");
  }
  std::vector<Embedding> vectors(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Value& row = rows->items()[i];
    const Value* index = member(row, "index");
    const bool named = index != nullptr && index->is_small_int();
    const auto place = named ? static_cast<std::size_t>(index->as_int64()) : i;
    if (place >= count || !vectors[place].empty()) return wrong_answer("has rows of one index");
    BFCLX_ASSIGN_OR_RETURN(vectors[place], unit_vector(row));
  }
  for (const Embedding& vector : vectors) {
    if (vector.size() != vectors[0].size()) return wrong_answer("has embeddings of several sizes");
  }
  return vectors;
}

Result<EffectRequest> request_for(const Services& services, const List& texts) {
  Dict body;
  if (!services.embeddings_model.empty()) {
    body.set("model", Value::str(services.embeddings_model));
  }
  body.set("input", Value::list(texts));
  body.set("encoding_format", Value::str("float"));
  BFCLX_ASSIGN_OR_RETURN(std::string text, json_dumps(Value::dict(std::move(body))));
  EffectRequest request;
  request.kind = EffectRequest::Kind::kEmbedding;
  request.method = "POST";
  request.url = services.embeddings_url;
  request.headers = {{"Content-Type", "application/json"}};
  request.body = std::move(text);
  return request;
}

}  // namespace

Embedding stand_in_embedding(std::string_view text) {
  const std::string lowered = lower(text);
  std::vector<std::int64_t> sums(kStandInSize, 0);
  bool any = false;
  for (std::size_t begin = 0; begin <= lowered.size();) {
    const std::size_t end = std::min(lowered.find(' ', begin), lowered.size());
    if (end > begin) {
      add_word(std::string_view(lowered).substr(begin, end - begin), sums);
      any = true;
    }
    begin = end + 1;
  }
  if (!any) add_word("", sums);
  double squares = 0;
  for (const std::int64_t sum : sums) squares += static_cast<double>(sum * sum);
  const double length = std::sqrt(squares);
  Embedding vector;
  for (const std::int64_t sum : sums) {
    const double scaled = length > 0 ? 64.0 * static_cast<double>(sum) / length : 0;
    vector.push_back(static_cast<float>(std::floor(scaled + 0.5) / 64.0));
  }
  return vector;
}

Result<std::size_t> embedding_size(const EffectRequest& request, const EffectAnswer& answer) {
  const Result<Value> body = json_loads(request.body);
  const Value* texts = body.ok() ? member(*body, "input") : nullptr;
  const std::size_t count = texts != nullptr && texts->is_list() ? texts->items().size() : 1;
  BFCLX_ASSIGN_OR_RETURN(const std::vector<Embedding> vectors, vectors_of(answer, count));
  return vectors.empty() ? 0 : vectors[0].size();
}

Status Embeddings::learn(const std::vector<std::string_view>& texts) {
  const Services& services = modules_.services();
  List unknown;
  for (const std::string_view text : texts) {
    const auto [place, is_new] = known_.try_emplace(std::string(text));
    if (!is_new && !place->second.empty()) continue;
    if (services.embeddings == Services::Embeddings::kStandIn) {
      place->second = stand_in_embedding(text);
    } else if (is_new) {
      unknown.push_back(Value::str(text));
    }
  }
  if (unknown.empty()) return {};
  const auto forget = [&] {
    for (const Value& text : unknown) known_.erase(std::string(text.as_str()));
  };
  const auto vectors = [&]() -> Result<std::vector<Embedding>> {
    if (services.embeddings == Services::Embeddings::kNone || modules_.effects() == nullptr) {
      return Error{"Unsupported", "there is no embedding model; --embeddings URL names one"};
    }
    BFCLX_ASSIGN_OR_RETURN(const EffectRequest request, request_for(services, unknown));
    BFCLX_ASSIGN_OR_RETURN(const EffectAnswer* answer, modules_.effects()->ask(request));
    return vectors_of(*answer, unknown.size());
  }();
  if (!vectors.ok()) {
    forget();
    return vectors.error();
  }
  for (std::size_t i = 0; i < unknown.size(); ++i) {
    known_[std::string(unknown[i].as_str())] = (*vectors)[i];
  }
  return {};
}

float similarity(const Embedding& a, const Embedding& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  }
  return static_cast<float>(sum);
}

}  // namespace bfclx
