#include "core/value/dict.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "core/value/cpython_hash.h"
#include "core/value/key_order.h"

namespace bfclx {

namespace internal {

namespace {

std::uint32_t fold(std::uint64_t hash) {
  constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;
  return static_cast<std::uint32_t>((hash * kSpread) >> 32);
}

std::size_t lowest_bit(std::size_t number) { return number & (~number + 1); }

}  // namespace

template <typename Matches, typename OrderTo>
std::size_t HashIndex::find(std::uint64_t hash, const Matches& matches,
                            const OrderTo& order_to) const {
  const std::uint32_t folded = fold(hash);
  if (!ordered_) {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = folded & mask; slots_[at].position_plus_one != 0; at = (at + 1) & mask) {
      const Slot& slot = slots_[at];
      if (slot.hash == folded && matches(slot.position_plus_one - 1)) {
        return slot.position_plus_one - 1;
      }
    }
    return kNone;
  }
  const auto is_before = [&](const Slot& slot) {
    if (slot.hash != folded) return slot.hash < folded;
    return order_to(slot.position_plus_one - 1) > 0;
  };
  for (std::size_t end = slots_.size(); end > 0;) {
    const std::size_t begin = end - lowest_bit(end);
    const auto run = slots_.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto run_end = slots_.begin() + static_cast<std::ptrdiff_t>(end);
    const auto found = std::partition_point(run, run_end, is_before);
    if (found != run_end && found->hash == folded && matches(found->position_plus_one - 1)) {
      return found->position_plus_one - 1;
    }
    end = begin;
  }
  return kNone;
}

bool HashIndex::place(std::uint32_t hash, std::size_t position) {
  // Honest keys never come near these, in the largest of dicts.
  constexpr std::size_t kMostSlots = 1024;
  constexpr std::size_t kMostOfOneHash = 16;
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  std::size_t of_one_hash = 0;
  for (std::size_t passed = 0; slots_[at].position_plus_one != 0; ++passed) {
    if (slots_[at].hash == hash) ++of_one_hash;
    if (passed == kMostSlots || of_one_hash == kMostOfOneHash) return false;
    at = (at + 1) & mask;
  }
  slots_[at] = {hash, static_cast<std::uint32_t>(position + 1)};
  return true;
}

template <typename KeyOf>
void HashIndex::append(std::size_t position, const KeyOf& key_of) {
  const std::size_t count = position + 1;
  if (count <= kSmall) return;
  if (ordered_) {
    append_ordered(position, key_of);
  } else if (count * 4 > slots_.size() * 3 || !place(fold(key_hash(key_of(position))), position)) {
    grow(count, key_of);
  }
}

// Makes an index of `count` elements.
template <typename KeyOf>
void HashIndex::grow(std::size_t count, const KeyOf& key_of) {
  std::size_t capacity = 4 * kSmall;
  while (capacity < count * 2) capacity *= 2;
  // In the way of the last one are too many where there is room enough.
  bool placed = capacity > slots_.size();
  std::vector<Slot> old(placed ? capacity : 0, Slot{0, 0});
  old.swap(slots_);
  std::size_t known = 0;  // of those before they go by their old places
  for (const Slot& slot : old) {
    if (slot.position_plus_one == 0 || !placed) continue;
    placed = place(slot.hash, slot.position_plus_one - 1);
    ++known;
  }
  for (std::size_t i = known; i < count && placed; ++i)
    placed = place(fold(key_hash(key_of(i))), i);
  if (placed) return;
  slots_.clear();
  ordered_ = true;
  for (std::size_t i = 0; i < count; ++i) append_ordered(i, key_of);
}

template <typename KeyOf>
void HashIndex::append_ordered(std::size_t position, const KeyOf& key_of) {
  slots_.push_back({fold(key_hash(key_of(position))), static_cast<std::uint32_t>(position + 1)});
  const auto is_before = [&](const Slot& a, const Slot& b) {
    if (a.hash != b.hash) return a.hash < b.hash;
    return order_of_keys(key_of(a.position_plus_one - 1), key_of(b.position_plus_one - 1)) < 0;
  };
  const std::size_t merged = lowest_bit(slots_.size());
  for (std::size_t size = 1; size < merged; size *= 2) {
    const auto middle = slots_.end() - static_cast<std::ptrdiff_t>(size);
    std::inplace_merge(middle - static_cast<std::ptrdiff_t>(size), middle, slots_.end(), is_before);
  }
}

}  // namespace internal

using internal::HashIndex;

