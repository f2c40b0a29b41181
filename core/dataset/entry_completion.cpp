#include "core/dataset/entry_completion.h"

#include <cstddef>
#include <utility>

#include "core/base/unicode.h"
#include "core/dataset/entry_id.h"
#include "core/dataset/own_turns.h"
#include "core/value/dict.h"

namespace bfclx {

// The backend is the last folder of the category's files.
std::string memory_class_of(const Category& category) {
  return "MemoryAPI_" + std::string(category.folder.substr(category.folder.rfind('/') + 1));
}

std::string id_in_category(const Category& category, std::string_view id) {
  if (category.judging != Judging::kAgentic) return std::string(id);
  return replace_all(std::string(id), category.family, category.name);
}

namespace {

// utils.py:process_web_search_test_case, process_memory_test_case.
void specialise_agentic(const Dataset& dataset, const Category& category, Entry& entry) {
  Dict& data = entry.data.mutable_dict();
  data.set("id", Value::str(entry.id));
  if (!is_memory(category)) return;
  const Value* scenario = data.find("scenario");
  if (scenario == nullptr || !scenario->is_str()) return;
  if (const Value* ids = dataset.memory_prerequisites(scenario->as_str()); ids != nullptr) {
    List renamed;
    for (const Value& id : ids->items()) {
      renamed.push_back(Value::str(id_in_category(category, id.as_str())));
    }
    data.set("depends_on", Value::list(std::move(renamed)));
  }
  const std::string api = memory_class_of(category);
  data.set("involved_classes", Value::list({Value::str(api)}));
}

// utils.py:process_agentic_test_case: the format of the final answer, as a system message.
void add_answer_format(const Dataset& dataset, Dict& data) {
  if (!dataset.prompts().is_dict()) return;
  const Value* text =
      dataset.prompts().as_dict().find("ADDITIONAL_SYSTEM_PROMPT_FOR_AGENTIC_RESPONSE_FORMAT");
  const Value* question = data.find("question");
  if (text == nullptr || question->items().empty()) return;
  Value message = Value::dict();
  message.mutable_dict().set("role", Value::str("system"));
  message.mutable_dict().set("content", *text);
  List& first_turn = question->items()[0].mutable_list();
  first_turn.insert(first_turn.begin(), std::move(message));
}

// Takes the held-out functions out of `functions`; gives {turn: [docs]}.
Value hold_out(const Dict& missed, List& functions) {
  Value held = Value::dict();
  for (const Dict::Entry& turn : missed) {
    List docs;
    for (const Value& name : turn.value.items()) {
      for (std::size_t i = 0; i < functions.size(); ++i) {
        const Value* found = functions[i].as_dict().find("name");
        if (found == nullptr || !equal(*found, name)) continue;
        docs.push_back(functions[i]);
        functions.erase(functions.begin() + static_cast<std::ptrdiff_t>(i));
        break;
      }
    }
    held.mutable_dict().set(turn.key, Value::list(std::move(docs)));
  }
  return held;
}

}  // namespace

// utils.py:populate_test_cases_with_predefined_functions. Does nothing when the docs of one of the
// classes have not been added.
Status fill_in_functions(const Dataset& dataset, Dict& data, const LinePlace& place) {
  const Value* classes = data.find("involved_classes");
  BFCLX_RETURN_IF_ERROR(check_class_names(classes, place));
  if (classes->items().empty()) return place.empty_list("involved_classes", "a class to call");
  List functions;
  for (const Value& name : classes->items()) {
    const Value* docs = dataset.function_docs(name.as_str());
    if (docs == nullptr) return {};
    functions.insert(functions.end(), docs->items().begin(), docs->items().end());
  }
  if (const Value* missed = data.find("missed_function"); missed != nullptr) {
    if (!missed->is_dict()) return place.error("missed_function", missed, "an object");
    for (const Dict::Entry& turn : missed->as_dict()) {
      if (!turn.value.is_list()) {
        return place.error("missed_function", &turn.value, "lists of function names");
      }
    }
    data.set("missed_function", hold_out(missed->as_dict(), functions));
  }
  data.set("function", Value::list(std::move(functions)));
  return {};
}

Status complete_entry(const Dataset& dataset, const Category& category, Entry& entry,
                      const LinePlace& place) {
  Dict& data = entry.data.mutable_dict();
  BFCLX_RETURN_IF_ERROR(normalise_question(data, place));
  if (is_simulated(category) || category.judging == Judging::kAgentic) {
    if (category.judging == Judging::kAgentic) {
      specialise_agentic(dataset, category, entry);
      add_answer_format(dataset, data);
    }
    return fill_in_functions(dataset, data, place);
  }
  return check_functions(category, data, dataset.own_matching.has_value(), place);
}

}  // namespace bfclx
