// Dict and Set: Python's dict (insertion-ordered) and set.
//
// Keys are compared as Python compares them: 1, 1.0 and True are one key, and a key that is set
// again keeps its first spelling and its place. Up to eight entries are searched in order, more
// through a hash index, which becomes an ordered one where keys meet too often: whatever the keys,
// n of them take no more than about n log n comparisons.
#ifndef BFCLX_CORE_VALUE_DICT_H_
#define BFCLX_CORE_VALUE_DICT_H_

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "core/value/value.h"

namespace bfclx {

namespace internal {

// Finds the elements of a vector by hash and order (key_order.h). Empty while there are few.
//
// Open addressing, until an element finds its place only behind too many others. From then on the
// slots are sorted runs of falling sizes, those of the bits of their number: of 13 elements 8, 4
// and 1.
class HashIndex {
 public:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  static constexpr std::size_t kSmall = 8;

  bool active() const { return !slots_.empty(); }
  void clear() {
    slots_.clear();
    ordered_ = false;
  }
  // Position of the element that equals the wanted one: `order_to(i)` gives the order of that to
  // the element i, of the same hash, and `matches(i)` whether they are equal.
  template <typename Matches, typename OrderTo>
  std::size_t find(std::uint64_t hash, const Matches& matches, const OrderTo& order_to) const;
  // Enters the element `position`, the last of `position + 1`, none of which is equal to it.
  // `key_of(i)` gives the key of each, should the index have to be built anew.
  template <typename KeyOf>
  void append(std::size_t position, const KeyOf& key_of);

 private:
  struct Slot {
    std::uint32_t hash;
    std::uint32_t position_plus_one;
  };
  // False when too many others are in the way.
  bool place(std::uint32_t hash, std::size_t position);
  template <typename KeyOf>
  void grow(std::size_t count, const KeyOf& key_of);
  template <typename KeyOf>
  void append_ordered(std::size_t position, const KeyOf& key_of);

  std::vector<Slot> slots_;
  bool ordered_ = false;
};

}  // namespace internal

class Dict {
 public:
  struct Entry {
    Value key;
    Value value;
  };

  bool empty() const { return entries_.empty(); }
  std::size_t size() const { return entries_.size(); }
  void reserve(std::size_t count) { entries_.reserve(count); }

  // nullptr when there is none. The pointer is valid until the next change of the dict.
  const Value* find(const Value& key) const;
  const Value* find(std::string_view key) const;
  Value* find(const Value& key);
  Value* find(std::string_view key);
  bool contains(const Value& key) const { return find(key) != nullptr; }
  bool contains(std::string_view key) const { return find(key) != nullptr; }

  // d[key] = value. The key must be hashable.
  void set(Value key, Value value);
  void set(std::string_view key, Value value);
  // d.setdefault(key, value) for each item of the other.
  void add_missing(const Dict& other);
  // `del d[key]`: false when there is none. Linear in the size.
  bool erase(const Value& key);
  bool erase(std::string_view key);
  void clear();
  // Makes this, which is empty, a dict of the other's keys, each with `map(value)`.
  template <typename Map>
  void set_mapped(const Dict& other, const Map& map) {
    assert(empty());
    entries_.reserve(other.size());
    for (const Entry& entry : other.entries_) entries_.push_back({entry.key, map(entry.value)});
    index_ = other.index_;
  }

  // In insertion order.
  const Entry& entry(std::size_t index) const { return entries_[index]; }
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }
  auto begin() { return entries_.begin(); }  // change values only, never keys
  auto end() { return entries_.end(); }

 private:
  std::size_t position(const Value& key) const;
  std::size_t position(std::string_view key) const;
  void append(Value key, Value value);  // of a key that is not there
  void erase_at(std::size_t at);

  std::vector<Entry> entries_;
  internal::HashIndex index_;
};

class Set {
 public:
  bool empty() const { return items_.empty(); }
  std::size_t size() const { return items_.size(); }
  bool contains(const Value& item) const;
  // False when it was there already. The item must be hashable.
  bool insert(Value item);
  // Says that the items so far come from one set display of three or more constants (counted with
  // repetitions), {3, 1, 2}, which CPython builds by way of a frozenset: that can change the order
  // of iteration.
  void mark_constant_display() { constants_ = static_cast<std::uint32_t>(items_.size()); }
  // In CPython's order of iteration under PYTHONHASHSEED=0; in insertion order where that depends
  // on variable addresses (a NaN or an opaque object inside).
  List ordered_items() const;
  auto begin() const { return items_.begin(); }  // insertion order
  auto end() const { return items_.end(); }

 private:
  std::size_t position(const Value& item) const;

  std::vector<Value> items_;
  internal::HashIndex index_;
  std::uint32_t constants_ = 0;
};

inline const Dict& Value::as_dict() const {
  assert(is_dict());
  return content<Dict>();
}
inline Dict& Value::mutable_dict() const {
  assert(is_dict());
  return content<Dict>();
}
inline const Set& Value::as_set() const {
  assert(is_set());
  return content<Set>();
}
inline Set& Value::mutable_set() const {
  assert(is_set());
  return content<Set>();
}

}  // namespace bfclx

#endif  // BFCLX_CORE_VALUE_DICT_H_
