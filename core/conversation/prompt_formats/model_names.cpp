#include "core/conversation/prompt_formats/model_names.h"

#include <algorithm>
#include <array>

#include "core/base/unicode.h"
#include "core/base/utf8.h"

namespace bfclx::chat_formats {

namespace {

using std::string_view;

constexpr string_view kKeywords[] = {
    "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};

// What pydantic's BaseModel and its metaclass have already, but for what begins with an underscore.
constexpr string_view kModelAttributes[] = {"construct",
                                            "copy",
                                            "dict",
                                            "from_orm",
                                            "json",
                                            "model_computed_fields",
                                            "model_config",
                                            "model_construct",
                                            "model_copy",
                                            "model_dump",
                                            "model_dump_json",
                                            "model_extra",
                                            "model_fields",
                                            "model_fields_set",
                                            "model_json_schema",
                                            "model_parametrized_name",
                                            "model_post_init",
                                            "model_rebuild",
                                            "model_validate",
                                            "model_validate_json",
                                            "model_validate_strings",
                                            "mro",
                                            "parse_file",
                                            "parse_obj",
                                            "parse_raw",
                                            "register",
                                            "schema",
                                            "schema_json",
                                            "update_forward_refs",
                                            "validate"};

template <std::size_t kCount>
bool is_one_of(string_view name, const string_view (&names)[kCount]) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

enum class Kind { kClass, kMember, kAttribute };

bool is_free(string_view name, Kind kind) {
  return kind != Kind::kAttribute || !is_one_of(name, kModelAttributes);
}

bool is_identifier(string_view name) {
  if (name.empty()) return false;
  for (std::size_t offset = 0; offset < name.size();) {
    const bool first = offset == 0;
    const char32_t c = next_code_point(name, offset);
    if (!(first ? is_id_start(c) : is_id_continue(c))) return false;
  }
  return true;
}

// What is no part of a word becomes an underscore, superscript digits too.
std::string of_words(string_view name) {
  std::string out;
  for (std::size_t offset = 0; offset < name.size();) {
    const char32_t c = next_code_point(name, offset);
    const bool superscript = c == 0xB9 || c == 0xB2 || c == 0xB3 || (c >= 0x2074 && c <= 0x2079);
    if (superscript || !is_word(c)) {
      out += '_';
    } else {
      append_utf8(out, c);
    }
  }
  return out;
}

// "a_b" -> "AB"; an underscore in front stays.
std::string upper_camel(string_view word) {
  std::string out;
  if (!word.empty() && word.front() == '_') {
    out += '_';
    word.remove_prefix(1);
  }
  while (!word.empty()) {
    const std::size_t end = std::min(word.find('_'), word.size());
    const string_view part = word.substr(0, end);
    if (!part.empty()) {
      std::size_t rest = 0;
      next_code_point(part, rest);
      out.append(upper(part.substr(0, rest))).append(part.substr(rest));
    }
    word.remove_prefix(std::min(end + 1, word.size()));
  }
  return out;
}

// FieldNameResolver.get_valid_name
std::string valid_name(string_view original, Kind kind, const NameSet& taken) {
  if (!original.empty() && original.front() == '#') original.remove_prefix(1);
  std::string name = of_words(original.empty() ? string_view("_") : original);
  std::size_t first = 0;
  if (decimal_value(next_code_point(name, first)) >= 0) name = "field_" + name;
  if (name.front() == '_') name = "field" + name;
  if (is_one_of(name, kKeywords) || !is_free(name, kind)) name += '_';
  const bool camel = kind == Kind::kClass;
  std::string result = camel ? upper_camel(name) : name;
  const auto wrong = [&] {
    return (!is_identifier(result) && is_free(result, kind)) || is_one_of(result, kKeywords) ||
           taken.count(result) != 0;
  };
  // The generator never ends on a character that no name can have, such as a fraction.
  constexpr int kMostTries = 1000;
  for (int count = 1; wrong() && count < kMostTries; ++count) {
    result = name + (camel ? "" : "_") + std::to_string(count);
  }
  return result;
}

bool take_end(std::string& text, string_view end, string_view instead) {
  if (text.size() < end.size() || text.compare(text.size() - end.size(), end.size(), end) != 0) {
    return false;
  }
  text.replace(text.size() - end.size(), end.size(), instead);
  return true;
}

struct Ending {
  string_view plural;
  string_view singular;
};

// The first that fits counts. Without their first letters, because words stand behind others in
// names and begin with a capital there.
constexpr Ending kEndings[] = {
    {"pecies", "pecies"},
    {"eries", "eries"},
    {"nformation", "nformation"},
    {"ews", "ews"},
    {"hildren", "hild"},
    {"eople", "erson"},
    {"riteria", "riterion"},
    {"henomena", "henomenon"},
    {"ata", "atum"},
    {"omen", "oman"},
    {"Men", "Man"},
    {"eeth", "ooth"},
    {"Feet", "Foot"},
    {"Mice", "Mouse"},
    {"ovies", "ovie"},
    {"ookies", "ookie"},
    {"nives", "nife"},
    {"olves", "olf"},
    {"eaves", "eaf"},
    {"Lives", "Life"},
    {"ies", "y"},
    {"sses", "ss"},
    {"shes", "sh"},
    {"aches", "ache"},
    {"ches", "ch"},
    {"axes", "axe"},
    {"xes", "x"},
    {"uizzes", "uiz"},
    {"tatuses", "tatus"},
    {"iruses", "irus"},
    {"Buses", "Bus"},
    {"eroes", "ero"},
    {"tatoes", "tato"},
    {"s", ""},
};

}  // namespace

std::string class_name_of(string_view name) { return valid_name(name, Kind::kClass, {}); }

std::string enum_member_name(string_view name, const NameSet& taken) {
  NameSet excluded = taken;
  excluded.insert("mro");
  return valid_name(name == "mro" ? "mro_" : name, Kind::kMember, excluded);
}

std::string attribute_name(string_view name, const NameSet& taken) {
  return valid_name(name, Kind::kAttribute, taken);
}

std::string singular_of(string_view name, string_view suffix) {
  std::string text(name);
  if (name != "Status" && name != "Plus") {
    for (const Ending& ending : kEndings) {
      if (take_end(text, ending.plural, ending.singular)) return text;
    }
  }
  text += suffix;
  return text;
}

}  // namespace bfclx::chat_formats
