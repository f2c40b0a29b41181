#include "core/value/value.h"

#include <cmath>
#include <limits>
#include <new>
#include <unordered_map>

#include "core/value/bigint.h"
#include "core/value/dict.h"
#include "core/value/number_hash.h"

namespace bfclx {

// Recursion is cheaper than a work list, and nothing that was parsed is deeper than this by much.
constexpr int kMaxDestroyRecursion = 256;

Value Value::make_heap_str(Kind kind, std::string_view text) {
  void* memory = ::operator new(sizeof(HeapStr) + text.size());
  auto* object = new (memory) HeapStr;
  object->size = text.size();
  std::memcpy(static_cast<char*>(memory) + sizeof(HeapStr), text.data(), text.size());
  return Value(kind, kHeap, static_cast<Heap*>(object));
}

Value Value::integer(BigInt value) {
  if (auto small = value.to_int64()) return integer(*small);
  return make_heap(Kind::kInt, std::move(value));
}

Value Value::complex(double real, double imag) {
  return make_heap(Kind::kComplex, Complex{real, imag});
}
Value Value::list(List items) { return make_heap(Kind::kList, std::move(items)); }
Value Value::tuple(List items) { return make_heap(Kind::kTuple, std::move(items)); }
Value Value::dict() { return make_heap(Kind::kDict, Dict()); }
Value Value::dict(Dict entries) { return make_heap(Kind::kDict, std::move(entries)); }
Value Value::set() { return make_heap(Kind::kSet, Set()); }
Value Value::opaque(Opaque object) { return make_heap(Kind::kOpaque, std::move(object)); }

BigInt Value::as_bigint() const {
  assert(is_int());
  return owns_heap() ? content<BigInt>() : BigInt(as_int64());
}

Complex Value::as_complex() const {
  assert(is_complex());
  return content<Complex>();
}

const Opaque& Value::as_opaque() const {
  assert(kind_ == Kind::kOpaque);
  return content<Opaque>();
}

bool Value::same_object(const Value& other) const {
  if (kind_ != other.kind_) return false;
  if (tag_ == other.tag_ && std::memcmp(bytes_, other.bytes_, sizeof bytes_) == 0) return true;
  if (!owns_heap() || !other.owns_heap()) return false;
  switch (kind_) {
    case Kind::kStr:
    case Kind::kBytes:
      return chars() == other.chars();
    case Kind::kInt:
      return compare(content<BigInt>(), other.content<BigInt>()) == 0;
    case Kind::kComplex:
      return std::memcmp(&content<Complex>(), &other.content<Complex>(), sizeof(Complex)) == 0;
    default:
      return false;
  }
}

// --- Destruction ---------------------------------------------------------------------------------

template <typename Visit>
void Value::for_each_child(Kind kind, Heap* object, Visit visit) {
  switch (kind) {
    case Kind::kList:
    case Kind::kTuple:
      for (Value& item : static_cast<HeapOf<List>*>(object)->content) visit(item);
      break;
    case Kind::kDict:
      for (Dict::Entry& entry : static_cast<HeapOf<Dict>*>(object)->content) {
        visit(entry.key);
        visit(entry.value);
      }
      break;
    default:
      break;  // Items of a set are hashable: tuples, as deep as a parser lets them be.
  }
}

void Value::destroy_shallow(Kind kind, Heap* object) {
  switch (kind) {
    case Kind::kStr:
    case Kind::kBytes:
      static_cast<HeapStr*>(object)->~HeapStr();
      ::operator delete(object);
      break;
    case Kind::kInt:
      delete static_cast<HeapOf<BigInt>*>(object);
      break;
    case Kind::kComplex:
      delete static_cast<HeapOf<Complex>*>(object);
      break;
    case Kind::kList:
    case Kind::kTuple:
      delete static_cast<HeapOf<List>*>(object);
      break;
    case Kind::kDict:
      delete static_cast<HeapOf<Dict>*>(object);
      break;
    case Kind::kSet:
      delete static_cast<HeapOf<Set>*>(object);
      break;
    case Kind::kOpaque:
      delete static_cast<HeapOf<Opaque>*>(object);
      break;
    default:
      assert(false);
  }
}

void Value::destroy_flat(Kind kind, Heap* object) {
  List pending;
  const auto take = [&pending](Value& child) {
    if (child.may_nest()) pending.push_back(std::move(child));
  };
  for_each_child(kind, object, take);
  destroy_shallow(kind, object);
  while (!pending.empty()) {
    const Value next = std::move(pending.back());
    pending.pop_back();
    // Not shared: this is the last owner, and its children can be taken before it goes.
    if (!next.shared()) for_each_child(next.kind_, next.heap(), take);
  }
}

void Value::destroy(Kind kind, Heap* object, int depth) {
  if (kind >= Kind::kList) {
    if (depth >= kMaxDestroyRecursion) return destroy_flat(kind, object);
    for_each_child(kind, object, [depth](Value& child) {
      if (!child.may_nest()) return;
      Heap* nested = child.heap();
      const Kind nested_kind = child.kind_;
      child.forget();
      if (nested->references.load(std::memory_order_acquire) == 1 ||
          nested->references.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        destroy(nested_kind, nested, depth + 1);
      }
    });
  }
  destroy_shallow(kind, object);
}

// --- Copying -------------------------------------------------------------------------------------

// copy.deepcopy of one value; the memo holds what is shared, since only that can occur twice.
class DeepCopier {
 public:
  Value copy(const Value& value) {
    if (!value.may_nest() || value.kind_ == Value::Kind::kOpaque) return value;
    const bool shared = value.shared();
    if (shared) {
      if (const auto found = memo_.find(value.identity()); found != memo_.end()) {
        return found->second;
      }
    }
    switch (value.kind_) {
      case Value::Kind::kList:
        return copy_list(value, shared);
      case Value::Kind::kTuple:
        return copy_tuple(value, shared);
      case Value::Kind::kDict:
        return copy_dict(value, shared);
      default:
        return copy_set(value, shared);
    }
  }

