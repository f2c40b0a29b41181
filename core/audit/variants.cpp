#include "core/audit/variants.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "core/audit/meaning.h"
#include "core/base/text.h"
#include "core/statistics/statistics.h"

namespace bfclx {
namespace {

constexpr std::size_t kFewest = 3;  // variants: two agree against one
constexpr std::size_t kShownCalls = 3;
constexpr std::size_t kShown = 160;
constexpr std::size_t kBefore = 40;     // bytes before the first difference of two long calls
constexpr std::size_t kLongStart = 40;  // that are left out

using Calls = std::multiset<std::string>;

struct Variant {
  std::size_t index = 0;
  bool long_context = false;
  Calls calls;
  std::map<std::string, std::string> written;  // as the dataset has them
  Calls functions;
};

Variant variant_of(const Entry& entry, std::size_t index) {
  Variant variant;
  variant.index = index;
  variant.long_context = entry.category->long_context;
  if (!entry.ground_truth.is_list()) return variant;
  for (const Value& turn : entry.ground_truth.items()) {
    if (!turn.is_list()) continue;
    for (const Value& call : turn.items()) {
      if (!call.is_str()) continue;
      const std::string text(call.as_str());
      const std::string plain = normalized_call(text);
      variant.calls.insert(plain);
      variant.written.emplace(plain, text);
      variant.functions.insert(plain.substr(0, plain.find('(')));
    }
  }
  return variant;
}

// Calls of one that the other does not have.
std::vector<std::string> missing_in(const Calls& other, const Calls& one) {
  std::vector<std::string> out;
  std::set_difference(one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(out));
  return out;
}

std::string written(const std::string& call, const Variant& of) {
  const auto text = of.written.find(call);
  return text != of.written.end() ? text->second : call;
}

std::string listed(const std::vector<std::string>& calls, const Variant& of) {
  std::string out;
  for (std::size_t i = 0; i < calls.size() && i < kShownCalls; ++i) {
    out += (i > 0 ? ", " : "") + short_text(written(calls[i], of), kShown);
  }
  if (calls.size() > kShownCalls) out += ", and more";
  return out;
}

// Where two long calls differ: "f(..." and what follows.
std::string differing(const std::string& call, std::size_t same) {
  const std::size_t name = call.find('(');
  if (name == call.npos || same < name + kBefore + kLongStart) return short_text(call, kShown);
  std::size_t begin = same - kBefore;
  while (begin < call.size() && (static_cast<unsigned char>(call[begin]) & 0xC0U) == 0x80) ++begin;
  return call.substr(0, name + 1) + "..." +
         short_text(std::string_view(call).substr(begin), kShown);
}

std::string sentence(const Variant& own, const Variant& other, bool functions, std::size_t others) {
  const std::vector<std::string> here =
      functions ? missing_in(other.functions, own.functions) : missing_in(other.calls, own.calls);
  const std::vector<std::string> there =
      functions ? missing_in(own.functions, other.functions) : missing_in(own.calls, other.calls);
  const std::string rest =
      "the ground truth of the " + std::to_string(others) + " other variants of this episode";
  if (here.size() == 1 && there.size() == 1) {
    const std::string one = written(here[0], own);
    const std::string two = written(there[0], other);
    const auto end = std::mismatch(one.begin(), one.end(), two.begin(), two.end()).first;
    const auto same = static_cast<std::size_t>(end - one.begin());
    return "the ground truth calls " + differing(one, same) + ", but " + rest + " calls " +
           differing(two, same);
  }
  if (here.empty()) return rest + " calls " + listed(there, other) + ", which is missing here";
  if (there.empty())
    return "the ground truth calls " + listed(here, own) + ", but " + rest + " does not";
  return "the ground truth calls " + listed(here, own) + ", but " + rest + " calls " +
         listed(there, other);
}

class Scenario {
 public:
  void add(Variant variant) {
    (variant.long_context ? long_ : plain_).push_back(std::move(variant));
  }

  void compare(std::vector<std::string>& texts) const {
    if (plain_.size() < kFewest) return;
    for (std::size_t i = 0; i < plain_.size(); ++i) {
      const Variant& other = plain_[i == 0 ? 1 : 0];
      if (plain_[i].calls == other.calls || !others_agree(i)) continue;
      texts[plain_[i].index] = sentence(plain_[i], other, false, plain_.size() - 1);
    }
    const bool agree = std::all_of(plain_.begin(), plain_.end(), [&](const Variant& one) {
      return one.functions == plain_.front().functions;
    });
    if (!agree) return;
    for (const Variant& one : long_) {
      if (distinct(one.functions) == distinct(plain_.front().functions)) continue;
      texts[one.index] = sentence(one, plain_.front(), true, plain_.size());
    }
  }

 private:
  static std::set<std::string> distinct(const Calls& calls) { return {calls.begin(), calls.end()}; }

  bool others_agree(std::size_t but) const {
    const Variant& first = plain_[but == 0 ? 1 : 0];
    for (std::size_t i = 0; i < plain_.size(); ++i) {
      if (i != but && plain_[i].calls != first.calls) return false;
    }
    return true;
  }

  std::vector<Variant> plain_;
  std::vector<Variant> long_;
};

}  // namespace

std::vector<std::string> variant_differences(std::span<const Entry* const> entries) {
  std::map<std::string, Scenario> scenarios;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Category& category = *entries[i]->category;
    if (category.judging != Judging::kMultiTurn || category.dependence != Dependence::kFamily) {
      continue;
    }
    scenarios[cluster_of(category, entries[i]->id)].add(variant_of(*entries[i], i));
  }
  std::vector<std::string> texts(entries.size());
  for (const auto& [name, scenario] : scenarios) scenario.compare(texts);
  return texts;
}

}  // namespace bfclx
