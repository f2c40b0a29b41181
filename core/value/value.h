// Value: a Python object, as far as the official evaluator meets them.
//
// 16 bytes, cheap to copy: short strings (up to 14 bytes), numbers and singletons sit inside, the
// rest is a reference-counted heap object. Copying a Value copies the reference, as assignment does
// in Python: two Values that came from one list see each other's changes. `deep_copy` is Python's
// `copy.deepcopy`. Reference counts are atomic (reference_count.h), so values that nobody changes
// may be shared between threads (the dataset is); a container that is changed belongs to one
// thread.
//
// Text is UTF-8 in which a lone surrogate is encoded as three bytes (base/utf8.h): every Python str
// has exactly one such encoding. Lengths and indices in this header are bytes; Python's are code
// points, see base/utf8.h for the conversion.
//
//   Value call = Value::dict();
//   call.mutable_dict().set(Value::str("f"), Value::integer(1));
//   repr(call)  ->  {'f': 1}
#ifndef BFCLX_CORE_VALUE_VALUE_H_
#define BFCLX_CORE_VALUE_VALUE_H_

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/value/reference_count.h"

namespace bfclx {

class BigInt;
class Dict;
class Set;
class Value;

using List = std::vector<Value>;

struct Complex {
  double real = 0;
  double imag = 0;
};

// What an opaque object is made of, where python/ knows more of it than its texts: a range, a view
// of a dict, an iterator, a function.
class OpaqueContent {
 public:
  enum class Role : std::uint8_t { kRange, kView, kIterator, kFunction, kModule };
  explicit OpaqueContent(Role role);
  OpaqueContent(Role role, List held);
  virtual ~OpaqueContent();
  virtual bool truthy() const { return true; }
  virtual bool hashable() const { return true; }
  // `other` is another object.
  virtual bool equals(const Value& /*other*/) const { return false; }

  const Role role;
  List held;  // the values that it refers to
};

// An object that no checker looks into: mpf('4.5'), Decimal('1'), a function, a type. Its type name
// and its texts are known; two are equal when they are the same object, or when the content says
// so.
struct Opaque {
  std::string type_name;
  std::string repr;
  std::string str;
  std::shared_ptr<OpaqueContent> content = nullptr;
};

class Value {
 public:
  enum class Kind : std::uint8_t {
    kNone,
    kBool,
    kInt,  // unbounded, see is_small_int
    kFloat,
    kComplex,
    kEllipsis,
    kStr,
    kBytes,
    kList,
    kTuple,
    kDict,
    kSet,
    kOpaque,
  };

  // None.
  Value() noexcept = default;
  Value(const Value& other) noexcept : kind_(other.kind_), tag_(other.tag_) {
    std::memcpy(bytes_, other.bytes_, sizeof bytes_);
    if (owns_heap()) retain();
  }
  Value(Value&& other) noexcept : kind_(other.kind_), tag_(other.tag_) {
    std::memcpy(bytes_, other.bytes_, sizeof bytes_);
    other.forget();
  }
  Value& operator=(const Value& other) noexcept {
    Value copy(other);
    swap(copy);
    return *this;
  }
  Value& operator=(Value&& other) noexcept {
    Value taken(std::move(other));
    swap(taken);
    return *this;
  }
  ~Value() {
    if (owns_heap()) release();
  }
  void swap(Value& other) noexcept;

  static Value none() { return Value(); }
  static Value boolean(bool value);
  static Value integer(std::int64_t value);
  // Normalised: a BigInt that fits in 64 bits becomes a small int.
  static Value integer(BigInt value);
  static Value real(double value);
  static Value complex(double real, double imag);
  static Value ellipsis();
  // `text` is copied; it must be UTF-8 as described above (unchecked).
  static Value str(std::string_view text) { return make_str(Kind::kStr, text); }
  static Value bytes(std::string_view octets) { return make_str(Kind::kBytes, octets); }
  static Value list(List items = {});
  static Value tuple(List items = {});
  static Value dict();
  static Value dict(Dict entries);
  static Value set();
  static Value opaque(Opaque object);

