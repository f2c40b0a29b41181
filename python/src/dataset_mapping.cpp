// The class Dataset as a mapping {id: entry}.
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "core/dataset/own_turns.h"
#include "python/src/dataset.h"
#include "python/src/from_value.h"

namespace nb = nanobind;

namespace bfclx::python_binding {
namespace {

constexpr const char* kCategoryDoc =
    "The entries of a category, or of those of a group (`live`) that the dataset has: a mapping\n"
    "{id: entry}. Raises UnknownNameError.";

// Of all its entries, in the official order. Loads all of it.
template <typename Take>
void each_category(DatasetObject& dataset, const Take& take) {
  for (const Category& category : all_categories()) {
    if (dataset.has(category)) take(dataset.entries(category));
  }
}

nb::object all_ids(DatasetObject& dataset) {
  nb::list ids;
  each_category(dataset, [&](const std::vector<Entry>& entries) {
    for (const Entry& entry : entries) ids.append(from_text(entry.id));
  });
  return ids;
}

std::size_t count(DatasetObject& dataset) {
  std::size_t count = 0;
  each_category(dataset, [&](const std::vector<Entry>& entries) { count += entries.size(); });
  return count;
}

// Loads no more than it takes to know.
bool has_entries(DatasetObject& dataset) {
  const auto all = all_categories();
  return std::any_of(all.begin(), all.end(), [&](const Category& category) {
    return dataset.has(category) && !dataset.entries(category).empty();
  });
}

bool has_id(DatasetObject& dataset, nb::handle id) {
  if (PyUnicode_Check(id.ptr()) == 0) return false;
  const nb::object bytes = nb::steal(PyUnicode_AsEncodedString(id.ptr(), "utf-8", "surrogatepass"));
  if (!bytes.is_valid()) throw nb::python_error();
  return dataset.contains(
      {PyBytes_AsString(bytes.ptr()), static_cast<std::size_t>(PyBytes_Size(bytes.ptr()))});
}

// A view of collections.abc, which asks the mapping.
nb::object view(const char* name, nb::handle mapping) {
  return nb::module_::import_("collections.abc").attr(name)(mapping);
}

}  // namespace

void bind_mapping(nb::module_& module) {
  using namespace nb::literals;
  auto dataset = nb::borrow<nb::class_<DatasetObject>>(module.attr("Dataset"));
  dataset.def("__len__", count)
      .def("__bool__", has_entries)
      .def("__contains__", has_id, "entry_id"_a.none())
      .def("__iter__", [](DatasetObject& self) { return nb::iter(all_ids(self)); })
      .def("__getitem__", entry_dict, "entry_id"_a)
      .def(
          "get",
          [](DatasetObject& self, nb::handle id, nb::handle default_value) {
            return has_id(self, id) ? entry_dict(self, nb::borrow<nb::str>(id))
                                    : nb::borrow(default_value);
          },
          "entry_id"_a.none(), "default"_a.none() = nb::none(),
          "The entry, or `default` where the dataset has none of that id.")
      .def(
          "keys", [](nb::handle_t<DatasetObject> self) { return view("KeysView", self); },
          "All ids, in the official order.")
      .def(
          "values", [](nb::handle_t<DatasetObject> self) { return view("ValuesView", self); },
          "All entries, each made when it is asked for.")
      .def(
          "items", [](nb::handle_t<DatasetObject> self) { return view("ItemsView", self); },
          "All pairs (id, entry).")
      .def(
          "category",
          [](nb::handle_t<DatasetObject> self, std::string_view name) {
            return nb::module_::import_("bfclx._category").attr("Category")(self, name);
          },
          "name"_a, kCategoryDoc);
  nb::module_::import_("collections.abc").attr("Mapping").attr("register")(dataset);
}

}  // namespace bfclx::python_binding