 private:
  void remember(const Value& original, bool shared, const Value& result) {
    if (shared) memo_.emplace(original.identity(), result);
  }
  Value copy_list(const Value& value, bool shared) {
    Value result = Value::list();
    remember(value, shared, result);
    List& items = result.mutable_list();
    items.reserve(value.items().size());
    for (const Value& item : value.items()) items.push_back(copy(item));
    return result;
  }
  // A tuple in which nothing had to be copied stays the same object, as in CPython.
  Value copy_tuple(const Value& value, bool shared) {
    List items;
    items.reserve(value.items().size());
    bool changed = false;
    for (const Value& item : value.items()) {
      items.push_back(copy(item));
      changed = changed || items.back().identity() != item.identity();
    }
    if (shared) {
      if (const auto found = memo_.find(value.identity()); found != memo_.end()) {
        return found->second;
      }
    }
    Value result = changed ? Value::tuple(std::move(items)) : value;
    remember(value, shared, result);
    return result;
  }
  Value copy_dict(const Value& value, bool shared) {
    Value result = Value::dict();
    remember(value, shared, result);
    Dict& entries = result.mutable_dict();
    entries.reserve(value.as_dict().size());
    for (const Dict::Entry& entry : value.as_dict()) {
      entries.set(copy(entry.key), copy(entry.value));
    }
    return result;
  }
  // CPython makes the copy from the list of the items in the order of iteration.
  Value copy_set(const Value& value, bool shared) {
    Value result = Value::set();
    Set& items = result.mutable_set();
    for (const Value& item : value.as_set().ordered_items()) items.insert(copy(item));
    remember(value, shared, result);
    return result;
  }

