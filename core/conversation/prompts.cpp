#include "core/conversation/prompts.h"

#include <utility>

#include "core/conversation/values.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

using std::string_view;

// What the id of a format_sensitivity entry asks for (parse_prompt_variation_params).
struct PromptConfig {
  string_view return_format;
  bool tag = false;
  string_view docs;
  string_view prompt;
  string_view style;
};

struct ConfigField {
  string_view key;
  std::initializer_list<string_view> values;
};

Error invalid_config(string_view config) {
  return Error{"ValueError", "Invalid query format: " + repr(Value::str(config))};
}

Result<PromptConfig> parse_config(string_view config) {
  static const ConfigField kFields[] = {
      {"ret_fmt=", {"python", "json", "verbose_xml", "concise_xml"}},
      {"&tool_call_tag=", {"True", "False"}},
      {"&func_doc_fmt=", {"python", "xml", "json"}},
      {"&prompt_fmt=", {"plaintext", "markdown"}},
      {"&style=", {"classic", "experimental"}},
  };
  string_view values[5];
  string_view rest = config;
  for (std::size_t i = 0; i < 5; ++i) {
    if (rest.substr(0, kFields[i].key.size()) != kFields[i].key) return invalid_config(config);
    rest.remove_prefix(kFields[i].key.size());
    for (const string_view value : kFields[i].values) {
      if (rest.substr(0, value.size()) == value) values[i] = value;
    }
    if (values[i].empty()) return invalid_config(config);
    rest.remove_prefix(values[i].size());
  }
  if (!rest.empty() && rest != "\n") return invalid_config(config);
  return PromptConfig{values[0], values[1] == "True", values[2], values[3], values[4]};
}

Result<std::string> style_text(const Value& prompts, const PromptConfig& config, string_view part) {
  return prompt_text(prompts, "PROMPT_STYLE_TEMPLATES", config.style, part);
}

Result<std::string> call_format_text(const Value& prompts, const PromptConfig& config) {
  BFCLX_ASSIGN_OR_RETURN(
      const std::string text,
      style_text(prompts, config, config.tag ? "tool_call_with_tag" : "tool_call_no_tag"));
  BFCLX_ASSIGN_OR_RETURN(const std::string output,
                         prompt_text(prompts, "OUTPUT_FORMAT_MAPPING", config.return_format));
  BFCLX_ASSIGN_OR_RETURN(const std::string types,
                         prompt_text(prompts, "PARAM_TYPE_MAPPING", config.return_format));
  return format_template(text, {{"output_format", output}, {"param_types", types}});
}

bool has_role(const Value& message, string_view role) {
  return text_member(message, "role") == role;
}

// a + b for the contents of two messages.
Result<Value> joined(string_view before, const Value& message) {
  const Value* content = member(message, "content");
  if (content == nullptr) return key_error("content");
  if (!content->is_str()) {
    return Error{"TypeError", "can only concatenate str (not \"" +
                                  std::string(type_name(*content)) + "\") to str"};
  }
  return Value::str(std::string(before).append("\n\n").append(content->as_str()));
}

}  // namespace

Result<std::string> prompt_text(const Value& prompts, string_view first, string_view second,
                                string_view third) {
  Value value = prompts;
  for (const string_view key : {first, second, third}) {
    if (key.empty()) break;
    BFCLX_ASSIGN_OR_RETURN(value, required_member(value, key));
  }
  if (!value.is_str()) return key_error(first);
  return std::string(value.as_str());
}

std::string format_template(string_view text, std::initializer_list<FormatField> fields) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if ((c == '{' || c == '}') && i + 1 < text.size() && text[i + 1] == c) {
      out += c;
      ++i;
      continue;
    }
    const std::size_t end = c == '{' ? text.find('}', i) : string_view::npos;
    if (end == string_view::npos) {
      out += c;
      continue;
    }
    const string_view name = text.substr(i + 1, end - i - 1);
    for (const FormatField& field : fields) {
      if (field.name == name) out += field.value;
    }
    i = end;
  }
  return out;
}

Result<std::string> system_prompt(const Value& prompts, string_view config_text,
                                  const Value& functions) {
  BFCLX_ASSIGN_OR_RETURN(const PromptConfig config, parse_config(config_text));
  BFCLX_ASSIGN_OR_RETURN(const std::string docs, format_function_docs(functions, config.docs));
  BFCLX_ASSIGN_OR_RETURN(const std::string whole,
                         prompt_text(prompts, "PROMPT_TEMPLATE_MAPPING", config.prompt));
  BFCLX_ASSIGN_OR_RETURN(const std::string persona, style_text(prompts, config, "persona"));
  BFCLX_ASSIGN_OR_RETURN(const std::string task, style_text(prompts, config, "task"));
  BFCLX_ASSIGN_OR_RETURN(const std::string calls, call_format_text(prompts, config));
  BFCLX_ASSIGN_OR_RETURN(const std::string turns,
                         style_text(prompts, config, "multiturn_behavior"));
  BFCLX_ASSIGN_OR_RETURN(const std::string tools, style_text(prompts, config, "available_tools"));
  return format_template(
      whole, {{"persona", persona},
              {"task", task},
              {"tool_call_format", calls},
              {"multiturn_behavior", turns},
              {"available_tools",
               format_template(tools, {{"format", config.docs}, {"functions", docs}})}});
}

