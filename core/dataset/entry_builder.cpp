#include "core/dataset/entry_builder.h"

#include <string>
#include <unordered_map>
#include <utility>

#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/dataset/entry_id.h"
#include "core/dataset/lines.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx {

namespace {

using std::string_view;

// What the checks below call a value in their messages.
std::string kind_text(const Value* value) {
  if (value == nullptr) return "missing";
  switch (value->kind()) {
    case Value::Kind::kNone:
      return "null";
    case Value::Kind::kStr:
      return "text";
    case Value::Kind::kList:
      return "a list";
    case Value::Kind::kDict:
      return "an object";
    default:
      return "a " + std::string(type_name(*value));
  }
}

// Where a message points at.
struct Place {
  string_view file;
  std::size_t line;
  string_view id;

  Error error(string_view member, const Value* found, string_view expected) const {
    std::string text = "\"";
    text += member;
    text += "\" is " + kind_text(found) + ", expected ";
    text += expected;
    return dataset_error(file, line, id, text);
  }
};

bool is_list_of(const Value* value, bool (*accepts)(const Value&)) {
  if (value == nullptr || !value->is_list()) return false;
  for (const Value& item : value->items()) {
    if (!accepts(item)) return false;
  }
  return true;
}

bool is_text(const Value& value) { return value.is_str(); }
bool is_any_list(const Value& value) { return value.is_list(); }
bool is_message(const Value& value) { return value.is_dict(); }
bool is_turn(const Value& value) { return is_list_of(&value, is_message); }
bool is_turn_of_calls(const Value& value) { return is_list_of(&value, is_text); }
bool is_function_doc(const Value& value) {
  if (!value.is_dict()) return false;
  const Value* name = value.as_dict().find("name");
  return name != nullptr && name->is_str();
}
// {name: {parameter: [alternatives]}}
bool is_possible_answer(const Value& value) {
  if (!value.is_dict() || value.as_dict().empty()) return false;
  for (const Dict::Entry& call : value.as_dict()) {
    if (!call.value.is_dict()) return false;
    for (const Dict::Entry& parameter : call.value.as_dict()) {
      if (!is_any_list(parameter.value)) return false;
    }
  }
  return true;
}

// Brings the questions of v1 to v3 into the form of v4: a list of turns, each a list of messages.
Status normalise_question(Dict& data, const Place& place) {
  Value* question = data.find("question");
  if (question != nullptr && question->is_str()) {
    Value message = Value::dict();
    message.mutable_dict().set("role", Value::str("user"));
    message.mutable_dict().set("content", *question);
    *question = Value::list({Value::list({std::move(message)})});
  } else if (question != nullptr && question->is_list() && !question->items().empty() &&
             is_turn(*question)) {
    *question = Value::list({*question});
  }
  if (!is_list_of(question, is_turn)) {
    return place.error("question", question, "a list of turns, each a list of messages");
  }
  return {};
}

Status check_functions(Dict& data, const Place& place) {
  Value* functions = data.find("function");
  // chatable has no functions and says so by an empty text.
  if (functions != nullptr && functions->is_str() && functions->as_str().empty()) {
    *functions = Value::list();
  }
  if (!is_list_of(functions, is_function_doc)) {
    return place.error("function", functions, "a list of function docs with a \"name\" each");
  }
  return {};
}

Status check_ground_truth(const Category& category, const Value* truth, const Place& place) {
  switch (category.judging) {
    case Judging::kCalls:
      if (!is_list_of(truth, is_possible_answer)) {
        return place.error("ground_truth", truth, "a list of {name: {parameter: [alternatives]}}");
      }
      break;
    case Judging::kMultiTurn:
      if (!is_list_of(truth, is_turn_of_calls)) {
        return place.error("ground_truth", truth, "a list of turns, each a list of calls as text");
      }
      break;
    case Judging::kExecutable:
      if (is_rest(category)) {
        if (truth != nullptr && truth->is_str()) return {};
        return place.error("ground_truth", truth, "a response as JSON text");
      }
      [[fallthrough]];
    default:
      if (!is_list_of(truth, is_text)) {
        return place.error("ground_truth", truth, "a list of texts");
      }
  }
  return {};
}

// "MemoryAPI_kv": the backend is the last folder of the category's files.
std::string memory_class_of(const Category& category) {
  return "MemoryAPI_" + std::string(category.folder.substr(category.folder.rfind('/') + 1));
}

// utils.py:process_web_search_test_case, process_memory_test_case: one file of questions serves
// several categories.
void specialise_agentic(const Dataset& dataset, const Category& category, Entry& entry) {
  Dict& data = entry.data.mutable_dict();
  const string_view shared_name = category.family;
  entry.id = replace_all(entry.id, shared_name, category.name);
  data.set("id", Value::str(entry.id));
  if (!is_memory(category)) return;
  const Value* scenario = data.find("scenario");
  if (scenario == nullptr || !scenario->is_str()) return;
  if (const Value* ids = dataset.memory_prerequisites(scenario->as_str()); ids != nullptr) {
    List renamed;
    for (const Value& id : ids->items()) {
      renamed.push_back(Value::str(replace_all(id.as_str(), shared_name, category.name)));
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

// utils.py:populate_test_cases_with_predefined_functions. Does nothing when the docs of one of the
// classes have not been added.
Status fill_in_functions(const Dataset& dataset, Dict& data, const Place& place) {
  const Value* classes = data.find("involved_classes");
  if (!is_list_of(classes, is_text)) {
    return place.error("involved_classes", classes, "a list of class names");
  }
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

Result<std::string> read_id(const Category& category, const JsonLine& line) {
  const Value* id = line.object.as_dict().find("id");
  if (id == nullptr && category.name == "chatable") {
    std::string made = "chatable_" + std::to_string(line.number - 1);
    line.object.mutable_dict().set("id", Value::str(made));
    return made;
  }
  if (id == nullptr || !id->is_str()) {
    return Place{category.questions, line.number, {}}.error("id", id, "text");
  }
  return std::string(id->as_str());
}

Status complete(const Dataset& dataset, const Category& category, Entry& entry,
                const Place& place) {
  Dict& data = entry.data.mutable_dict();
  BFCLX_RETURN_IF_ERROR(normalise_question(data, place));
  if (category.judging == Judging::kMultiTurn || category.judging == Judging::kAgentic) {
    if (category.judging == Judging::kAgentic) {
      specialise_agentic(dataset, category, entry);
      add_answer_format(dataset, data);
    }
    return fill_in_functions(dataset, data, place);
  }
  return check_functions(data, place);
}

std::string count_text(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " entry" : " entries");
}

// Sets the ground truths, line by line. `lines_of` says where each id of the questions stands.
Status add_answers(const Category& category, string_view answers, std::vector<Entry>& entries,
                   const std::unordered_map<std::string, std::size_t>& lines_of) {
  BFCLX_ASSIGN_OR_RETURN(std::vector<JsonLine> lines, read_json_lines(answers, category.answers));
  if (lines.size() != entries.size()) {
    return dataset_error(category.answers, 0, {},
                         count_text(lines.size()) + ", but " + std::string(category.questions) +
                             " has " + count_text(entries.size()) +
                             "; the two are aligned by line");
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Dict& answer = lines[i].object.as_dict();
    const Value* id = answer.find("id");
    const Place place{category.answers, lines[i].number, entries[i].id};
    // Official answers may spell an id in another way; one that belongs to another line may not.
    if (id != nullptr && id->is_str()) {
      const auto other = lines_of.find(std::string(id->as_str()));
      if (other != lines_of.end() && other->second != i) {
        return dataset_error(category.answers, lines[i].number, id->as_str(),
                             "stands where the answer of " + entries[i].id +
                                 " belongs; questions and answers are aligned by line");
      }
    }
    const Value* truth = answer.find("ground_truth");
    BFCLX_RETURN_IF_ERROR(check_ground_truth(category, truth, place));
    entries[i].ground_truth = *truth;
    const Value* types = answer.find("execution_result_type");
    if (types != nullptr) entries[i].match_types = *types;
  }
  return {};
}

}  // namespace

Error dataset_error(string_view file, std::size_t line, string_view id, string_view text) {
  Error error{.kind = "DatasetError", .message = std::string(file)};
  error.place.file_size = static_cast<std::uint32_t>(file.size());
  error.place.line = static_cast<std::uint32_t>(line);
  if (line != 0) error.message += ":" + std::to_string(line);
  error.message += ": ";
  error.place.id_begin = static_cast<std::uint32_t>(error.message.size());
  error.place.id_size = static_cast<std::uint32_t>(id.size());
  if (!id.empty()) error.message.append(id).append(": ");
  error.message += text;
  return error;
}

Result<std::vector<JsonLine>> read_json_lines(string_view bytes, string_view file) {
  if (bytes.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    bytes.remove_prefix(kByteOrderMark.size());
  }
  const std::size_t invalid = find_invalid_utf8(bytes).value_or(bytes.size());
  std::vector<JsonLine> out;
  LineReader reader(bytes);
  Line line;
  while (reader.next(line)) {
    if (line.blank()) continue;
    if (invalid >= line.offset && invalid < line.offset + line.text.size()) {
      return dataset_error(file, line.number, {},
                           "no valid UTF-8 at byte " + std::to_string(invalid - line.offset));
    }
    Result<Value> object = json_loads(line.text);
    if (!object.ok()) {
      return dataset_error(file, line.number, {}, "not JSON: " + object.error().message);
    }
    if (!object->is_dict()) {
      return dataset_error(file, line.number, {},
                           "the line is " + kind_text(&*object) + ", expected an object");
    }
    out.push_back({line.number, std::move(object).value()});
  }
  return out;
}

Result<std::vector<Entry>> build_memory_prerequisites(const Dataset& dataset,
                                                      const Category& category) {
  std::vector<Entry> entries;
  if (!is_memory(category)) return entries;
  const std::string api = memory_class_of(category);
  for (const MemoryScenario& scenario : memory_scenarios()) {
    const Value* conversations = dataset.memory_conversations(scenario.name);
    if (conversations == nullptr) continue;
    List before;
    for (const Value& conversation : conversations->items()) {
      Entry entry;
      entry.category = &category;
      entry.data = conversation.deep_copy();
      Dict& data = entry.data.mutable_dict();
      entry.id = replace_all(data.find("id")->as_str(), category.family, category.name);
      const Place place{scenario.file, 0, entry.id};
      data.set("id", Value::str(entry.id));
      data.set("depends_on", Value::list(before));
      data.set("involved_classes", Value::list({Value::str(api)}));
      BFCLX_RETURN_IF_ERROR(normalise_question(data, place));
      BFCLX_RETURN_IF_ERROR(fill_in_functions(dataset, data, place));
      before.push_back(Value::str(entry.id));
      entries.push_back(std::move(entry));
    }
  }
  return entries;
}

Result<std::vector<Entry>> build_entries(const Dataset& dataset, const Category& category,
                                         string_view questions, string_view answers) {
  BFCLX_ASSIGN_OR_RETURN(std::vector<JsonLine> lines,
                         read_json_lines(questions, category.questions));
  std::vector<Entry> entries;
  entries.reserve(lines.size());
  std::unordered_map<std::string, std::size_t> lines_of;
  lines_of.reserve(lines.size());
  for (JsonLine& line : lines) {
    BFCLX_ASSIGN_OR_RETURN(std::string id, read_id(category, line));
    if (!lines_of.emplace(id, entries.size()).second) {
      return dataset_error(category.questions, line.number, id, "the id occurs twice");
    }
    Entry entry;
    entry.id = id;
    entry.category = &category;
    entry.data = std::move(line.object);
    BFCLX_RETURN_IF_ERROR(
        complete(dataset, category, entry, Place{category.questions, line.number, id}));
    entries.push_back(std::move(entry));
  }
  if (!category.answers.empty()) {
    BFCLX_RETURN_IF_ERROR(add_answers(category, answers, entries, lines_of));
  }
  return entries;
}

}  // namespace bfclx