  std::unordered_map<const void*, Value> memo_;
};

Value Value::deep_copy() const { return DeepCopier().copy(*this); }

// --- Comparison ----------------------------------------------------------------------------------

namespace {

constexpr double kTwoTo63 = 9223372036854775808.0;

template <typename T>
int three_way(T a, T b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

std::int64_t small_int_of(const Value& value) {
  return value.is_bool() ? static_cast<std::int64_t>(value.as_bool()) : value.as_int64();
}

// An integer against a double that is not NaN.
int compare_int_float(std::int64_t a, double b) {
  if (b >= kTwoTo63) return -1;
  if (b < -kTwoTo63) return 1;
  const double whole = std::trunc(b);
  const int order = three_way(a, static_cast<std::int64_t>(whole));
  return order != 0 ? order : three_way(whole, b);
}

int compare_int_float(const BigInt& a, double b) {
  if (std::isinf(b)) return b > 0 ? -1 : 1;
  const double whole = std::trunc(b);
  const int order = compare(a, BigInt::from_double(whole));
  return order != 0 ? order : three_way(whole, b);
}

int compare_with_float(const Value& a, double b) {
  if (a.is_bool() || a.is_small_int()) return compare_int_float(small_int_of(a), b);
  return compare_int_float(a.as_bigint(), b);
}

bool is_number(const Value& value) { return value.is_real_number() || value.is_complex(); }

bool equal_numbers(const Value& a, const Value& b) {
  if (a.is_complex() && b.is_complex()) {
    return a.as_complex().real == b.as_complex().real && a.as_complex().imag == b.as_complex().imag;
  }
  if (b.is_complex()) return equal_numbers(b, a);
  if (a.is_complex()) {
    return a.as_complex().imag == 0 && equal_numbers(Value::real(a.as_complex().real), b);
  }
  return compare_numbers(a, b) == 0;
}

// Deeper than anything that can be parsed: CPython raises RecursionError long before.
constexpr int kMaxCompareDepth = 4000;

bool equal_at(const Value& a, const Value& b, int depth);

bool same_or_equal_at(const Value& a, const Value& b, int depth) {
  return a.same_object(b) || equal_at(a, b, depth);
}

bool equal_lists(const List& a, const List& b, int depth) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!same_or_equal_at(a[i], b[i], depth)) return false;
  }
  return true;
}

bool equal_dicts(const Dict& a, const Dict& b, int depth) {
  if (a.size() != b.size()) return false;
  for (const Dict::Entry& entry : a) {
    const Value* other = b.find(entry.key);
    if (other == nullptr || !same_or_equal_at(entry.value, *other, depth)) return false;
  }
  return true;
}

bool equal_sets(const Set& a, const Set& b) {
  if (a.size() != b.size()) return false;
  for (const Value& item : a) {
    if (!b.contains(item)) return false;
  }
  return true;
}

bool equal_at(const Value& a, const Value& b, int depth) {
  if (a.kind() != b.kind()) return is_number(a) && is_number(b) && equal_numbers(a, b);
  switch (a.kind()) {
    case Value::Kind::kNone:
    case Value::Kind::kEllipsis:
      return true;
    case Value::Kind::kStr:
      return a.as_str() == b.as_str();
    case Value::Kind::kBytes:
      return a.as_bytes() == b.as_bytes();
    case Value::Kind::kList:
    case Value::Kind::kTuple:
      return depth < kMaxCompareDepth && equal_lists(a.items(), b.items(), depth + 1);
    case Value::Kind::kDict:
      return depth < kMaxCompareDepth && equal_dicts(a.as_dict(), b.as_dict(), depth + 1);
    case Value::Kind::kSet:
      return equal_sets(a.as_set(), b.as_set());
    case Value::Kind::kOpaque:
      return a.same_object(b);
    default:
      return equal_numbers(a, b);
  }
}

}  // namespace

namespace internal {
bool equal_slow(const Value& a, const Value& b) { return equal_at(a, b, 0); }
}  // namespace internal

bool same_or_equal(const Value& a, const Value& b) { return same_or_equal_at(a, b, 0); }

std::optional<int> compare_numbers(const Value& a, const Value& b) {
  assert(a.is_real_number() && b.is_real_number());
  if (a.is_float() && b.is_float()) {
    if (std::isnan(a.as_float()) || std::isnan(b.as_float())) return std::nullopt;
    return three_way(a.as_float(), b.as_float());
  }
  if (b.is_float()) {
    if (std::isnan(b.as_float())) return std::nullopt;
    return compare_with_float(a, b.as_float());
  }
  if (a.is_float()) {
    const auto order = compare_numbers(b, a);
    return order ? std::optional<int>(-*order) : std::nullopt;
  }
  const bool both_small = !(a.is_int() && !a.is_small_int()) && !(b.is_int() && !b.is_small_int());
  if (both_small) return three_way(small_int_of(a), small_int_of(b));
  const auto wide = [](const Value& v) {
    return v.is_bool() ? BigInt(small_int_of(v)) : v.as_bigint();
  };
  return compare(wide(a), wide(b));
}

bool contains(const List& items, const Value& value) {
  for (const Value& item : items) {
    if (same_or_equal(item, value)) return true;
  }
  return false;
}

bool hashable(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kList:
    case Value::Kind::kDict:
    case Value::Kind::kSet:
      return false;
    case Value::Kind::kTuple:
      for (const Value& item : value.items()) {
        if (!hashable(item)) return false;
      }
      return true;
    default:
      return true;
  }
}