  Kind kind() const { return kind_; }
  bool is_none() const { return kind_ == Kind::kNone; }
  bool is_bool() const { return kind_ == Kind::kBool; }
  // type(v) is int: False for bools, as `type(v) == int` is in Python.
  bool is_int() const { return kind_ == Kind::kInt; }
  bool is_small_int() const { return kind_ == Kind::kInt && tag_ == kInline; }
  bool is_float() const { return kind_ == Kind::kFloat; }
  bool is_str() const { return kind_ == Kind::kStr; }
  bool is_list() const { return kind_ == Kind::kList; }
  bool is_tuple() const { return kind_ == Kind::kTuple; }
  bool is_dict() const { return kind_ == Kind::kDict; }
  bool is_set() const { return kind_ == Kind::kSet; }
  bool is_bytes() const { return kind_ == Kind::kBytes; }
  bool is_complex() const { return kind_ == Kind::kComplex; }
  bool is_sequence() const { return is_list() || is_tuple(); }
  // bool, int or float.
  bool is_real_number() const { return is_bool() || is_int() || is_float(); }

  // Each accessor asserts the kind.
  bool as_bool() const;
  std::int64_t as_int64() const;  // is_small_int only
  BigInt as_bigint() const;       // any int
  double as_float() const;
  Complex as_complex() const;
  // A view into this Value: valid while this Value lives and is not assigned to.
  std::string_view as_str() const;
  std::string_view as_bytes() const;
  // Items of a list or a tuple.
  const List& items() const;
  // Defined in core/value/dict.h, which must be included to call these four.
  inline const Dict& as_dict() const;
  inline const Set& as_set() const;
  inline Dict& mutable_dict() const;
  inline Set& mutable_set() const;
  const Opaque& as_opaque() const;
  // The shared container itself; const because the handle does not change.
  List& mutable_list() const;

  // Python's `is` for containers and opaque objects; equality of kind and content for the rest.
  bool same_object(const Value& other) const;
  // copy.deepcopy: aliases inside stay aliases of each other.
  Value deep_copy() const;

  // Whether other Values refer to the same heap object; false for what sits inside. Only what is
  // shared can be part of a cycle.
  bool shared() const { return owns_heap() && heap()->references.shared(); }
  // The heap object's address, nullptr for what sits inside.
  const void* identity() const { return owns_heap() ? heap() : nullptr; }

 private:
  struct Heap {
    ReferenceCount references;
  };
  struct HeapStr;  // followed by its bytes
  template <typename T>
  struct HeapOf;

  // What tag_ says: kHeap, that the payload is a Heap* which this Value shares; else the payload is
  // the value itself, and of an inline str or bytes tag_ is the length.
  static constexpr std::uint8_t kInline = 0;
  static constexpr std::uint8_t kHeap = 0xff;
  static constexpr std::size_t kMaxInlineStr = 14;
  static constexpr std::size_t kPayload = 6;  // offset in bytes_, so that it is aligned

  explicit Value(Kind kind) noexcept : kind_(kind) {}
  template <typename T>
  Value(Kind kind, std::uint8_t tag, T payload) noexcept : kind_(kind), tag_(tag) {
    static_assert(sizeof(T) <= 8);
    std::memcpy(bytes_ + kPayload, &payload, sizeof payload);
  }
  template <typename T>
  T payload() const {
    T result;
    std::memcpy(&result, bytes_ + kPayload, sizeof result);
    return result;
  }
  template <typename T>
  static Value make_heap(Kind kind, T content);
  static Value make_str(Kind kind, std::string_view text) {
    if (text.size() > kMaxInlineStr) return make_heap_str(kind, text);
    Value result(kind);
    result.tag_ = static_cast<std::uint8_t>(text.size());
    if (!text.empty()) std::memcpy(result.bytes_, text.data(), text.size());
    return result;
  }
  static Value make_heap_str(Kind kind, std::string_view text);
  template <typename T>
  T& content() const;
  std::string_view chars() const;

  Heap* heap() const { return payload<Heap*>(); }
  bool owns_heap() const { return tag_ == kHeap; }
  void retain() const { heap()->references.add(); }
  void release() {
    Heap* object = heap();
    if (object->references.drop()) destroy(kind_, object, 0);
  }
  void forget() {
    kind_ = Kind::kNone;
    tag_ = kInline;
    std::memset(bytes_, 0, sizeof bytes_);
  }
  // Deletes the object; `depth` counts the containers around it.
  static void destroy(Kind kind, Heap* object, int depth);
  static void destroy_shallow(Kind kind, Heap* object);
  static void destroy_flat(Kind kind, Heap* object);
  template <typename Visit>
  static void for_each_child(Kind kind, Heap* object, Visit visit);
  bool may_nest() const { return owns_heap() && kind_ >= Kind::kList; }

