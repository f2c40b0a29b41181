#include "core/dataset/dataset.h"

#include <utility>

#include "core/base/utf8.h"
#include "core/checker/own_match.h"
#include "core/dataset/entry_builder.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx {

namespace {

using std::string_view;

constexpr FunctionDocFile kFunctionDocFiles[] = {
    {"GorillaFileSystem", "multi_turn_func_doc/gorilla_file_system.json"},
    {"MathAPI", "multi_turn_func_doc/math_api.json"},
    {"MessageAPI", "multi_turn_func_doc/message_api.json"},
    {"TwitterAPI", "multi_turn_func_doc/posting_api.json"},
    {"TicketAPI", "multi_turn_func_doc/ticket_api.json"},
    {"TradingBot", "multi_turn_func_doc/trading_bot.json"},
    {"TravelAPI", "multi_turn_func_doc/travel_booking.json"},
    {"VehicleControlAPI", "multi_turn_func_doc/vehicle_control.json"},
    {"WebSearchAPI", "multi_turn_func_doc/web_search.json"},
    {"MemoryAPI_kv", "multi_turn_func_doc/memory_kv.json"},
    {"MemoryAPI_vector", "multi_turn_func_doc/memory_vector.json"},
    {"MemoryAPI_rec_sum", "multi_turn_func_doc/memory_rec_sum.json"},
};

constexpr MemoryScenario kMemoryScenarios[] = {
    {"student", "memory_prereq_conversation/memory_student.json"},
    {"customer", "memory_prereq_conversation/memory_customer.json"},
    {"finance", "memory_prereq_conversation/memory_finance.json"},
    {"healthcare", "memory_prereq_conversation/memory_healthcare.json"},
    {"notetaker", "memory_prereq_conversation/memory_notetaker.json"},
};

// The row of a table whose name is `name`; its file, or the name itself for one that is not there.
template <typename Row, std::size_t kRows>
string_view file_of(const Row (&rows)[kRows], string_view Row::*name_member, string_view name) {
  for (const Row& row : rows) {
    if (row.*name_member == name) return row.file;
  }
  return name;
}

const Value* find_in(const std::unordered_map<std::string, Value>& map, string_view name) {
  const auto place = map.find(std::string(name));
  return place == map.end() ? nullptr : &place->second;
}

// A JSON object of one file.
Result<Value> read_object(string_view json, string_view file) {
  if (find_invalid_utf8(json).has_value()) return dataset_error(file, 0, {}, "invalid UTF-8");
  Result<Value> object = json_loads(json);
  if (!object.ok()) {
    return dataset_error(file, 0, {}, "not JSON: " + object.error().message);
  }
  if (!object->is_dict()) return dataset_error(file, 0, {}, "expected an object");
  return object;
}

}  // namespace

std::span<const FunctionDocFile> function_doc_files() { return kFunctionDocFiles; }
std::span<const MemoryScenario> memory_scenarios() { return kMemoryScenarios; }

Error MalformedEntry::error() const { return dataset_error(file, line, id, text); }
std::string MalformedEntry::message() const { return error().message; }

const Value& Entry::question() const {
  static const Value kNone;
  const Value* found = data.is_dict() ? data.as_dict().find("question") : nullptr;
  return found == nullptr ? kNone : *found;
}

const Value& Entry::functions() const {
  static const Value kEmpty = Value::list();
  const Value* found = data.is_dict() ? data.as_dict().find("function") : nullptr;
  return found == nullptr ? kEmpty : *found;
}

const Value& Entry::possible_answers() const {
  return own_match != nullptr ? own_match->possible_answers() : ground_truth;
}

const Value& Entry::shown_answers() const {
  return own_match != nullptr ? own_match->shown() : ground_truth;
}

CallCount Entry::call_count() const {
  // The ids of format_sensitivity end in the id that says how calls are paired.
  return category->varies_prompts ? call_count_of(string_view(id).substr(id.rfind(':') + 1))
                                  : category->count;
}

Status Dataset::add(const Category& category, string_view questions, string_view answers) {
  auto part = std::make_unique<Part>();
  BFCLX_ASSIGN_OR_RETURN(BuiltEntries built,
                         category.varies_prompts
                             ? build_format_sensitivity(*this, category, questions)
                             : build_entries(*this, category, questions, answers));
  part->entries = std::move(built.entries);
  part->malformed = std::move(built.malformed);
  for (Entry& entry : part->entries) {
    if (category.judging != Judging::kCalls) break;
    if (entry.own_match != nullptr) continue;
    entry.plan = CallPlan::make(entry.functions(), entry.ground_truth, category.language,
                                entry.call_count());
  }
  part->by_id.reserve(part->entries.size());
  for (std::size_t i = 0; i < part->entries.size(); ++i) {
    part->by_id.emplace(part->entries[i].id, static_cast<std::uint32_t>(i));
  }
  parts_[&category] = std::move(part);
  return {};
}