Result<std::string> prompt_config_of(const Value& prompts, string_view id) {
  const std::size_t first = id.find(':');
  if (first == string_view::npos) return prompt_text(prompts, "DEFAULT_SYSTEM_PROMPT_FORMAT");
  const std::size_t second = id.find(':', first + 1);
  if (second == string_view::npos || id.find(':', second + 1) != string_view::npos) {
    return Error{"AssertionError",
                 "Test entry ID " + std::string(id) +
                     " should contain exactly two colons, since they are supposed to be the format "
                     "sensitivity ids."};
  }
  return std::string(id.substr(first + 1, second - first - 1));
}

Status put_system_prompt(const Value& messages, string_view text) {
  List& list = messages.mutable_list();
  if (list.empty()) return Error{"IndexError", "list index out of range"};
  if (has_role(list[0], "system")) {
    BFCLX_ASSIGN_OR_RETURN(Value content, joined(text, list[0]));
    list[0].mutable_dict().set("content", std::move(content));
  } else {
    list.insert(list.begin(), message_of("system", Value::str(text)));
  }
  return {};
}

Status add_system_prompt(const Value& prompts, const Value& entry) {
  BFCLX_ASSIGN_OR_RETURN(const std::string config,
                         prompt_config_of(prompts, text_member(entry, "id")));
  BFCLX_ASSIGN_OR_RETURN(const Value functions, required_member(entry, "function"));
  BFCLX_ASSIGN_OR_RETURN(const std::string text, system_prompt(prompts, config, functions));
  BFCLX_ASSIGN_OR_RETURN(const Value question, required_member(entry, "question"));
  if (question.items().empty()) return Error{"IndexError", "list index out of range"};
  return put_system_prompt(question.items()[0], text);
}

Result<Value> combine_user_messages_of(const Value& messages) {
  List combined;
  for (const Value& message : messages.items()) {
    if (has_role(message, "user") && !combined.empty() && has_role(combined.back(), "user")) {
      const Value before = combined.back();
      BFCLX_ASSIGN_OR_RETURN(Value content, joined(text_member(before, "content"), message));
      before.mutable_dict().set("content", std::move(content));
    } else {
      combined.push_back(message);
    }
  }
  return Value::list(std::move(combined));
}

Status combine_user_messages(const Value& entry) {
  BFCLX_ASSIGN_OR_RETURN(const Value question, required_member(entry, "question"));
  for (Value& turn : question.mutable_list()) {
    BFCLX_ASSIGN_OR_RETURN(turn, combine_user_messages_of(turn));
  }
  return {};
}

std::optional<Value> take_system_message(const Value& messages) {
  List& list = messages.mutable_list();
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!has_role(list[i], "system")) continue;
    const Value* content = member(list[i], "content");
    Value taken = content != nullptr ? *content : Value();
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
    return taken;
  }
  return std::nullopt;
}

void make_system_messages_user(const Value& messages) {
  for (const Value& message : messages.items()) {
    if (has_role(message, "system")) message.mutable_dict().set("role", Value::str("user"));
  }
}

std::string results_as_user_text(const Value& calls, const Value& results) {
  List told;
  const std::size_t count = std::min(calls.items().size(), results.items().size());
  for (std::size_t i = 0; i < count; ++i) {
    told.push_back(make_dict({{"role", Value::str("tool")},
                              {"name", calls.items()[i]},
                              {"content", results.items()[i]}}));
  }
  return repr(Value::list(std::move(told)));
}

Status add_memory_instruction(const Value& prompts, const Value& question, string_view scenario,
                              bool unified, string_view memory_content) {
  BFCLX_ASSIGN_OR_RETURN(const std::string setting,
                         prompt_text(prompts, "MEMORY_AGENT_SETTINGS", scenario));
  BFCLX_ASSIGN_OR_RETURN(
      const std::string text,
      prompt_text(prompts, unified ? "MEMORY_BACKEND_INSTRUCTION_UNIFIED"
                                   : "MEMORY_BACKEND_INSTRUCTION_CORE_ARCHIVAL"));
  if (question.items().empty()) return Error{"AssertionError", ""};
  return put_system_prompt(
      question.items()[0],
      format_template(text, {{"scenario_setting", setting}, {"memory_content", memory_content}}));
}

}  // namespace bfclx
