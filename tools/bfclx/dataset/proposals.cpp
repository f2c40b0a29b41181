#include "tools/bfclx/dataset/proposals.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/checker/option_names.h"
#include "core/checker/own_match.h"
#include "core/dataset/entry_form.h"
#include "core/dataset/own_turns.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx::tools {
namespace {

using std::string_view;

void add_asked(Dict& asked, const Value& given) {
  for (const string_view member : {"question", "messages", "tools"}) {
    if (const Value* value = given_member(given, member)) asked.set(member, *value);
  }
}

// Equal for the same question with the same tools.
std::string asked_of(const Value& object) {
  Dict asked;
  add_asked(asked, object);
  if (const Value* turns = given_member(object, "turns"); turns != nullptr && turns->is_list()) {
    List all;
    for (const Value& turn : turns->items()) {
      Dict one;
      add_asked(one, turn);
      all.push_back(Value::dict(std::move(one)));
    }
    asked.set("turns", Value::list(std::move(all)));
  }
  return case_line(Value::dict(std::move(asked)));
}

bool has_tag(const Value& object, string_view tag) {
  const Value* tags = given_member(object, kTags);
  if (tags == nullptr || !tags->is_list()) return false;
  return std::any_of(tags->items().begin(), tags->items().end(),
                     [&](const Value& one) { return one.is_str() && one.as_str() == tag; });
}

// Expected calls of which no order is asked are the same in any.
bool same_expected(const Value& a, const Value& b, bool in_order) {
  if (in_order || !a.is_list() || !b.is_list()) return equal(a, b);
  return std::is_permutation(
      a.items().begin(), a.items().end(), b.items().begin(), b.items().end(),
      [](const Value& one, const Value& other) { return equal(one, other); });
}

bool same_case(const Value& a, const Value& b) {
  if (!a.is_dict() || !b.is_dict()) return equal(a, b);
  const Dict& one = a.as_dict();
  const Dict& other = b.as_dict();
  if (one.size() != other.size()) return false;
  const bool in_order = find_text(a, kOrderMember) == option_name(kOrderNames, CallOrder::kGiven);
  return std::all_of(one.begin(), one.end(), [&](const auto& member) {
    const auto& [name, value] = member;
    const Value* its = other.find(name);
    if (its == nullptr) return false;
    const bool is_expected = name.is_str() && name.as_str() == "expected";
    return is_expected ? same_expected(value, *its, in_order) : equal(value, *its);
  });
}

}  // namespace

std::string case_line(const Value& object) {
  std::string line;
  append_json(line, object);
  return line += '\n';
}

void group_proposals(std::vector<ProposedCase>& proposals) {
  std::unordered_map<std::string, std::size_t> questions;
  std::vector<std::vector<ProposedCase>> groups;
  for (ProposedCase& one : proposals) {
    const auto [at, is_new] = questions.emplace(asked_of(one.object), groups.size());
    if (is_new) groups.emplace_back();
    one.question = at->second;
    std::vector<ProposedCase>& group = groups[at->second];
    const auto same = std::find_if(group.begin(), group.end(), [&](const ProposedCase& other) {
      return other.verdict == one.verdict && same_case(other.object, one.object);
    });
    if (same == group.end()) {
      group.push_back(std::move(one));
    } else {
      ++same->times;
    }
  }
  proposals.clear();
  for (std::vector<ProposedCase>& group : groups) {
    std::stable_sort(group.begin(), group.end(), [](const ProposedCase& a, const ProposedCase& b) {
      const bool a_passed = a.verdict == ProposalVerdict::kPassed;
      const bool b_passed = b.verdict == ProposalVerdict::kPassed;
      return a_passed != b_passed ? a_passed : a.times > b.times;
    });
    for (std::size_t i = 0; i < group.size(); ++i) {
      ProposedCase& one = group[i];
      if (one.times > 1) {
        one.from += concat({", and ", counted(one.times - 1, "other", "others")});
      }
      if (group.size() > 1) {
        one.from += concat({" (response ", std::to_string(i + 1), " of ",
                            std::to_string(group.size()), " to this question)"});
      }
      proposals.push_back(std::move(one));
    }
  }
}

void add_tags(Value& object, const std::vector<std::string>& tags, const TagWeights& weights) {
  if (!object.is_dict()) return;
  const Value* given = given_member(object, kTags);
  if (given != nullptr && !given->is_list()) return;
  List all = given != nullptr ? given->items() : List();
  const bool is_weighted = !weights.empty() && !needs_tag(object, weights);
  for (const std::string& tag : tags) {
    const bool has_weight = std::any_of(weights.begin(), weights.end(),
                                        [&](const TagWeight& one) { return one.tag == tag; });
    if (!has_tag(object, tag) && !(is_weighted && has_weight)) all.push_back(Value::str(tag));
  }
  if (all.empty()) return;
  Dict members = object.as_dict();
  members.set(kTags, Value::list(std::move(all)));
  object = Value::dict(std::move(members));
}

bool needs_tag(const Value& object, const TagWeights& weights) {
  return !weights.empty() &&
         std::none_of(weights.begin(), weights.end(),
                      [&](const TagWeight& one) { return has_tag(object, one.tag); });
}

}  // namespace bfclx::tools
