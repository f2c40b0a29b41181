#include "core/value/dict.h"

#include <cstring>
#include <optional>

#include "core/value/cpython_hash.h"

namespace bfclx {

namespace internal {

namespace {

std::uint32_t fold(std::uint64_t hash) {
  constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;
  return static_cast<std::uint32_t>((hash * kSpread) >> 32);
}

}  // namespace

template <typename Matches>
std::size_t HashIndex::find(std::uint64_t hash, const Matches& matches) const {
  const std::uint32_t folded = fold(hash);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = folded & mask; slots_[at].position_plus_one != 0; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.hash == folded && matches(slot.position_plus_one - 1)) {
      return slot.position_plus_one - 1;
    }
  }
  return kNone;
}

void HashIndex::place(std::uint32_t hash, std::size_t position) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  while (slots_[at].position_plus_one != 0) at = (at + 1) & mask;
  slots_[at] = {hash, static_cast<std::uint32_t>(position + 1)};
}

template <typename HashOf>
void HashIndex::append(std::size_t position, const HashOf& hash_of) {
  const std::size_t count = position + 1;
  if (count <= kSmall) return;
  if (count * 4 <= slots_.size() * 3) {
    place(fold(hash_of(position)), position);
    return;
  }
  std::size_t capacity = 4 * kSmall;
  while (capacity < count * 2) capacity *= 2;
  std::vector<Slot> old(capacity, Slot{0, 0});
  old.swap(slots_);
  if (old.empty()) {
    for (std::size_t i = 0; i < position; ++i) place(fold(hash_of(i)), i);
  } else {
    for (const Slot& slot : old) {
      if (slot.position_plus_one != 0) place(slot.hash, slot.position_plus_one - 1);
    }
  }
  place(fold(hash_of(position)), position);
}

}  // namespace internal

using internal::HashIndex;

std::size_t Dict::position(const Value& key) const {
  if (key.is_str()) return position(key.as_str());
  const auto matches = [&](std::size_t i) { return same_or_equal(entries_[i].key, key); };
  if (index_.active()) return index_.find(hash(key), matches);
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
  if (index_.active()) return index_.find(hash_of_str(key), matches);
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
  index_.append(entries_.size() - 1, [this](std::size_t i) { return hash(entries_[i].key); });
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
  const auto hash_of = [this](std::size_t i) { return hash(entries_[i].key); };
  if (entries_.size() > HashIndex::kSmall) index_.append(entries_.size() - 1, hash_of);
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
  if (index_.active()) return index_.find(hash(item), matches);
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
  index_.append(items_.size() - 1, [this](std::size_t i) { return hash(items_[i]); });
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
      const std::size_t probes = at + kLinearProbes <= mask() ? kLinearProbes : 0;
      for (std::size_t i = 0; i <= probes; ++i) {
        if (table_[at + i] == kUnused) {
          table_[at + i] = item;
          return;
        }
      }
      perturb >>= kPerturbShift;
      at = (at * 5 + 1 + perturb) & mask();
    }
  }

  void resize(std::size_t least) {
    std::size_t size = kMinSize;
    while (size <= least) size *= 2;
    const std::vector<std::uint32_t> items = order();
    table_.assign(size, kUnused);
    for (const std::uint32_t item : items) insert_clean(item);
  }

  const std::vector<std::uint64_t>& hashes_;
  std::vector<std::uint32_t> table_ = std::vector<std::uint32_t>(kMinSize, kUnused);
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
