// Functions as Python signatures (MiniCPM): names, layout, and the cases that docs come in.
#include <gtest/gtest.h>

#include <string>

#include "core/conversation/prompt_formats/code_layout.h"
#include "core/conversation/prompt_formats/model_code.h"
#include "core/conversation/prompt_formats/model_names.h"
#include "tests/unit/conversation/prompt_chat.h"

namespace bfclx {
namespace {

using namespace chat_formats;  // NOLINT(google-build-using-namespace): the test is about it

// Classes and parameters of {"properties": `properties`, "required": ["a"]}.
std::string code_of_parameters(std::string_view properties) {
  std::string schema = R"({"type": "object", "required": ["a"], "properties": )";
  schema.append(properties).append("}");
  const Result<ModelCode> code = model_code(json(schema));
  if (!code.ok()) return std::string(code.error().kind) + ": " + code.error().message;
  return code->classes + "=" + code->parameters;
}

TEST(ModelNames, AreMadeValid) {
  EXPECT_EQ(class_name_of("update_info"), "UpdateInfo");
  EXPECT_EQ(class_name_of("userId"), "UserId");
  EXPECT_EQ(class_name_of("3d"), "Field3d");
  EXPECT_EQ(enum_member_name("pm2.5", {}), "pm2_5");
  EXPECT_EQ(enum_member_name("", {}), "field_");
  EXPECT_EQ(enum_member_name("a b", {"a_b"}), "a_b_1");
  EXPECT_EQ(enum_member_name("None", {}), "None_");
  EXPECT_EQ(enum_member_name("mro", {}), "mro_");
  EXPECT_EQ(enum_member_name("é²", {}), "é_");
  EXPECT_EQ(attribute_name("schema", {}), "schema_");
  EXPECT_EQ(attribute_name("class", {}), "class_");
  EXPECT_EQ(attribute_name("_from", {}), "field_from");
  EXPECT_EQ(attribute_name("Content-Type", {}), "Content_Type");
}

TEST(ModelNames, SingularsAreThoseOfTheGenerator) {
  const std::pair<std::string_view, std::string_view> rows[] = {
      {"Amenities", "Amenity"},  {"Classes", "Class"},      {"Data", "Datum"},
      {"UserData", "UserDatum"}, {"Criteria", "Criterion"}, {"Deck", "DeckItem"},
      {"Address", "Addres"},     {"Matches", "Match"},      {"Boxes", "Box"},
      {"Status", "StatusItem"},  {"Children", "Child"},     {"Movies", "Movie"}};
  for (const auto& [plural, singular] : rows) {
    EXPECT_EQ(singular_of(plural, "Item"), singular) << plural;
  }
}

TEST(CodeLayout, BreaksAsBlackDoes) {
  std::string out;
  const std::string text(60, 'x');
  Code call{"a: str = Field", '('};
  call.items = {Code{"..."}, Code{"description='" + text + "'"}};
  append_statement(out, call, 4);
  EXPECT_EQ(out, "    a: str = Field(\n        ..., description='" + text + "'\n    )\n");
  out.clear();
  call.items[0] = code_of(json(R"(["aaaaaaaaaa", "bbbbbbbbbbb"])"));
  append_statement(out, call, 4);
  EXPECT_EQ(out,
            "    a: str = Field(\n        ['aaaaaaaaaa', 'bbbbbbbbbbb'],\n        description='" +
                text + "',\n    )\n");
  out.clear();
  Code display = code_of(Value::list({Value::str(text), Value::str("y" + text)}));
  append_statement(out, display, 0);
  EXPECT_EQ(out, "[\n    '" + text + "',\n    'y" + text + "',\n]\n");
  out.clear();
  append_assignment(out, std::string(30, 'n'), text, 4);
  EXPECT_EQ(out, "    " + std::string(30, 'n') + " = (\n        " + text + "\n    )\n");
}

TEST(CodeLayout, WideCharactersTakeTwoColumns) {
  std::string wide;
  for (int i = 0; i < 40; ++i) wide += "宽";
  std::string out;
  append_assignment(out, "name", "'" + wide + "'", 0);
  EXPECT_EQ(out.find("(\n"), 7U);
  out.clear();
  append_assignment(out, "name", "'" + std::string(40, 'w') + "'", 0);
  EXPECT_EQ(out.find('('), std::string::npos);
}

TEST(ModelCode, PlainParameters) {
  EXPECT_EQ(code_of_parameters(R"({"a": {"type": "integer", "description": "it's"},
      "b": {"type": "number", "default": 1.5}, "c": {"type": "string", "maxLength": 3},
      "d": {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}},
      "e": {"type": "object"}, "f": {}})"),
            "=\n"
            "    a: int = Field(..., description=\"it's\")\n"
            "    b: Optional[float] = 1.5\n"
            "    c: Optional[str] = Field(None, max_length=3)\n"
            "    d: Optional[List[List[int]]] = None\n"
            "    e: Optional[Dict[str, Any]] = None\n"
            "    f: Optional[Any] = None\n");
  EXPECT_EQ(code_of_parameters("{}"), "=\n    pass\n");
}

