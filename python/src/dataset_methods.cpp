// The class Dataset: what Python calls.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <optional>

#include <utility>
#include <vector>

#include "core/dataset/own_turns.h"
#include "core/findings/self_check.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"
#include "python/src/batch.h"
#include "python/src/dataset.h"
#include "python/src/errors.h"
#include "python/src/from_value.h"
#include "python/src/to_value.h"
#include "python/src/unlocked.h"
#include "python/src/verdict.h"

namespace nb = nanobind;

namespace bfclx::python_binding {
namespace {

constexpr const char* kDatasetDoc =
    "Questions, function docs and ground truth of the benchmark.\n\n"
    "Categories are read when they are first needed. Threads may share one; a pickle holds the\n"
    "path alone and opens it again.";

constexpr const char* kOpenDoc =
    "Opens a folder as tools/get-dataset makes it.\n\n"
    "`cassette` is a file of recorded answers for the executable categories. Raises DatasetError.";

constexpr const char* kScoreDoc =
    "The verdict of one response.\n\n"
    "`response` is what the result file of a model holds for the entry: a string, a list of\n"
    "{name: arguments}, for episodes and agentic entries a list of turns of steps. A chat "
    "message,\n"
    "a list of tool calls or a whole answer of the chat or the responses protocol is taken too, "
    "as\n"
    "a dict or as the object of a client.\n\n"
    "`decoder` names one of bfclx.decoders(); 'auto' chooses by this response alone.\n"
    "`underscore_to_dot`: the model writes math_factorial for math.factorial; None chooses.\n"
    "`model_name` is the name of the model's folder, which can reach the results of an episode.\n"
    "`today` is the datetime.date that simulated services see; None is the clock's, UTC.\n\n"
    "Raises UnknownEntryError, UnknownNameError, DatasetError; never for what the response "
    "holds.\n\n"
    ">>> import bfclx\n"
    ">>> dataset = bfclx.Dataset.sample()\n"
    ">>> dataset.score('simple_python_90000', 'I cannot do that.', "
    "decoder='prompting').error_type\n"
    "'ast_decoder:decoder_failed'";

constexpr const char* kBatchDoc =
    "The verdicts of many responses, in their order.\n\n"
    "`ids` and `responses` are iterables, or columns of numpy, pandas, polars or whatever else "
    "has\n"
    "the Arrow C interface. Of calls in columns members that are None are dropped.\n\n"
    "Runs on `threads` threads (0: one for each core; at most four for each, and no more than the\n"
    "system gives) without the interpreter lock. 'auto' chooses one decoder for all of them. A\n"
    "response that needs more memory than there is has the error type 'out_of_memory'. Everything "
    "else\n"
    "is as in `score`.";

constexpr const char* kColumnsDoc =
    "`score_batch` as Columns: arrays of `valid`, `error_type`, `turns_passed`, `turns_total` and\n"
    "`skipped` in the order of the responses, for data frames and tables.\n\n"
    "Texts of Arrow are read where they lie. A null response is None, bytes that are no UTF-8\n"
    "are replaced. Everything else is as in `score_batch`.\n\n"
    ">>> import bfclx\n"
    ">>> dataset = bfclx.Dataset.sample()\n"
    ">>> ids = dataset.category('simple_python').ids\n"
    ">>> columns = dataset.score_columns(ids, ['no'] * len(ids), decoder='prompting')\n"
    ">>> sum(columns.valid), set(columns.error_type)\n"
    "(0, {'ast_decoder:decoder_failed'})";

std::string path_text(nb::handle path) {
  // As open() takes paths: with a NUL in it, it is a ValueError.
  PyObject* encoded = nullptr;
  if (PyUnicode_FSConverter(path.ptr(), &encoded) == 0) throw nb::python_error();
  const nb::object bytes = nb::steal(encoded);
  return {PyBytes_AsString(bytes.ptr()), static_cast<std::size_t>(PyBytes_Size(bytes.ptr()))};
}

nb::object path_object(const std::string& path) {
  return nb::steal(
      PyUnicode_DecodeFSDefaultAndSize(path.data(), static_cast<Py_ssize_t>(path.size())));
}

// True, False, or nothing for None.
std::optional<bool> flag_argument(nb::handle flag) {
  if (flag.is_none()) return std::nullopt;
  if (PyBool_Check(flag.ptr()) == 0) {
    throw nb::type_error("underscore_to_dot must be True, False or None");
  }
  return flag.is(Py_True);
}

// The arguments that score and score_batch share.
struct Reading {
  std::string_view decoder;
  std::optional<bool> underscore_to_dot;
  std::string_view model_name;
  nb::handle today;
};

RunSettings settings_of(DatasetObject& dataset, const Reading& reading, const ResultFile& file) {
  return dataset.settings(file, decoder_argument(reading.decoder), reading.underscore_to_dot,
                          std::string(reading.model_name), today_argument(reading.today));
}

// Whether scoring a single-turn response may take longer than the interpreter lock is worth, 50 us.
bool may_take_long(const Entry& entry, nb::handle response) {
  constexpr Py_ssize_t kLong = 1000;  // characters
  return entry.category->language != Language::kPython || PyUnicode_Check(response.ptr()) == 0 ||
         PyUnicode_GetLength(response.ptr()) > kLong;
}

VerdictObject score_one(nb::handle self, nb::handle id, nb::handle response,
                        const Reading& reading) {
  DatasetObject& dataset = nb::cast<DatasetObject&>(self);
  const Entry& entry = dataset.find_id(id.ptr());
  const Decoder* const decoder = decoder_argument(reading.decoder);
  const bool is_told = is_single_turn(entry) && decoder != nullptr && reading.underscore_to_dot;
  if (const auto text = is_told ? text_of(response.ptr()) : std::nullopt) {
    std::optional<Unlocked> unlocked;
    if (may_take_long(entry, response)) unlocked.emplace();
    const bool valid = is_valid(entry, *text, *decoder, *reading.underscore_to_dot);
    unlocked.reset();
    return VerdictObject(valid, entry, response, {self, decoder, *reading.underscore_to_dot});
  }
  ScoredResponse scored;
  scored.entry = &entry;
  scored.id = entry.id;
  scored.response = response_of(to_value(response), shape_of(entry));
  if (is_told) {
    std::optional<Unlocked> unlocked;
    if (may_take_long(entry, response)) unlocked.emplace();
    VerdictParts parts;
    parts.id = std::move(scored.id);
    parts.verdict = score(entry, scored.response, *decoder, *reading.underscore_to_dot);
    return VerdictObject(std::move(parts));
  }
  ResultFile file;
  Response& given = file.responses.emplace_back();
  given.id = entry.id;
  given.result = scored.response;
  const RunSettings settings = settings_of(dataset, reading, file);
  const Unlocked unlocked;
  score_response(scored, settings);
  return VerdictObject(parts_of(scored));
}

// `score` takes a Batch and its settings.
template <typename Score>
nb::object with_batch(nb::handle self, nb::handle ids, nb::handle responses, const Reading& reading,
                      int threads, const Score& score) {
  if (threads < 0) throw nb::value_error("threads must not be negative");
  Batch batch(self, ids, responses);
  const bool chosen = decoder_argument(reading.decoder) != nullptr && reading.underscore_to_dot;
  const RunSettings settings =
      settings_of(nb::cast<DatasetObject&>(self), reading, chosen ? ResultFile() : batch.as_file());
  return score(std::move(batch), settings);
}

nb::object score_many(nb::handle self, nb::handle ids, nb::handle responses, const Reading& reading,
                      int threads) {
  return with_batch(self, ids, responses, reading, threads,
                    [&](Batch batch, const RunSettings& settings) {
                      return std::move(batch).score(settings, static_cast<std::size_t>(threads));
                    });
}

nb::object score_as_columns(nb::handle self, nb::handle ids, nb::handle responses,
                            const Reading& reading, int threads) {
  return with_batch(
      self, ids, responses, reading, threads, [&](Batch batch, const RunSettings& settings) {
        return nb::cast(
            std::move(batch).score_columns(settings, static_cast<std::size_t>(threads)));
      });
}

}  // namespace

nb::object entry_dict(DatasetObject& dataset, const nb::str& id) {
  const Entry& entry = dataset.find_id(id.ptr());
  Dict dict;
  if (entry.data.is_dict()) dict = entry.data.as_dict();
  dict.set("id", Value::str(entry.id));
  dict.set("category", Value::str(entry.category->name));
  dict.set("question", entry.question());
  dict.set("function", entry.functions());
  dict.set("ground_truth", entry.ground_truth);
  return from_value(Value::dict(std::move(dict)));
}

namespace {

nb::list id_list(DatasetObject& dataset, std::string_view category) {
  nb::list list;
  for (const Entry& entry : dataset.entries(category_argument(category))) {
    list.append(from_text(entry.id));
  }
  return list;
}

}  // namespace

nb::list category_names(DatasetObject& dataset) {
  nb::list list;
  for (const Category& category : all_categories()) {
    if (dataset.has(category)) list.append(from_text(category.name));
  }
  return list;
}

namespace {

Value price(const std::optional<double>& dollars) {
  return dollars ? Value::real(*dollars) : Value();
}

nb::list model_list(DatasetObject& dataset) {
  nb::list list;
  for (const Model& model : dataset.models().models()) {
    const Decoder* decoder = find_decoder_for_handler(model.decode_ast_class, model.is_fc_model);
    list.append(from_value(
        dict_of({{"name", model.name},
                 {"model_name", model.model_name},
                 {"display_name", model.display_name},
                 {"organisation", model.organisation},
                 {"license", model.license},
                 {"url", model.url},
                 {"input_price", price(model.input_price)},
                 {"output_price", price(model.output_price)},
                 {"is_fc_model", model.is_fc_model},
                 {"underscore_to_dot", model.underscore_to_dot},
                 {"handler", model.handler},
                 {"decoder", decoder != nullptr ? Value::str(decoder->name) : Value()}})));
  }
  return list;
}

// The entries of a category whose ground truth does not pass as it is written.
nb::object self_check_category(DatasetObject& dataset, std::string_view name) {
  const Category& category = category_argument(name);
  List findings;
  if (!can_self_check(category)) return from_value(Value::list());
  const std::vector<Entry>& entries = dataset.entries(category);
  const auto add = [&](const SelfCheckFinding& finding) {
    findings.push_back(dict_of({{"id", finding.id},
                                {"category", category.name},
                                {"outcome", self_check_outcome_name(finding.outcome)},
                                {"rule", finding.rule},
                                {"reason", finding.reason}}));
  };
  for (const SelfCheckFinding& finding : dataset.malformed_findings(category)) add(finding);
  const RunSettings settings = dataset.settings({}, find_decoder("prompting"), false, "model", 0);
  {
    const Unlocked unlocked;
    for (const Entry& entry : entries) {
      const SelfCheckFinding finding =
          category.judging == Judging::kExecutable
              ? self_check_executable(entry, *settings.decoder, settings.executable)
              : self_check(entry, *settings.decoder);
      if (finding.outcome != SelfCheckOutcome::kPasses) add(finding);
    }
  }
  return from_value(Value::list(std::move(findings)));
}

void bind_facts(nb::class_<DatasetObject>& dataset) {
  using namespace nb::literals;
  dataset
      .def_static(
          "open",
          [](nb::handle path, nb::handle cassette) {
            return DatasetObject::open(path_text(path),
                                       cassette.is_none() ? "" : path_text(cassette));
          },
          "path"_a, nb::kw_only(), "cassette"_a.none() = nb::none(), kOpenDoc)
      .def_static("sample", &DatasetObject::sample,
                  "The small dataset inside the module, the project's own.")
      .def_prop_ro(
          "path", [](DatasetObject& self) { return path_object(self.place()); },
          "Where it was opened; 'sample' for the one inside the module.")
      .def_prop_ro(
          "cassette",
          [](DatasetObject& self) {
            return self.cassette().empty() ? nb::none() : path_object(self.cassette());
          },
          "The file of recorded answers that it was opened with; None without one.")
      .def_prop_ro("version", &DatasetObject::version,
                   "What its manifest says, 'BFCL_v4 6ea5797'; empty without one.")
      .def("categories", category_names, "The categories that it has, in the official order.")
      .def("ids", id_list, "category"_a, "The ids of a category, in the official order.")
      .def(
          "_entry_id",
          [](DatasetObject& self, std::string_view id) { return from_text(self.entry_id(id)); },
          "entry_id"_a)
      .def("entry", entry_dict, "entry_id"_a,
           "An entry: id, category, question (turns of messages), function (docs), ground_truth\n"
           "(None for relevance), and whatever else the question file holds of it. A copy.")
      .def("models", model_list, "The model registry of the dataset, a list of dicts.");
}

void bind_scoring(nb::class_<DatasetObject>& dataset) {
  using namespace nb::literals;
  dataset
      .def(
          "score",
          [](nb::handle_t<DatasetObject> self, nb::handle id, nb::handle response,
             std::string_view decoder, nb::handle underscore_to_dot, std::string_view model_name,
             nb::handle today) {
            return score_one(self, id, response,
                             {decoder, flag_argument(underscore_to_dot), model_name, today});
          },
          "entry_id"_a, "response"_a.none(), nb::kw_only(), "decoder"_a = "auto",
          "underscore_to_dot"_a.none() = nb::none(), "model_name"_a = "model",
          "today"_a.none() = nb::none(), kScoreDoc)
      .def(
          "score_batch",
          [](nb::handle_t<DatasetObject> self, nb::handle ids, nb::handle responses,
             std::string_view decoder, nb::handle underscore_to_dot, std::string_view model_name,
             nb::handle today, int threads) {
            return score_many(self, ids, responses,
                              {decoder, flag_argument(underscore_to_dot), model_name, today},
                              threads);
          },
          "ids"_a, "responses"_a, nb::kw_only(), "decoder"_a = "auto",
          "underscore_to_dot"_a.none() = nb::none(), "model_name"_a = "model",
          "today"_a.none() = nb::none(), "threads"_a = 0, kBatchDoc)
      .def(
          "score_columns",
          [](nb::handle_t<DatasetObject> self, nb::handle ids, nb::handle responses,
             std::string_view decoder, nb::handle underscore_to_dot, std::string_view model_name,
             nb::handle today, int threads) {
            return score_as_columns(self, ids, responses,
                                    {decoder, flag_argument(underscore_to_dot), model_name, today},
                                    threads);
          },
          "ids"_a, "responses"_a, nb::kw_only(), "decoder"_a = "auto",
          "underscore_to_dot"_a.none() = nb::none(), "model_name"_a = "model",
          "today"_a.none() = nb::none(), "threads"_a = 0, kColumnsDoc);
}

}  // namespace

void bind_dataset(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<DatasetObject> dataset(module, "Dataset", kDatasetDoc);
  bind_facts(dataset);
  bind_scoring(dataset);
  dataset
      .def("__repr__",
           [](DatasetObject& self) { return path_object("<Dataset " + self.place() + ">"); })
      .def("__reduce__", [](DatasetObject& self) {
        const nb::object reopen = nb::module_::import_("bfclx._reopen").attr("reopen");
        return nb::make_tuple(
            reopen, nb::make_tuple(path_object(self.place()), path_object(self.cassette()),
                                   self.is_sample()));
      });
  module.def("_self_check", self_check_category, "dataset"_a, "category"_a);
}

}  // namespace bfclx::python_binding