std::size_t Dict::position(const Value& key) const {
  if (key.is_str()) return position(key.as_str());
  const auto matches = [&](std::size_t i) { return same_or_equal(entries_[i].key, key); };
  if (index_.active()) {
    return index_.find(key_hash(key), matches,
                       [&](std::size_t i) { return order_of_keys(key, entries_[i].key); });
  }
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (matches(i)) return i;
  }
  return HashIndex::kNone;
}

namespace {

constexpr std::size_t kMaxInlineStr = 14;

struct Bits {
  std::uint64_t words[2];
};
Bits bits_of(const Value& value) {
  Bits bits;
  static_assert(sizeof bits == sizeof value);
  std::memcpy(&bits, static_cast<const void*>(&value), sizeof bits);
  return bits;
}

}  // namespace

std::size_t Dict::position(std::string_view key) const {
  if (key.size() <= kMaxInlineStr && !index_.active()) {
    // A str that sits inside its Value is equal to another if all their bits are.
    const Value wanted_key = Value::str(key);
    const Bits wanted = bits_of(wanted_key);
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const Bits bits = bits_of(entries_[i].key);
      if (bits.words[0] == wanted.words[0] && bits.words[1] == wanted.words[1]) return i;
    }
    return HashIndex::kNone;
  }
  const auto matches = [&](std::size_t i) {
    return entries_[i].key.is_str() && entries_[i].key.as_str() == key;
  };
  if (index_.active()) {
    return index_.find(hash_of_str(key), matches, [&](std::size_t i) {
      const Value& other = entries_[i].key;
      return other.is_str() ? key.compare(other.as_str()) : order_of_keys(Value::str(""), other);
    });
  }
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (matches(i)) return i;
  }
  return HashIndex::kNone;
}

const Value* Dict::find(const Value& key) const {
  const std::size_t at = key.is_str() ? position(key.as_str()) : position(key);
  return at == HashIndex::kNone ? nullptr : &entries_[at].value;
}

const Value* Dict::find(std::string_view key) const {
  const std::size_t at = position(key);
  return at == HashIndex::kNone ? nullptr : &entries_[at].value;
}

Value* Dict::find(const Value& key) {
  return const_cast<Value*>(static_cast<const Dict*>(this)->find(key));
}

Value* Dict::find(std::string_view key) {
  return const_cast<Value*>(static_cast<const Dict*>(this)->find(key));
}

void Dict::set(Value key, Value value) {
  assert(hashable(key));
  if (Value* present = find(key)) {
    *present = std::move(value);
    return;
  }
  append(std::move(key), std::move(value));
}
void Dict::append(Value key, Value value) {
  entries_.push_back({std::move(key), std::move(value)});
  index_.append(entries_.size() - 1,
                [this](std::size_t i) -> const Value& { return entries_[i].key; });
}
void Dict::add_missing(const Dict& other) {
  entries_.reserve(entries_.size() + other.size());
  for (const Entry& entry : other.entries_) {
    if (position(entry.key) == HashIndex::kNone) append(entry.key, entry.value);
  }
}

void Dict::set(std::string_view key, Value value) { set(Value::str(key), std::move(value)); }

void Dict::erase_at(std::size_t at) {
  const Entry gone = std::move(entries_[at]);
  entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(at));
  index_.clear();
  const auto key_of = [this](std::size_t i) -> const Value& { return entries_[i].key; };
  if (entries_.size() > HashIndex::kSmall) index_.append(entries_.size() - 1, key_of);
}

bool Dict::erase(const Value& key) {
  const std::size_t at = position(key);
  if (at == HashIndex::kNone) return false;
  erase_at(at);
  return true;
}

bool Dict::erase(std::string_view key) {
  const std::size_t at = position(key);
  if (at == HashIndex::kNone) return false;
  erase_at(at);
  return true;
}

void Dict::clear() {
  index_.clear();
  const std::vector<Entry> gone = std::move(entries_);
  entries_.clear();
}

// --- Set -----------------------------------------------------------------------------------------

std::size_t Set::position(const Value& item) const {
  const auto matches = [&](std::size_t i) { return same_or_equal(items_[i], item); };
  if (index_.active()) {
    return index_.find(key_hash(item), matches,
                       [&](std::size_t i) { return order_of_keys(item, items_[i]); });
  }
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (matches(i)) return i;
  }
  return HashIndex::kNone;
}

bool Set::contains(const Value& item) const { return position(item) != HashIndex::kNone; }

bool Set::insert(Value item) {
  assert(hashable(item));
  if (contains(item)) return false;
  items_.push_back(std::move(item));
  index_.append(items_.size() - 1, [this](std::size_t i) -> const Value& { return items_[i]; });
  return true;
}