TEST(ModelCode, EnumerationsAndObjectsAreClasses) {
  EXPECT_EQ(code_of_parameters(R"({"a": {"type": "string", "enum": ["x", "y z"]},
      "bs": {"type": "array", "items": {"type": "object", "properties":
             {"n": {"type": "integer", "enum": [1, 2], "default": 2}}}},
      "from": {"type": "boolean"}})"),
            "class A(Enum):\n    x = 'x'\n    y_z = 'y z'\n\n\n"
            "class N(Enum):\n    integer_1 = 1\n    integer_2 = 2\n\n\n"
            "class B(BaseModel):\n    n: Optional[N] = 2\n\n\n"
            "=\n    a: A\n    bs: Optional[List[B]] = None\n"
            "    from_: Optional[bool] = Field(None, alias='from')\n");
}

TEST(ModelCode, DefaultsOfObjectsAreMadeByFactories) {
  EXPECT_EQ(code_of_parameters(R"({"o": {"type": "object", "properties": {"p": {"type": "string"}},
      "default": {"p": "q"}}, "e": {"type": "object", "properties": {"p": {"type": "integer"}},
      "default": {}, "description": "d"}})"),
            "class O(BaseModel):\n    p: Optional[str] = None\n\n\n"
            "class E(BaseModel):\n    p: Optional[int] = None\n\n\n"
            "=\n    o: Optional[O] = Field(default_factory=lambda: O.parse_obj({'p': 'q'}))\n"
            "    e: Optional[E] = Field({}, description='d')\n");
}

TEST(ModelCode, EqualClassesOfOneNameAreOneAndOthersAreNumbered) {
  const std::string same = code_of_parameters(
      R"({"x": {"type": "object", "properties": {"k": {"type": "string", "enum": ["v"]}}},
          "y": {"type": "object", "properties": {"k": {"type": "string", "enum": ["v"]}}}})");
  EXPECT_EQ(same.find("class K1"), std::string::npos);
  EXPECT_NE(same.find("class Y(BaseModel):\n    k: Optional[K] = None"), std::string::npos);
  const std::string other = code_of_parameters(
      R"({"x": {"type": "object", "properties": {"k": {"type": "string", "enum": ["v"]}}},
          "y": {"type": "object", "properties": {"k": {"type": "string", "enum": ["w"]}}}})");
  EXPECT_NE(other.find("k: Optional[K1] = None"), std::string::npos);
}

TEST(ModelCode, ClassesKeepOffTheNamesOfImports) {
  const std::string code =
      code_of_parameters(R"({"field": {"type": "string", "enum": ["v"], "description": "d"},
                             "model": {"type": "string", "enum": ["v"]}})");
  EXPECT_NE(code.find("class FieldModel(Enum)"), std::string::npos) << code;
  EXPECT_NE(code.find("class Model1(Enum)"), std::string::npos) << code;
}

TEST(ModelCode, ReadsTheSchemaAsYaml) {
  EXPECT_EQ(code_of_parameters(R"({"n": {"type": "number", "default": 1e-05, "minimum": 1}})"),
            "=\n    n: Optional[float] = Field('1e-05', ge=1.0)\n");
  EXPECT_EQ(code_of_parameters(R"({"a": {"type": "string", "description": "\ud83d\ude00"}})"),
            "ScannerError: found invalid Unicode character escape code");
}

TEST(ModelNames, EndOnCharactersThatNoNameCanHave) {
  EXPECT_FALSE(enum_member_name("a½", {}).empty());
}

TEST(ModelCode, WhatTheDocsDoNotUseIsSaid) {
  EXPECT_EQ(code_of_parameters(R"({"a": {"anyOf": []}})"), "Unsupported: a schema with anyOf");
  EXPECT_EQ(code_of_parameters(R"({"a": {"type": ["string"]}})"),
            "Unsupported: a schema with several types");
}

TEST(MiniCpm, TheToolTextGrowsAtEveryStep) {
  Chat chat("minicpm_fc");
  chat.say("user", " q ");
  const std::string tools =
      "Functions import x\n\n\ndef a_f(x):\n    \"\"\"\n    Does it.\n    Args:\n\n"
      "    x: int = Field(..., description='An é.')\n\n    \"\"\"\n {end}";
  const std::string rest = "<|im_end|>\n<|im_start|>user\nq<|im_end|>\n<|im_start|>assistant\n";
  EXPECT_EQ(chat.prompt(), "<|im_start|>system\n" + tools + rest);
  EXPECT_EQ(chat.prompt(), "<|im_start|>system\n" + tools + "\n" + tools + rest);
}

}  // namespace
}  // namespace bfclx