// --- Hashing -------------------------------------------------------------------------------------

namespace {

// A word at a time. It need not be CPython's, which depends on a random seed.
std::uint64_t hash_chars(std::string_view text, std::uint64_t seed) {
  if (text.empty()) return 0;  // as CPython
  constexpr std::uint64_t kPrime = 0x9e3779b97f4a7c15;
  std::uint64_t result = seed ^ text.size();
  const char* at = text.data();
  std::size_t left = text.size();
  for (; left >= 8; left -= 8, at += 8) {
    std::uint64_t word;
    std::memcpy(&word, at, 8);
    result = (result ^ word) * kPrime;
    result ^= result >> 29;
  }
  std::uint64_t word = 0;
  if (left > 0) std::memcpy(&word, at, left);
  result = (result ^ word) * kPrime;
  return result ^ (result >> 32);
}

// CPython's tuple hash (Objects/tupleobject.c: tuplehash), a variant of xxHash.
std::uint64_t hash_tuple(const List& items) {
  constexpr std::uint64_t kPrime1 = 11400714785074694791U;
  constexpr std::uint64_t kPrime2 = 14029467366897019727U;
  constexpr std::uint64_t kPrime5 = 2870177450012600261U;
  std::uint64_t sum = kPrime5;
  for (const Value& item : items) {
    sum += hash(item) * kPrime2;
    sum = (sum << 31) | (sum >> 33);
    sum *= kPrime1;
  }
  sum += items.size() ^ (kPrime5 ^ 3527539U);
  return sum == static_cast<std::uint64_t>(-1) ? 1546275796U : sum;
}

std::uint64_t hash_complex(Complex value) {
  constexpr std::uint64_t kImagMultiplier = 1000003;
  const std::uint64_t sum =
      hash_of_double(value.real) + kImagMultiplier * hash_of_double(value.imag);
  return sum == static_cast<std::uint64_t>(-1) ? static_cast<std::uint64_t>(-2) : sum;
}

}  // namespace

std::uint64_t hash_of_str(std::string_view text) { return hash_chars(text, 0x27d4eb2f165667c5); }

std::uint64_t hash(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kBool:
      return value.as_bool() ? 1 : 0;
    case Value::Kind::kInt:
      return value.is_small_int() ? hash_of_int64(value.as_int64()) : value.as_bigint().hash();
    case Value::Kind::kFloat:
      return hash_of_double(value.as_float());
    case Value::Kind::kComplex:
      return hash_complex(value.as_complex());
    case Value::Kind::kStr:
      return hash_of_str(value.as_str());
    case Value::Kind::kBytes:
      return hash_chars(value.as_bytes(), 0x165667b19e3779f9);
    case Value::Kind::kTuple:
      return hash_tuple(value.items());
    case Value::Kind::kOpaque:
      return reinterpret_cast<std::uintptr_t>(value.identity()) >> 4;
    case Value::Kind::kNone:
      return 0xfca86420;
    case Value::Kind::kEllipsis:
      return 0xe111e5;
    default:
      return 0;  // Not hashable in Python; asked for by nobody.
  }
}

bool truthy(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kNone:
      return false;
    case Value::Kind::kBool:
      return value.as_bool();
    case Value::Kind::kInt:
      return !value.is_small_int() || value.as_int64() != 0;
    case Value::Kind::kFloat:
      return value.as_float() != 0;
    case Value::Kind::kComplex:
      return value.as_complex().real != 0 || value.as_complex().imag != 0;
    case Value::Kind::kStr:
      return !value.as_str().empty();
    case Value::Kind::kBytes:
      return !value.as_bytes().empty();
    case Value::Kind::kList:
    case Value::Kind::kTuple:
      return !value.items().empty();
    case Value::Kind::kDict:
      return !value.as_dict().empty();
    case Value::Kind::kSet:
      return !value.as_set().empty();
    case Value::Kind::kEllipsis:
    case Value::Kind::kOpaque:
      return true;
  }
  return true;
}

std::string_view type_name(const Value& value) {
  static constexpr std::string_view kNames[] = {
      "NoneType", "bool",  "int",  "float", "complex", "ellipsis",
      "str",      "bytes", "list", "tuple", "dict",    "set",
  };
  if (value.kind() == Value::Kind::kOpaque) return value.as_opaque().type_name;
  return kNames[static_cast<std::size_t>(value.kind())];
}

}  // namespace bfclx
