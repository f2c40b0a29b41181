#include "python/src/columns_to_arrow.h"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "python/src/arrow_abi.h"

namespace nb = nanobind;

namespace bfclx::python_binding {
namespace {

constexpr std::size_t kColumns = 5;
struct ColumnType {
  const char* name;
  const char* format;
  std::int64_t flags;
};
// In the order of the struct Columns. "b": bits, "U": texts with 64-bit offsets, "i": int32.
constexpr ColumnType kTypes[kColumns] = {{"valid", "b", 0},
                                         {"error_type", "U", kArrowNullable},
                                         {"turns_passed", "i", 0},
                                         {"turns_total", "i", 0},
                                         {"skipped", "U", kArrowNullable}};

struct HeldSchema {
  std::array<ArrowSchema, kColumns> columns;
  std::array<ArrowSchema*, kColumns> places;
};

void release_column(ArrowSchema* schema) { schema->release = nullptr; }

void release_schema(ArrowSchema* schema) {
  auto* const held = static_cast<HeldSchema*>(schema->private_data);
  for (ArrowSchema& column : held->columns) {
    if (column.release != nullptr) column.release(&column);
  }
  delete held;
  schema->release = nullptr;
}

ArrowSchema table_schema() {
  auto held = std::make_unique<HeldSchema>();
  for (std::size_t i = 0; i < kColumns; ++i) {
    held->columns[i].format = kTypes[i].format;
    held->columns[i].name = kTypes[i].name;
    held->columns[i].flags = kTypes[i].flags;
    held->columns[i].release = release_column;
    held->places[i] = &held->columns[i];
  }
  ArrowSchema schema;
  schema.format = "+s";
  schema.name = "";
  schema.n_children = kColumns;
  schema.children = held->places.data();
  schema.private_data = held.release();
  schema.release = release_schema;
  return schema;
}

// One column's own buffers; consumers may take a column out of the table and keep it.
struct HeldColumn {
  std::vector<std::uint8_t> bits;  // which are not null; or the values of bools
  std::vector<std::int32_t> numbers;
  std::vector<std::int64_t> offsets;
  std::string texts;
  std::array<const void*, 3> buffers{};
};

void release_held_column(ArrowArray* array) {
  delete static_cast<HeldColumn*>(array->private_data);
  array->release = nullptr;
}

void set_bit(std::vector<std::uint8_t>& bits, std::size_t at) {
  bits[at / 8] = static_cast<std::uint8_t>(bits[at / 8] | 1U << at % 8);
}

ArrowArray array_of(std::unique_ptr<HeldColumn> held, std::size_t length, std::int64_t buffers) {
  ArrowArray array;
  array.length = static_cast<std::int64_t>(length);
  array.n_buffers = buffers;
  array.buffers = held->buffers.data();
  array.private_data = held.release();
  array.release = release_held_column;
  return array;
}

ArrowArray flags_array(const std::vector<std::uint8_t>& flags) {
  auto held = std::make_unique<HeldColumn>();
  held->bits.resize((flags.size() + 7) / 8 + 1);
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (flags[i] != 0) set_bit(held->bits, i);
  }
  held->buffers[1] = held->bits.data();
  return array_of(std::move(held), flags.size(), 2);
}

ArrowArray numbers_array(const std::vector<std::int32_t>& numbers) {
  auto held = std::make_unique<HeldColumn>();
  held->numbers = numbers;
  held->numbers.reserve(1);  // so that there is a buffer
  held->buffers[1] = held->numbers.data();
  return array_of(std::move(held), numbers.size(), 2);
}

ArrowArray texts_array(const RareTexts& texts) {
  auto held = std::make_unique<HeldColumn>();
  held->bits.resize((texts.size() + 7) / 8 + 1);
  held->offsets.reserve(texts.size() + 1);
  held->offsets.push_back(0);
  std::int64_t nulls = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (texts[i].empty()) {
      ++nulls;
    } else {
      set_bit(held->bits, i);
      held->texts += texts[i];
    }
    held->offsets.push_back(static_cast<std::int64_t>(held->texts.size()));
  }
  held->buffers = {held->bits.data(), held->offsets.data(), held->texts.data()};
  ArrowArray array = array_of(std::move(held), texts.size(), 3);
  array.null_count = nulls;
  return array;
}

struct HeldTable {
  std::array<ArrowArray, kColumns> columns;
  std::array<ArrowArray*, kColumns> places;
  const void* no_nulls = nullptr;  // the one buffer
  ~HeldTable() {
    for (ArrowArray& column : columns) {
      if (column.release != nullptr) column.release(&column);
    }
  }
};

void release_table(ArrowArray* array) {
  delete static_cast<HeldTable*>(array->private_data);
  array->release = nullptr;
}

ArrowArray table_array(const Columns& columns) {
  auto held = std::make_unique<HeldTable>();
  held->columns[0] = flags_array(columns.valid);
  held->columns[1] = texts_array(columns.error_type);
  held->columns[2] = numbers_array(columns.turns_passed);
  held->columns[3] = numbers_array(columns.turns_total);
  held->columns[4] = texts_array(columns.skipped);
  for (std::size_t i = 0; i < kColumns; ++i) held->places[i] = &held->columns[i];
  ArrowArray array;
  array.length = static_cast<std::int64_t>(columns.valid.size());
  array.n_buffers = 1;
  array.buffers = &held->no_nulls;
  array.n_children = kColumns;
  array.children = held->places.data();
  array.private_data = held.release();
  array.release = release_table;
  return array;
}

// The table until it is fetched; a released array afterwards.
struct HeldStream {
  ArrowArray table;
  ~HeldStream() {
    if (table.release != nullptr) table.release(&table);
  }
};

int get_schema(ArrowArrayStream* /*stream*/, ArrowSchema* schema) {
  try {
    *schema = table_schema();
  } catch (const std::bad_alloc&) {
    return ENOMEM;
  }
  return 0;
}

int get_next(ArrowArrayStream* stream, ArrowArray* array) {
  *array = std::exchange(static_cast<HeldStream*>(stream->private_data)->table, ArrowArray());
  return 0;
}

const char* get_last_error(ArrowArrayStream* /*stream*/) { return nullptr; }

void release_stream(ArrowArrayStream* stream) {
  delete static_cast<HeldStream*>(stream->private_data);
  stream->release = nullptr;
}

// A capsule of a struct that nobody may have taken.
template <typename Struct>
nb::object capsule_of(std::unique_ptr<Struct> content, const char* name) {
  const auto destroy = [](PyObject* capsule) {
    auto* const held =
        static_cast<Struct*>(PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule)));
    if (held->release != nullptr) held->release(held);
    delete held;
  };
  nb::object capsule = nb::steal(PyCapsule_New(content.get(), name, destroy));
  if (!capsule.is_valid()) {
    content->release(content.get());
    throw nb::python_error();
  }
  content.release();  // NOLINT: the capsule's
  return capsule;
}

}  // namespace

nb::object schema_capsule() {
  auto schema = std::make_unique<ArrowSchema>();
  *schema = table_schema();
  return capsule_of(std::move(schema), "arrow_schema");
}

nb::object stream_capsule(const Columns& columns) {
  auto stream = std::make_unique<ArrowArrayStream>();
  auto held = std::make_unique<HeldStream>();
  held->table = table_array(columns);
  *stream = {get_schema, get_next, get_last_error, release_stream, held.release()};
  return capsule_of(std::move(stream), "arrow_array_stream");
}

}  // namespace bfclx::python_binding
