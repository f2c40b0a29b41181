#include "core/value/value.h"

#include <new>
#include <unordered_map>

#include "core/value/bigint.h"
#include "core/value/dict.h"

namespace bfclx {

// Recursion is cheaper than a work list, and nothing that was parsed is deeper than this by much.
constexpr int kMaxDestroyRecursion = 256;

OpaqueContent::OpaqueContent(Role kind) : role(kind) {}
OpaqueContent::OpaqueContent(Role kind, List values) : role(kind), held(std::move(values)) {}
OpaqueContent::~OpaqueContent() = default;

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
      // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): the bits, as of nan and -0.0
      return std::memcmp(&content<Complex>(), &other.content<Complex>(), sizeof(Complex)) == 0;
    case Kind::kOpaque:  // there is one object for each type
      return content<Opaque>().type_name == "type" &&
             content<Opaque>().repr == other.content<Opaque>().repr;
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
    case Kind::kOpaque: {
      const auto& content = static_cast<HeapOf<Opaque>*>(object)->content.content;
      if (content == nullptr || content.use_count() > 1) break;
      for (Value& item : content->held) visit(item);
      break;
    }
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
      if (nested->references.drop()) destroy(nested_kind, nested, depth + 1);
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
    // What is hashable has nothing in it that had to be copied.
    result.mutable_dict().set_mapped(value.as_dict(),
                                     [this](const Value& item) { return copy(item); });
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

}  // namespace bfclx
