// Dict and Set: Python's dict (insertion-ordered) and set.
//
// Keys are compared as Python compares them: 1, 1.0 and True are one key, and a key that is set
// again keeps its first spelling and its place. Up to eight entries are searched in order, more
// through a hash index.
#ifndef BFCLX_CORE_VALUE_DICT_H_
#define BFCLX_CORE_VALUE_DICT_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "core/value/value.h"

namespace bfclx {

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
  // `del d[key]`: false when there is none. Linear in the size.
  bool erase(const Value& key);
  bool erase(std::string_view key);
  void clear();

  // In insertion order.
  const Entry& entry(std::size_t index) const { return entries_[index]; }
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }
  auto begin() { return entries_.begin(); }  // change values only, never keys
  auto end() { return entries_.end(); }

 private:
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> index_;  // open addressing, entry number + 1; empty while small
};

class Set {
 public:
  bool empty() const { return items_.empty(); }
  std::size_t size() const { return items_.size(); }
  bool contains(const Value& item) const;
  // False when it was there already. The item must be hashable.
  bool insert(Value item);
  // In CPython's order of iteration where that does not depend on its hash seed (ints and floats);
  // in insertion order where it does (anything with a str or bytes inside).
  List ordered_items() const;
  auto begin() const { return items_.begin(); }  // insertion order
  auto end() const { return items_.end(); }

 private:
  Dict items_as_keys() const;
  std::vector<Value> items_;
  std::vector<std::uint32_t> index_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_VALUE_DICT_H_