Status Dataset::add_function_docs(string_view class_name, string_view docs) {
  const string_view file = file_of(kFunctionDocFiles, &FunctionDocFile::class_name, class_name);
  BFCLX_ASSIGN_OR_RETURN(std::vector<JsonLine> lines, read_json_lines(docs, file));
  List functions;
  functions.reserve(lines.size());
  for (JsonLine& line : lines) functions.push_back(std::move(line.object));
  function_docs_[std::string(class_name)] = Value::list(std::move(functions));
  return {};
}

Status Dataset::add_memory_prerequisites(string_view scenario, string_view conversations) {
  const string_view file = file_of(kMemoryScenarios, &MemoryScenario::name, scenario);
  BFCLX_ASSIGN_OR_RETURN(const std::vector<JsonLine> lines, read_json_lines(conversations, file));
  List ids;
  List conversations_read;
  ids.reserve(lines.size());
  for (const JsonLine& line : lines) {
    const Value* id = line.object.as_dict().find("id");
    if (id == nullptr || !id->is_str()) {
      return dataset_error(file, line.number, {}, "no \"id\" that is text");
    }
    ids.push_back(*id);
    conversations_read.push_back(line.object);
  }
  memory_conversations_[std::string(scenario)] = Value::list(std::move(conversations_read));
  memory_prerequisites_[std::string(scenario)] = Value::list(std::move(ids));
  return {};
}

Status Dataset::add_rest_requests(string_view requests) {
  constexpr string_view kFile = "api_status_check_ground_truth_rest.json";
  const auto part = parts_.find(find_category("rest"));
  if (part == parts_.end()) return {};
  BFCLX_ASSIGN_OR_RETURN(const std::vector<JsonLine> lines, read_json_lines(requests, kFile));
  Part& rest = *part->second;
  if (lines.size() != rest.entries.size() + rest.malformed.size()) {
    return dataset_error(kFile, 0, {}, "the category rest has another number of entries");
  }
  const auto set_call = [&](std::size_t index, std::size_t position) {
    const Value* const call = lines[position].object.as_dict().find("ground_truth");
    if (call != nullptr && call->is_str()) rest.entries[index].truth_call = call->as_str();
  };
  in_official_order(rest.entries.size(), rest.malformed, set_call, [](const MalformedEntry&) {});
  return {};
}

Status Dataset::add_prompts(string_view json) {
  BFCLX_ASSIGN_OR_RETURN(prompts_, read_object(json, "prompts.json"));
  return {};
}

Status Dataset::add_prompt_texts(string_view json) {
  BFCLX_ASSIGN_OR_RETURN(const Value texts, read_object(json, "prompt_texts.json"));
  if (prompts_.is_none()) prompts_ = Value::dict();
  prompts_.mutable_dict().set("PROMPT_TEXTS", texts);
  return {};
}

bool Dataset::has(const Category& category) const { return parts_.count(&category) != 0; }

const std::vector<Entry>& Dataset::entries(const Category& category) const {
  static const std::vector<Entry> kNone;
  const auto part = parts_.find(&category);
  return part == parts_.end() ? kNone : part->second->entries;
}

const std::vector<MalformedEntry>& Dataset::malformed(const Category& category) const {
  static const std::vector<MalformedEntry> kNone;
  const auto part = parts_.find(&category);
  return part == parts_.end() ? kNone : part->second->malformed;
}

std::size_t Dataset::malformed_entries(const Category& category) const {
  std::size_t count = 0;
  for (const MalformedEntry& one : malformed(category)) count += one.is_entry ? 1 : 0;
  return count;
}

const MalformedEntry* Dataset::find_malformed(string_view id) const {
  if (id.empty()) return nullptr;
  const std::string canonical = canonical_id(id);
  for (const auto& [category, part] : parts_) {
    for (const MalformedEntry& malformed : part->malformed) {
      if (malformed.id == id || malformed.id == canonical) return &malformed;
    }
  }
  return nullptr;
}

const Entry* Dataset::find_exactly(string_view id) const {
  const auto find_in_part = [id](const Part& part) -> const Entry* {
    const auto place = part.by_id.find(id);
    return place == part.by_id.end() ? nullptr : &part.entries[place->second];
  };
  if (const Category* category = category_of_id(id); category != nullptr) {
    const auto part = parts_.find(category);
    if (part != parts_.end()) {
      if (const Entry* entry = find_in_part(*part->second); entry != nullptr) return entry;
    }
  }
  for (const auto& [category, part] : parts_) {
    if (const Entry* entry = find_in_part(*part); entry != nullptr) return entry;
  }
  return nullptr;
}

const Entry* Dataset::find(string_view id) const {
  if (const Entry* entry = find_exactly(id); entry != nullptr) return entry;
  const std::string canonical = canonical_id(id);
  return canonical == id ? nullptr : find_exactly(canonical);
}

const Value* Dataset::function_docs(string_view class_name) const {
  return find_in(function_docs_, class_name);
}

const Value* Dataset::memory_prerequisites(string_view scenario) const {
  return find_in(memory_prerequisites_, scenario);
}

const Value* Dataset::memory_conversations(string_view scenario) const {
  return find_in(memory_conversations_, scenario);
}

}  // namespace bfclx
