#include "python/src/columns.h"

#include "python/src/columns_to_arrow.h"
#include "python/src/from_value.h"

namespace nb = nanobind;

namespace bfclx::python_binding {
namespace {

constexpr const char* kColumnsDoc =
    "What `Dataset.score_columns` found, a row for each response: the facts of Verdict as "
    "arrays.\n\n"
    "`valid`, `turns_passed` and `turns_total` are memoryviews, which numpy.asarray takes without "
    "a\n"
    "copy; `error_type` and `skipped` are lists of strings and None. Each access creates a new "
    "one: "
    "keep it.\n"
    "Libraries that know Arrow take all of it as a table: pyarrow.table(columns),\n"
    "polars.DataFrame(columns).";

// A memoryview of bytes of its own. `format` is that of the module struct.
template <typename Number>
nb::object view_of(const std::vector<Number>& numbers, const char* format) {
  const nb::bytes bytes(numbers.data(), numbers.size() * sizeof(Number));
  const nb::object view = nb::steal(PyMemoryView_FromObject(bytes.ptr()));
  if (!view.is_valid()) throw nb::python_error();
  return view.attr("cast")(format);
}

nb::list list_of(const RareTexts& texts) {
  nb::list list;
  std::map<std::string_view, nb::object> known;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (texts[i].empty()) {
      list.append(nb::none());
      continue;
    }
    nb::object& text = known[texts[i]];
    if (!text.is_valid()) text = from_text(texts[i]);
    list.append(text);
  }
  return list;
}

nb::object numpy_arrays(nb::handle self) {
  const nb::module_ numpy = nb::module_::import_("numpy");
  nb::dict arrays;
  for (const char* name : {"valid", "error_type", "turns_passed", "turns_total", "skipped"}) {
    const nb::object column = self.attr(name);
    const bool is_list = PyList_Check(column.ptr()) != 0;
    arrays[name] = is_list ? numpy.attr("array")(column, nb::arg("dtype") = "object")
                           : numpy.attr("asarray")(column);
  }
  return arrays;
}

}  // namespace

void RareTexts::add(std::string_view text) {
  if (text.empty()) {
    codes_.push_back(0);
    return;
  }
  auto found = known_.find(text);
  if (found == known_.end()) {
    found = known_.emplace(text, static_cast<std::uint32_t>(names_.size())).first;
    names_.emplace_back(text);
  }
  codes_.push_back(found->second);
}

void Columns::reserve(std::size_t count) {
  valid.reserve(count);
  error_type.reserve(count);
  turns_passed.reserve(count);
  turns_total.reserve(count);
  skipped.reserve(count);
}

void Columns::add_valid() {
  valid.push_back(1);
  error_type.add({});
  turns_passed.push_back(0);
  turns_total.push_back(0);
  skipped.add({});
}

void Columns::add(const VerdictParts& parts) {
  valid.push_back(parts.verdict.valid ? 1 : 0);
  error_type.add(parts.verdict.error_type);
  turns_passed.push_back(static_cast<std::int32_t>(parts.turns_passed));
  turns_total.push_back(static_cast<std::int32_t>(parts.turns_total));
  skipped.add(skip_text(parts.skip));
}

void bind_columns(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<Columns>(module, "Columns", kColumnsDoc)
      .def("__len__", [](const Columns& self) { return self.valid.size(); })
      .def_prop_ro(
          "valid", [](const Columns& self) { return view_of(self.valid, "?"); },
          "Whether each response passes: a memoryview of bools.")
      .def_prop_ro(
          "error_type", [](const Columns& self) { return list_of(self.error_type); },
          "The official error types; None of what passes or was skipped.")
      .def_prop_ro(
          "turns_passed", [](const Columns& self) { return view_of(self.turns_passed, "i"); },
          "Of episodes, turns passed before the first failed turn: a memoryview of int32.")
      .def_prop_ro(
          "turns_total", [](const Columns& self) { return view_of(self.turns_total, "i"); },
          "Number of turns of episodes, 0 for everything else: a memoryview of int32.")
      .def_prop_ro(
          "skipped", [](const Columns& self) { return list_of(self.skipped); },
          "Why executable entries have no verdict; None of those that have one.")
      .def("to_numpy", numpy_arrays, "{name: numpy.ndarray}. Needs numpy.")
      .def(
          "to_pandas",
          [](nb::handle_t<Columns> self) {
            return nb::module_::import_("pandas").attr("DataFrame")(numpy_arrays(self));
          },
          "A pandas.DataFrame of the five columns. Needs pandas.")
      .def(
          "__arrow_c_schema__", [](const Columns& /*self*/) { return schema_capsule(); },
          "Of the Arrow C interface.")
      .def(
          "__arrow_c_stream__",
          [](const Columns& self, nb::handle /*requested_schema*/) { return stream_capsule(self); },
          "requested_schema"_a.none() = nb::none(), "Of the Arrow C interface: a table.");
}

}  // namespace bfclx::python_binding
