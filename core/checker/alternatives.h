// Alternatives that stand in an expected value, and combinations of them (internal to
// core/checker).
//
//   {"a": {"any_of": [1, 2]}, "b": {"any_of": [3, 4]}}     four combinations
//
// A value directly inside `any_of` is never alternatives itself, so {"any_of": [{"any_of": [1]}]}
// is the object {"any_of": [1]}. Of some alternatives one may be chosen already; then only the
// combinations with it count.
#ifndef BFCLX_CORE_CHECKER_ALTERNATIVES_H_
#define BFCLX_CORE_CHECKER_ALTERNATIVES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

// How much of schemas and values one expectation may compare.
inline constexpr std::size_t kMaxSchemaSteps = 5'000'000;

// kExpected: alternatives may stand there and inside. kAlternative: only inside, as the value
// stands directly inside `any_of`. kPlain: nowhere.
enum class Reading : std::uint8_t { kExpected, kAlternative, kPlain };
// Of what is inside such a value.
constexpr Reading inside(Reading reading) {
  return reading == Reading::kPlain ? reading : Reading::kExpected;
}

struct Alternatives {
  const List* items = nullptr;
  bool optional = false;  // the property may be left out, too
  // Ways to choose; the last one of optional alternatives is to leave out.
  std::size_t count() const { return items->size() + (optional ? 1 : 0); }
};
// Of {"any_of": [...]} and {"any_of": [...], "optional": true}; nullopt for any other value.
std::optional<Alternatives> alternatives_of(const Value& value,
                                            Reading reading = Reading::kExpected);

// How they were written, for the places in messages: {"any_of": [1, 2]}, or the plain list [1, 2]
// of BFCL's possible answers.
enum class WrittenAs : std::uint8_t { kAnyOf, kList };
std::string place_of_alternative(const std::string& place, std::size_t index, WrittenAs written);

// An Error for alternatives that are none ({"any_of": []}, {"any_of": 5}), or `optional` where
// nothing can be left out, and for values that are nested too deep or that JSON cannot hold.
// `is_member`: the value is a property of an object, or an argument.
Status check_alternatives(const Value& value, std::string_view place, bool is_member,
                          WrittenAs written);

// How many of the combinations something is true of.
struct SchemaFit {
  enum class Of : std::uint8_t { kAll, kNone, kSome };  // kSome: or nobody knows yet
  Of of = Of::kAll;
  const Value* open = nullptr;  // of kSome: the alternatives that are to be chosen from

  bool all() const { return of == Of::kAll; }
  bool none() const { return of == Of::kNone; }
  bool some() const { return of == Of::kSome; }
  static SchemaFit nothing() { return {Of::kNone}; }
  static SchemaFit depends_on(const Value& open) { return {Of::kSome, &open}; }
  static SchemaFit when(bool fits) { return {fits ? Of::kAll : Of::kNone}; }
  // Narrows this to what is true of both; false: of none.
  bool narrow(SchemaFit other);
};

class ChosenAlternatives {
 public:
  void choose(const Value& open, std::size_t index) { chosen_[&open] = index; }
  void release(const Value& open) { chosen_.erase(&open); }
  std::size_t size() const { return chosen_.size(); }

  // The index of the alternative that is chosen; nullptr where none is yet.
  const std::size_t* find(const Value& open) const;
  // Whether a property is there in all combinations.
  SchemaFit presence(const Value& item, Reading reading) const;
  // Each part of a value that is looked at adds to `steps`; once there are more than
  // kMaxSchemaSteps, the answer is not to be used.
  // The value with the alternatives that are chosen.
  Value resolved(const Value& value, Reading reading, std::size_t& steps) const;

  struct ReadValue {
    const Value& value;
    Reading reading;
  };
  // Whether they are equal as JSON.
  SchemaFit equal(const ReadValue& a, const ReadValue& b, std::size_t& steps) const;

 private:
  SchemaFit equal_to_any(const Value& open, const List& items, const ReadValue& other,
                         std::size_t& steps) const;
  SchemaFit equal_members(const Value* a, Reading in_a, const Value* b, Reading in_b,
                          std::size_t& steps) const;

  // By address: no two alternatives of an expected value have the same.
  std::unordered_map<const Value*, std::size_t> chosen_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECKER_ALTERNATIVES_H_