  friend class DeepCopier;

  // Bytes past the value are zero, so that equal strings are equal byte by byte.
  alignas(8) Kind kind_ = Kind::kNone;
  std::uint8_t tag_ = kInline;
  char bytes_[kMaxInlineStr] = {};
};

static_assert(sizeof(Value) == 16);

struct Value::HeapStr : Value::Heap {
  std::size_t size = 0;
  const char* data() const { return reinterpret_cast<const char*>(this + 1); }
};

template <typename T>
struct Value::HeapOf : Value::Heap {
  explicit HeapOf(T object) : content(std::move(object)) {}
  T content;
};

template <typename T>
Value Value::make_heap(Kind kind, T content) {
  return Value(kind, kHeap, static_cast<Heap*>(new HeapOf<T>(std::move(content))));
}

template <typename T>
T& Value::content() const {
  return static_cast<HeapOf<T>*>(heap())->content;
}

inline void Value::swap(Value& other) noexcept {
  char hold[sizeof(Value)];
  std::memcpy(hold, static_cast<const void*>(this), sizeof hold);
  std::memcpy(static_cast<void*>(this), static_cast<const void*>(&other), sizeof hold);
  std::memcpy(static_cast<void*>(&other), hold, sizeof hold);
}

inline Value Value::boolean(bool value) {
  return Value(Kind::kBool, kInline, static_cast<std::uint64_t>(value));
}
inline Value Value::integer(std::int64_t value) { return Value(Kind::kInt, kInline, value); }
inline Value Value::real(double value) { return Value(Kind::kFloat, kInline, value); }
inline Value Value::ellipsis() { return Value(Kind::kEllipsis); }

inline bool Value::as_bool() const {
  assert(is_bool());
  return payload<std::uint64_t>() != 0;
}
inline std::int64_t Value::as_int64() const {
  assert(is_small_int());
  return payload<std::int64_t>();
}
inline double Value::as_float() const {
  assert(is_float());
  return payload<double>();
}
inline std::string_view Value::chars() const {
  if (!owns_heap()) return {bytes_, tag_};
  const auto* object = static_cast<const HeapStr*>(heap());
  return {object->data(), object->size};
}
inline std::string_view Value::as_str() const {
  assert(is_str());
  return chars();
}
inline std::string_view Value::as_bytes() const {
  assert(is_bytes());
  return chars();
}
inline const List& Value::items() const {
  assert(is_sequence());
  return content<List>();
}
inline List& Value::mutable_list() const {
  assert(is_list());
  return content<List>();
}

namespace internal {
bool equal_slow(const Value& a, const Value& b);
}  // namespace internal

// Python's `==`: 1 == 1.0 == True, 'a' != b'a', lists and tuples differ, dicts regardless of order,
// nan != nan, yet identical objects inside containers are equal as in Python.
// A NaN is identical to one of the same bits, as the only NaN of Python's json is to itself.
inline bool equal(const Value& a, const Value& b) {
  if (a.is_str() && b.is_str()) return a.as_str() == b.as_str();
  return internal::equal_slow(a, b);
}
// Identity or equality, as Python compares the items of containers.
bool same_or_equal(const Value& a, const Value& b);
// -1, 0 or 1 for two real numbers (bool, int, float), compared exactly; nullopt where one is NaN.
std::optional<int> compare_numbers(const Value& a, const Value& b);
// `a in items` as Python has it (identity or equality).
bool contains(const List& items, const Value& value);
// `hash(v)` exists (no list, dict or set inside).
bool hashable(const Value& value);
// Equal values have equal hashes.
std::uint64_t hash(const Value& value);
std::uint64_t hash_of_str(std::string_view text);  // hash(Value::str(text))
// `bool(v)`.
bool truthy(const Value& value);
// `type(v).__name__`: "NoneType", "bool", "int", "str", "ellipsis", ...
std::string_view type_name(const Value& value);

}  // namespace bfclx

#endif  // BFCLX_CORE_VALUE_VALUE_H_
