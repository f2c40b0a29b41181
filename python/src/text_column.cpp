#include "python/src/text_column.h"

#include <nanobind/stl/unique_ptr.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <utility>

#include "core/base/utf8.h"

namespace nb = nanobind;

namespace bfclx::python_binding {
namespace {

using std::string_view;

// What is inside of a capsule; it stays the capsule's, which releases what is not released. Of one
// that was taken out of it nothing but `release` may be read.
template <typename Struct>
Struct& inside(const nb::object& capsule, const char* name) {
  void* const pointer = PyCapsule_GetPointer(capsule.ptr(), name);
  if (pointer == nullptr) throw nb::python_error();
  auto& found = *static_cast<Struct*>(pointer);
  if (found.release == nullptr) {
    throw nb::value_error("this Arrow capsule was used before; give the column itself");
  }
  return found;
}

// Released at the end of its life; what it is taken from counts as released then.
template <typename Struct>
class Held {
 public:
  Held() = default;
  explicit Held(Struct& taken) : held(std::exchange(taken, Struct())) {}
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  ~Held() {
    if (held.release != nullptr) held.release(&held);
  }
  Struct held;
};

bool is_text_format(string_view format) { return format == "u" || format == "U" || format == "vu"; }
bool is_index_format(string_view format) {
  return format.size() == 1 && string_view("cCsSiIlL").find(format[0]) != string_view::npos;
}
bool is_text(const ArrowSchema& schema) {
  if (schema.dictionary == nullptr) return is_text_format(schema.format);
  return is_index_format(schema.format) && schema.dictionary->dictionary == nullptr &&
         is_text_format(schema.dictionary->format);
}

bool is_null(const ArrowArray& array, std::int64_t at) {
  const auto* const bits =
      array.n_buffers > 0 ? static_cast<const std::uint8_t*>(array.buffers[0]) : nullptr;
  return bits != nullptr && array.null_count != 0 && (bits[at / 8] >> (at % 8) & 1) == 0;
}

template <typename Number>
Number number_at(const void* buffer, std::int64_t at) {
  Number number;
  std::memcpy(&number,
              static_cast<const char*>(buffer) + at * static_cast<std::int64_t>(sizeof number),
              sizeof number);
  return number;
}

template <typename Offset>
string_view between_offsets(const ArrowArray& array, std::int64_t at) {
  const auto begin = number_at<Offset>(array.buffers[1], at);
  const auto end = number_at<Offset>(array.buffers[1], at + 1);
  if (begin >= end) return "";
  return {static_cast<const char*>(array.buffers[2]) + begin,
          static_cast<std::size_t>(end - begin)};
}

// A view of 16 bytes: the length, and up to 12 bytes or else four of them, buffer and offset.
string_view viewed(const ArrowArray& array, std::int64_t at) {
  constexpr std::int64_t kSize = 16;
  constexpr std::int32_t kInside = 12;
  const char* const view = static_cast<const char*>(array.buffers[1]) + at * kSize;
  const auto length = number_at<std::int32_t>(view, 0);
  if (length <= 0) return "";
  if (length <= kInside) return {view + 4, static_cast<std::size_t>(length)};
  const char* const buffer =
      static_cast<const char*>(array.buffers[2 + number_at<std::int32_t>(view, 2)]);
  return {buffer + number_at<std::int32_t>(view, 3), static_cast<std::size_t>(length)};
}

// Of one that is not null, `at` counted from the beginning of the buffers.
string_view text_at(const ArrowArray& array, string_view format, std::int64_t at) {
  if (format == "u") return between_offsets<std::int32_t>(array, at);
  if (format == "U") return between_offsets<std::int64_t>(array, at);
  return viewed(array, at);
}

std::int64_t index_at(const ArrowArray& array, char format, std::int64_t at) {
  const void* const buffer = array.buffers[1];
  switch (format) {
    case 'c':
      return number_at<std::int8_t>(buffer, at);
    case 'C':
      return number_at<std::uint8_t>(buffer, at);
    case 's':
      return number_at<std::int16_t>(buffer, at);
    case 'S':
      return number_at<std::uint16_t>(buffer, at);
    case 'i':
      return number_at<std::int32_t>(buffer, at);
    case 'I':
      return number_at<std::uint32_t>(buffer, at);
    default:
      return number_at<std::int64_t>(buffer, at);
  }
}

}  // namespace

TextColumn::~TextColumn() {
  for (ArrowArray& array : arrays_) {
    if (array.release != nullptr) array.release(&array);
  }
}

void TextColumn::add(ArrowArray array, const ArrowSchema& schema) {
  arrays_.push_back(array);
  const bool by_index = schema.dictionary != nullptr;
  const ArrowArray& values = by_index ? *array.dictionary : array;
  const string_view format = by_index ? schema.dictionary->format : schema.format;
  if (array.length < 0 || array.offset < 0) throw nb::value_error("an Arrow array below 0");
  std::map<std::int64_t, string_view> mended;  // of a dictionary, each once
  for (std::int64_t i = 0; i < array.length; ++i) {
    std::int64_t at = array.offset + i;
    bool has_text = !is_null(array, at);
    if (has_text && by_index) {
      const std::int64_t index = index_at(array, schema.format[0], at);
      if (index < 0 || index >= values.length)
        throw nb::value_error("an index outside of the column's dictionary");
      at = values.offset + index;
      has_text = !is_null(values, at);
    }
    string_view text = has_text ? text_at(values, format, at) : string_view();
    const auto known = mended.find(at);
    if (known != mended.end()) {
      text = known->second;
    } else if (find_invalid_utf8(text)) {
      text = mended_.emplace_back(sanitize_utf8(text));
      if (by_index) mended.emplace(at, text);
    }
    texts_.push_back(text);
  }
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

std::unique_ptr<TextColumn> TextColumn::of(nb::handle column) {
  auto texts = std::make_unique<TextColumn>();
  if (nb::hasattr(column, "__arrow_c_stream__")) {
    const nb::object capsule = column.attr("__arrow_c_stream__")();
    Held<ArrowArrayStream> taken(inside<ArrowArrayStream>(capsule, "arrow_array_stream"));
    ArrowArrayStream& stream = taken.held;
    const auto check = [&stream](int failed) {
      if (failed == 0) return;
      const char* const message = stream.get_last_error(&stream);
      throw nb::value_error(message != nullptr ? message : "the Arrow stream cannot be read");
    };
    Held<ArrowSchema> schema;
    check(stream.get_schema(&stream, &schema.held));
    if (!is_text(schema.held)) return nullptr;
    while (true) {
      ArrowArray array;
      check(stream.get_next(&stream, &array));
      if (array.release == nullptr) return texts;
      texts->add(array, schema.held);
    }
  }
  const nb::object pair = column.attr("__arrow_c_array__")();
  const nb::object schema = pair[0];
  const nb::object capsule = pair[1];
  const auto& told = inside<ArrowSchema>(schema, "arrow_schema");
  if (!is_text(told)) return nullptr;
  texts->add(std::exchange(inside<ArrowArray>(capsule, "arrow_array"), ArrowArray()), told);
  return texts;
}

void bind_text_column(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<TextColumn>(module, "_TextColumn");
  module.def(
      "_text_column", [](nb::handle column) { return TextColumn::of(column); }, "column"_a);
}

}  // namespace bfclx::python_binding
