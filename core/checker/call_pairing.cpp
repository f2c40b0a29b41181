#include "core/checker/call_pairing.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <string>
#include <utility>

#include "core/base/text.h"
#include "core/check/findings.h"
#include "core/check/rules.h"
#include "core/value/dict.h"

namespace bfclx {
namespace {

class Pairing {
 public:
  Pairing(const List& calls, const ExpectedCalls& expected, const PairingSettings& settings,
          std::size_t& progress)
      : calls_(calls), expected_(expected), settings_(settings), progress_(progress) {}

  std::optional<Reason> in_given_order() {
    for (std::size_t i = 0; i < expected_.size(); ++i) {
      std::optional<Reason> why = compare(i, i, progress_);
      if (why) return why;
    }
    return std::nullopt;
  }

  std::optional<Reason> in_any_order() {
    const std::size_t count = expected_.size();
    fits_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < count; ++j) fits_[i].push_back(is_same(i, j));
    }
    takers_.assign(count, kNobody);
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<bool> tried(count, false);
      if (!find_call(i, tried)) return unmatched(i);
      ++progress_;
    }
    return std::nullopt;
  }

 private:
  static constexpr std::size_t kNobody = static_cast<std::size_t>(-1);

  const Dict::Entry& call(std::size_t index) const { return calls_[index].as_dict().entry(0); }

  std::string name_of(std::size_t expected) const {
    std::string name = settings_.functions[expected_[expected]->function].name;
    if (settings_.underscore_to_dot) std::replace(name.begin(), name.end(), '.', '_');
    return name;
  }

  bool is_same(std::size_t expected, std::size_t given) const {
    std::vector<std::optional<bool>>& known = settings_.known.fits[expected_[expected].get()];
    known.resize(calls_.size());
    if (!known[given]) known[given] = compare_whole(expected, given);
    return *known[given];
  }

  bool compare_whole(std::size_t expected, std::size_t given) const {
    const auto& [name, arguments] = call(given);
    return name.is_str() && name.as_str() == name_of(expected) &&
           ValueMatch(settings_.match).matches_value(expected_[expected]->arguments, arguments);
  }

  // The reason why the call is not the expected one; its path begins with the call.
  std::optional<Reason> compare(std::size_t expected, std::size_t given,
                                std::size_t& progress) const {
    const auto& [name, arguments] = call(given);
    const std::string wanted = name_of(expected);
    if (!name.is_str() || name.as_str() != wanted) {
      return Reason{.rule = rules::kWrongFuncName,
                    .path = {index_value(given), name},
                    .expected = Value::str(wanted),
                    .found = name,
                    .text = concat({"The function ", brief_repr(Value::str(wanted)),
                                    " should be called, not ", brief_repr(name), "."})};
    }
    ++progress;
    ValueMatch match(settings_.match);
    std::optional<Reason> why = match.compare_arguments(expected_[expected]->arguments, arguments);
    progress += match.progress();
    if (!why) return std::nullopt;
    why->path.insert(why->path.begin(), {index_value(given), name});
    return why;
  }

  // Finds a call for the expected one, if need be by giving others another call (Kuhn's method).
  bool find_call(std::size_t expected, std::vector<bool>& tried) {
    for (std::size_t given = 0; given < takers_.size(); ++given) {
      if (!fits_[expected][given] || tried[given]) continue;
      tried[given] = true;
      if (takers_[given] != kNobody && !find_call(takers_[given], tried)) continue;
      takers_[given] = expected;
      return true;
    }
    return false;
  }

  // The reason is that of the nearest call that no other needs, the first of equals.
  Reason unmatched(std::size_t expected) {
    std::optional<Reason> nearest;
    std::size_t nearest_call = 0;
    std::size_t furthest = 0;
    for (std::size_t given = 0; given < calls_.size(); ++given) {
      if (takers_[given] != kNobody) continue;
      std::size_t progress = 0;
      std::optional<Reason> why = compare(expected, given, progress);
      if (!why || (nearest && progress <= furthest)) continue;
      furthest = progress;
      nearest = std::move(why);
      nearest_call = given;
    }
    progress_ += furthest;
    assert(nearest);  // as many calls as are expected, and this one has none
    nearest->text =
        concat({"No call fits expected call ", std::to_string(expected), "; the nearest is call ",
                std::to_string(nearest_call), ": ", nearest->text});
    return *std::move(nearest);
  }

  const List& calls_;
  const ExpectedCalls& expected_;
  const PairingSettings& settings_;
  std::size_t& progress_;
  std::vector<std::vector<bool>> fits_;  // [expected][given]
  std::vector<std::size_t> takers_;      // by call: the expected one
};

Reason wrong_count(std::size_t found, std::size_t expected) {
  return Reason{.rule = rules::kWrongCount,
                .path = {},
                .expected = index_value(expected),
                .found = index_value(found),
                .text = concat({"Calls expected: ", std::to_string(expected),
                                ", calls made: ", std::to_string(found), "."})};
}

}  // namespace

Verdict pair_calls(const Value& calls, const ExpectedCalls& expected, CallOrder order,
                   const PairingSettings& settings, std::size_t& progress) {
  const List& given = calls.items();
  std::optional<Reason> why;
  if (given.size() != expected.size()) {
    why = wrong_count(given.size(), expected.size());
  } else {
    Pairing pairing(given, expected, settings, progress);
    ++progress;
    // One call has no other order; its reason is told without pairing.
    const bool in_order = order == CallOrder::kGiven || given.size() == 1;
    why = in_order ? pairing.in_given_order() : pairing.in_any_order();
  }
  Verdict verdict;
  verdict.valid = !why;
  verdict.decoded = calls;
  if (!why) return verdict;
  verdict.error_type = concat(
      {settings.match == ValueMatching::kExact ? "exact_match:" : "schema_match:", why->rule});
  verdict.error = Value::list({Value::str(why->text)});
  verdict.why = *std::move(why);
  return verdict;
}

}  // namespace bfclx
