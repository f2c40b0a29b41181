#include <string>
#include <unordered_set>
#include <utility>

#include "core/base/utf8.h"
#include "core/dataset/entry_builder.h"
#include "core/dataset/lines.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx {

namespace {

using std::string_view;

std::string config_text(string_view format, string_view tag, string_view docs, string_view prompt,
                        string_view style) {
  std::string text = "ret_fmt=";
  text.append(format).append("&tool_call_tag=").append(tag).append("&func_doc_fmt=").append(docs);
  text.append("&prompt_fmt=").append(prompt).append("&style=").append(style);
  return text;
}

std::vector<std::string> make_configs() {
  std::vector<std::string> configs;
  for (const string_view format : {"python", "json", "verbose_xml", "concise_xml"}) {
    for (const string_view tag : {"True", "False"}) {
      for (const string_view docs : {"python", "xml", "json"}) {
        configs.push_back(config_text(format, tag, docs, "plaintext", "classic"));
      }
    }
  }
  configs.push_back(config_text("python", "False", "json", "markdown", "classic"));
  configs.push_back(config_text("python", "False", "json", "plaintext", "experimental"));
  return configs;
}

// utils.py:add_language_specific_hint_to_function_doc, for Python: the only language here.
Value with_language_hint(const Value& functions) {
  List hinted;
  hinted.reserve(functions.items().size());
  for (const Value& function : functions.items()) {
    Dict doc = function.as_dict();
    const Value* description = doc.find("description");
    if (description != nullptr && description->is_str()) {
      std::string text(description->as_str());
      text += " Note that the provided function is in Python 3 syntax.";
      doc.set("description", Value::str(text));
    }
    hinted.push_back(Value::dict(std::move(doc)));
  }
  return Value::list(std::move(hinted));
}

// "format_sensitivity_26:ret_fmt=...:simple_python_1"
std::string id_of_variant(const Category& category, const BuiltEntries& built,
                          const std::string& config, string_view original) {
  std::string id(category.name);
  id.append("_").append(std::to_string(built.entries.size() + built.malformed.size()));
  return id.append(":").append(config).append(":").append(original);
}

// One entry in every prompt configuration; question, functions, ground truth and match are
// shared.
void vary(const Category& category, const Entry& original, BuiltEntries& out) {
  Dict data = original.data.as_dict();
  if (data.contains("function")) data.set("function", with_language_hint(original.functions()));
  for (const std::string& config : format_sensitivity_configs()) {
    Entry entry;
    entry.id = id_of_variant(category, out, config, original.id);
    entry.category = &category;
    data.set("id", Value::str(entry.id));
    entry.data = Value::dict(data);
    entry.ground_truth = original.ground_truth;
    entry.own_match = original.own_match;
    out.entries.push_back(std::move(entry));
  }
}

void vary(const Category& category, const MalformedEntry& original, BuiltEntries& out) {
  for (const std::string& config : format_sensitivity_configs()) {
    MalformedEntry malformed = original;
    malformed.id = id_of_variant(category, out, config, original.id);
    malformed.position = out.entries.size() + out.malformed.size();
    out.malformed.push_back(std::move(malformed));
  }
}

// The entries of the category whose ids are wanted, malformed ones too, in the official order.
void vary_wanted(const Dataset& dataset, const Category& source, const Value& ids,
                 const Category& category, BuiltEntries& out) {
  std::unordered_set<string_view> wanted;
  for (const Value& id : ids.items()) {
    if (id.is_str()) wanted.insert(id.as_str());
  }
  const std::vector<Entry>& entries = dataset.entries(source);
  const auto vary_one = [&](const auto& original) {
    if (wanted.count(original.id) != 0) vary(category, original, out);
  };
  in_official_order(
      entries.size(), dataset.malformed(source),
      [&](std::size_t index, std::size_t) { vary_one(entries[index]); }, vary_one);
}

Result<Value> read_mapping(string_view mapping, string_view file) {
  mapping = without_byte_order_mark(mapping);
  if (find_invalid_utf8(mapping).has_value()) {
    return dataset_error(file, 0, {}, "invalid UTF-8");
  }
  Result<Value> object = json_loads(mapping);
  if (!object.ok()) {
    return dataset_error(file, 0, {}, "not JSON: " + object.error().message);
  }
  if (!object->is_dict()) {
    return dataset_error(file, 0, {}, "expected an object {category: [ids]}");
  }
  return object;
}

}  // namespace

const std::vector<std::string>& format_sensitivity_configs() {
  static const std::vector<std::string> kConfigs = make_configs();
  return kConfigs;
}

Result<std::vector<const Category*>> format_sensitivity_sources(string_view mapping) {
  const string_view file = find_category("format_sensitivity")->questions;
  BFCLX_ASSIGN_OR_RETURN(const Value object, read_mapping(mapping, file));
  std::vector<const Category*> sources;
  for (const Dict::Entry& item : object.as_dict()) {
    const string_view name = item.key.as_str();
    const Category* source = find_category(name);
    if (source == nullptr || source->judging != Judging::kCalls ||
        source->language != Language::kPython || source->questions == file) {
      return dataset_error(
          file, 0, {},
          "\"" + std::string(name) + "\" is not a single-turn Python category with ground truth");
    }
    if (!item.value.is_list()) {
      return dataset_error(file, 0, {}, "\"" + std::string(name) + "\": expected a list of ids");
    }
    // The official loader passes over categories without ids.
    if (!item.value.items().empty()) sources.push_back(source);
  }
  return sources;
}

Result<BuiltEntries> build_format_sensitivity(const Dataset& dataset, const Category& category,
                                              string_view mapping) {
  BFCLX_ASSIGN_OR_RETURN(const std::vector<const Category*> sources,
                         format_sensitivity_sources(mapping));
  BFCLX_ASSIGN_OR_RETURN(const Value object, read_mapping(mapping, category.questions));
  BuiltEntries built;
  for (const Category* source : sources) {
    if (!dataset.has(*source)) {
      return dataset_error(category.questions, 0, {},
                           "needs " + std::string(source->name) + ", which is not loaded");
    }
    vary_wanted(dataset, *source, *object.as_dict().find(source->name), category, built);
  }
  return built;
}

}  // namespace bfclx