namespace {

// The table of CPython's set (Objects/setobject.c of 3.11), as far as it decides the order of
// iteration: items are known by their number, and no two are equal.
class SetTable {
 public:
  explicit SetTable(const std::vector<std::uint64_t>& hashes) : hashes_(hashes) {}

  // set_add_entry of an item that is not there.
  void add(std::uint32_t item) {
    insert_clean(item);
    ++used_;
    if (used_ * 5 < mask() * 3) return;
    resize(used_ > 50000 ? used_ * 2 : used_ * 4);
  }

  // set_merge into this, which is empty.
  void merge(const SetTable& other) {
    if (other.used_ * 5 >= mask() * 3) resize(other.used_ * 2);
    if (mask() == other.mask()) {
      table_ = other.table_;
      later_.clear();
    } else {
      for (const std::uint32_t item : other.order()) insert_clean(item);
    }
    used_ = other.used_;
  }

  std::vector<std::uint32_t> order() const {
    std::vector<std::uint32_t> result;
    for (const std::uint32_t entry : table_) {
      if (entry != kUnused) result.push_back(entry);
    }
    return result;
  }

 private:
  static constexpr std::uint32_t kUnused = 0xffffffff;
  static constexpr std::size_t kMinSize = 8;
  static constexpr std::size_t kLinearProbes = 9;
  static constexpr int kPerturbShift = 5;

  std::size_t mask() const { return table_.size() - 1; }

  void insert_clean(std::uint32_t item) {
    std::uint64_t perturb = hashes_[item];
    std::uint64_t at = hashes_[item] & mask();
    while (true) {
      for (std::size_t i = 0; i <= probes_at(at); ++i) {
        if (table_[at + i] == kUnused) {
          table_[at + i] = item;
          return;
        }
      }
      perturb >>= kPerturbShift;
      at = next(at, perturb);
      if (perturb == 0) at = first_with_room(at);
    }
  }

  std::uint64_t next(std::uint64_t at, std::uint64_t perturb) const {
    return (at * 5 + 1 + perturb) & mask();
  }
  std::size_t probes_at(std::uint64_t at) const {
    return at + kLinearProbes <= mask() ? kLinearProbes : 0;
  }
  bool is_full(std::uint64_t at) const {
    const auto first = table_.begin() + static_cast<std::ptrdiff_t>(at);
    const auto end = first + static_cast<std::ptrdiff_t>(probes_at(at)) + 1;
    return std::find(first, end, kUnused) == end;
  }

  // Where the probing from `at` comes to a place with room. All that is left of a hash by then is
  // that place, so those that have been found full need not be looked at again: each knows a later
  // one.
  std::uint64_t first_with_room(std::uint64_t at) {
    if (!is_full(at)) return at;
    later_.resize(table_.size(), kUnused);
    std::uint64_t found = at;
    while (is_full(found)) found = later_[found] == kUnused ? next(found, 0) : later_[found];
    while (at != found) {
      const std::uint64_t after = later_[at] == kUnused ? next(at, 0) : later_[at];
      later_[at] = static_cast<std::uint32_t>(found);
      at = after;
    }
    return found;
  }

  void resize(std::size_t least) {
    std::size_t size = kMinSize;
    while (size <= least) size *= 2;
    const std::vector<std::uint32_t> items = order();
    table_.assign(size, kUnused);
    later_.clear();
    for (const std::uint32_t item : items) insert_clean(item);
  }

  const std::vector<std::uint64_t>& hashes_;
  std::vector<std::uint32_t> table_ = std::vector<std::uint32_t>(kMinSize, kUnused);
  std::vector<std::uint32_t> later_;
  std::size_t used_ = 0;
};

}  // namespace

List Set::ordered_items() const {
  std::vector<std::uint64_t> hashes;
  hashes.reserve(items_.size());
  for (const Value& item : items_) {
    const std::optional<std::uint64_t> known = cpython_hash(item);
    if (!known) return items_;
    hashes.push_back(*known);
  }
  SetTable table(hashes);
  if (constants_ > 0) {
    // The compiler folds the constants to a frozenset, builds that anew when it shares constants,
    // and merges it into an empty set when the display is evaluated.
    SetTable folded(hashes);
    for (std::uint32_t i = 0; i < constants_; ++i) folded.add(i);
    SetTable shared(hashes);
    for (const std::uint32_t item : folded.order()) shared.add(item);
    table.merge(shared);
  }
  for (std::uint32_t i = constants_; i < items_.size(); ++i) table.add(i);
  List result;
  result.reserve(items_.size());
  for (const std::uint32_t item : table.order()) result.push_back(items_[item]);
  return result;
}

}  // namespace bfclx
