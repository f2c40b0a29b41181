// Value: a Python object, as far as the official evaluator meets them.
//
// 16 bytes, cheap to copy: short strings (up to 14 bytes), numbers and singletons sit inside, the
// rest is a reference-counted heap object. Copying a Value copies the reference, as assignment does
// in Python: two Values that came from one list see each other's changes. `deep_copy` is Python's
// `copy.deepcopy`. Reference counts are atomic, so values that nobody changes may be shared between
// threads (the dataset is); a container that is changed belongs to one thread.
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

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

// An object that no checker looks into: mpf('4.5'), Decimal('1'), a function, a type. Only its type
// name and its texts are known; two are equal when they are the same object.
struct Opaque {
  std::string type_name;
  std::string repr;
  std::string str;
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
  Value() noexcept : kind_(Kind::kNone), tag_(0) { payload_.bits = 0; }
  Value(const Value& other) noexcept;
  Value(Value&& other) noexcept;
  Value& operator=(const Value& other) noexcept;
  Value& operator=(Value&& other) noexcept;
  ~Value();

  static Value none() { return Value(); }
  static Value boolean(bool value);
  static Value integer(std::int64_t value);
  // Normalised: a BigInt that fits in 64 bits becomes a small int.
  static Value integer(BigInt value);
  static Value real(double value);
  static Value complex(double real, double imag);
  static Value ellipsis();
  // `text` is copied; it must be UTF-8 as described above (unchecked).
  static Value str(std::string_view text);
  static Value bytes(std::string_view octets);
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
  const Dict& as_dict() const;
  const Set& as_set() const;
  const Opaque& as_opaque() const;
  // The shared container itself; const because the handle does not change.
  List& mutable_list() const;
  Dict& mutable_dict() const;
  Set& mutable_set() const;

  // Python's `is` for containers and opaque objects; equality of kind and bits for the rest.
  bool same_object(const Value& other) const;
  // copy.deepcopy: aliases inside stay aliases of each other.
  Value deep_copy() const;

 private:
  struct Heap;
  struct HeapStr;
  friend struct ValueHeapAccess;

  // tag_: kInline = payload holds the value; for strings 0..kMaxInlineStr is the inline length and
  // kHeap says that payload_.heap owns it.
  static constexpr std::uint8_t kInline = 0;
  static constexpr std::uint8_t kHeap = 0xff;
  static constexpr std::size_t kMaxInlineStr = 14;

  bool owns_heap() const { return tag_ == kHeap; }
  void retain() const;
  void release();

  // Layout: kind, tag, six bytes, eight bytes. An inline string fills the last fourteen.
  Kind kind_;
  std::uint8_t tag_;
  char head_[6] = {};
  union {
    std::uint64_t bits;
    std::int64_t integer;
    double real;
    Heap* heap;
    char tail[8];
  } payload_;
};

static_assert(sizeof(Value) == 16);

// Python's `==`: 1 == 1.0 == True, 'a' != b'a', lists and tuples differ, dicts regardless of order,
// nan != nan, yet identical objects inside containers are equal as in Python.
bool equal(const Value& a, const Value& b);
// `a in items` as Python has it (identity or equality).
bool contains(const List& items, const Value& value);
// `hash(v)` exists (no list, dict or set inside).
bool hashable(const Value& value);
// Equal values have equal hashes.
std::uint64_t hash(const Value& value);
// `bool(v)`.
bool truthy(const Value& value);
// `type(v).__name__`: "NoneType", "bool", "int", "str", "ellipsis", ...
std::string_view type_name(const Value& value);

}  // namespace bfclx

#endif  // BFCLX_CORE_VALUE_VALUE_H_
