#include "core/generation/spent_record.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

constexpr double kMost = 1e15;  // of any number: what is larger is no amount

Error malformed(std::string_view name) {
  return {"ValueError", "`" + std::string(name) + "` is not an amount"};
}

std::optional<double> amount_in(const Value& object, std::string_view name) {
  const Value* value = find_member(object, name);
  if (value == nullptr) return 0;
  const bool whole = value->is_small_int();
  if (!whole && !value->is_float()) return std::nullopt;
  const double number = whole ? static_cast<double>(value->as_int64()) : value->as_float();
  if (!(number >= 0) || number > kMost) return std::nullopt;
  return number;
}

Value counts_value(const TokenCounts& tokens) {
  return dict_of({{"input", tokens.input},
                  {"cached", tokens.cached},
                  {"output", tokens.output},
                  {"reasoning", tokens.reasoning},
                  {"written", tokens.written}});
}

Result<TokenCounts> read_counts(const Value& record, std::string_view name) {
  TokenCounts tokens;
  const Value* counts = find_member(record, name);
  if (counts == nullptr) return tokens;
  if (!counts->is_dict()) return malformed(name);
  for (const auto& [member, count] : {std::pair{"input", &tokens.input},
                                      {"cached", &tokens.cached},
                                      {"output", &tokens.output},
                                      {"reasoning", &tokens.reasoning},
                                      {"written", &tokens.written}}) {
    const std::optional<double> number = amount_in(*counts, member);
    if (!number) return malformed(member);
    *count = static_cast<std::size_t>(*number);
  }
  return tokens;
}

Value amounts_value(const Amounts& amounts) {
  return dict_of({{"cost", amounts.cost}, {"tokens", amounts.tokens}});
}

Result<Amounts> read_amounts(const Value& record, std::string_view name) {
  const Value* amounts = find_member(record, name);
  if (amounts == nullptr) return Amounts();
  if (!amounts->is_dict()) return malformed(name);
  const std::optional<double> cost = amount_in(*amounts, "cost");
  const std::optional<double> tokens = amount_in(*amounts, "tokens");
  if (!cost || !tokens) return malformed(name);
  return Amounts{*cost, *tokens};
}

}  // namespace

// Of what is held the kind of tokens is not known: where it has no cost, the dearest one counts.
Amounts SpentRecord::all(const std::optional<TokenPrices>& prices) const {
  Amounts all = {cost, static_cast<double>(tokens.all())};
  all.add(held);
  if (!prices) return all;
  const auto unknown = static_cast<std::size_t>(std::ceil(held_unpriced));
  all.cost += prices->cost(unpriced) +
              std::max(prices->cost({.input = unknown}), prices->cost({.output = unknown}));
  return all;
}

std::string spent_record_json(const SpentRecord& record) {
  Value value = dict_of({{"tokens", counts_value(record.tokens)},
                         {"cost", record.cost},
                         {"held", amounts_value(record.held)},
                         {"greatest", amounts_value(record.greatest)}});
  if (record.unpriced.all() > 0) {
    value.mutable_dict().set("unpriced", counts_value(record.unpriced));
  }
  if (record.held_unpriced > 0) {
    value.mutable_dict().set("held_unpriced", Value::real(record.held_unpriced));
  }
  std::string json;
  append_json(json, value);
  return json + "\n";
}

Result<SpentRecord> read_spent_record(std::string_view json) {
  BFCLX_ASSIGN_OR_RETURN(const Value value, json_loads(json));
  if (!value.is_dict()) return Error{"ValueError", "not a JSON object"};
  SpentRecord record;
  BFCLX_ASSIGN_OR_RETURN(record.tokens, read_counts(value, "tokens"));
  BFCLX_ASSIGN_OR_RETURN(record.unpriced, read_counts(value, "unpriced"));
  BFCLX_ASSIGN_OR_RETURN(record.held, read_amounts(value, "held"));
  BFCLX_ASSIGN_OR_RETURN(record.greatest, read_amounts(value, "greatest"));
  const std::optional<double> cost = amount_in(value, "cost");
  if (!cost) return malformed("cost");
  record.cost = *cost;
  const std::optional<double> held_unpriced = amount_in(value, "held_unpriced");
  if (!held_unpriced) return malformed("held_unpriced");
  record.held_unpriced = *held_unpriced;
  return record;
}

}  // namespace bfclx
