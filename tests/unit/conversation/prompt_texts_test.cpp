// Every prompt format on one small conversation, to the byte.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "tests/unit/conversation/prompt_chat.h"

namespace bfclx {
namespace {

// By name of the format.
const std::map<std::string, std::string> kExpected = {
    {"arch",
     "<|im_start|>system\n Be. (tools:\n{\"name\": \"a.f\", \"description\": \"Does it."
     "\", \"parameters\": {\"type\": \"dict\", \"properties\": {\"x\": {\"type\": \"inte"
     "ger\", \"description\": \"An \\u00e9.\"}}, \"required\": [\"x\"]}}:tools)<|im_star"
     "t|>user\n Go <|im_end|>\n<|im_start|>assistant\n"
     "text<|im_end|>\n<|im_start|>user\n<tool_response>\n"
     "{\"r\": \"é\"}\n</tool_response><|im_end|>\n"
     "<|im_start|>user\nOn<|im_end|>\n<|im_start|>assistant\n"},
    {"bielik",
     "<s><|im_start|>system\n Be. <|im_end|>\n<|im_start|>user\n"
     " Go <|im_end|>\n<|im_start|>assistant\ntext<|im_end|>\n"
     "<|im_start|>tool\n{\"r\": \"é\"}<|im_end|>\n"
     "<|im_start|>user\nOn<|im_end|>\n<|im_start|>assistant\n"},
    {"bitagent",
     "<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n"
     "\nBe.\n(tools:{\n    \"name\": \"a.f\",\n"
     "    \"description\": \"Does it.\",\n    \"parameters\": {\n"
     "        \"type\": \"dict\",\n        \"properties\": {\n"
     "            \"x\": {\n                \"type\": \"integer\",\n"
     "                \"description\": \"An \\u00e9.\"\n"
     "            }\n        },\n        \"required\": [\n"
     "            \"x\"\n        ]\n    }\n}\n\n"
     "<|eot_id|><|start_header_id|>user<|end_header_id|>\n"
     "\nGo<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n"
     "\ntext<|eot_id|><|start_header_id|>ipython<|end_header_id|>\n"
     "\n{\"r\": \"é\"}<|eot_id|><|start_header_id|>user<|end_header_id|>\n"
     "\nOn<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n"
     "\n"},
    {"deepseek_reasoning",
     "<｜begin▁of▁sentence｜> Be. <｜User｜> Go "
     "<｜Assistant｜>text<｜end▁of▁sentence｜><｜User｜>"
     "[{'role': 'tool', 'name': 'f(x=1)', 'content': '{\"r\": \"é\"}'}]<｜User｜>On<｜Assis"
     "tant｜><think>\n"},
    {"functiongemma",
     "<start_of_turn>developer\nBe.\n<start_function_declaration>declaration:a.f{descrip"
     "tion:<escape>Does it.<escape>,properties:{x:{description:<escape>An é.<escape>,typ"
     "e:<escape>INTEGER<escape>}},required:[<escape>x<escape>],type:<escape>DICT<escape>"
     "}<end_function_declaration><end_of_turn>\n"
     "<start_of_turn>user\nGo<end_of_turn>\n<start_of_turn>model\n"
     "text<end_of_turn>\n<start_function_response>response:f(x=1){r:<escape>é<escape>}<e"
     "nd_function_response><start_of_turn>user\n"
     "On<end_of_turn>\n<start_of_turn>model\n"},
    {"gemma",
     "<bos><start_of_turn>user\nBe.\n\nGo<end_of_turn>\n"
     "<start_of_turn>assistant\ntext<end_of_turn>\n"
     "<start_of_turn>tool\n{\"r\": \"é\"}<end_of_turn>\n"
     "<start_of_turn>user\nOn<end_of_turn>\n<start_of_turn>model\n"},
    {"glm",
     "(tools:\n\n## a_f\n\n{\n    \"name\": \"a_f\",\n"
     "    \"description\": \"Does it.\",\n    \"parameters\": {\n"
     "        \"type\": \"object\",\n        \"properties\": {\n"
     "            \"x\": {\n                \"type\": \"integer\",\n"
     "                \"description\": \"An \\u00e9.\"\n"
     "            }\n        },\n        \"required\": [\n"
     "            \"x\"\n        ]\n    }\n}:tool)<|system|>\n"
     " Be. <|user|>\n Go <|assistant|>\ntext<|tool|>\n"
     "{\"r\": \"é\"}<|user|>\nOn<|assistant|>"},
    {"granite_20b",
     "SYSSYSTEM:\n Be. \n\nUSER:\n Go \n\nASSISTANT:\n"
     "text\n\nTOOL:\n{\"r\": \"é\"}\n\nUSER:\nOn\n"
     "\nASSISTANT: "},
    {"granite_3",
     "<|start_of_role|>system<|end_of_role|> Be. <|end_of_text|>\n"
     "<|start_of_role|>tools<|end_of_role|>[\n    {\n"
     "        \"name\": \"a.f\",\n        \"description\": \"Does it.\",\n"
     "        \"parameters\": {\n            \"type\": \"dict\",\n"
     "            \"properties\": {\n                \"x\": {\n"
     "                    \"type\": \"integer\",\n"
     "                    \"description\": \"An \\u00e9.\"\n"
     "                }\n            },\n            \"required\": [\n"
     "                \"x\"\n            ]\n        }\n"
     "    }\n]<|end_of_text|>\n<|start_of_role|>user<|end_of_role|> Go <|end_of_text|>\n"
     "<|start_of_role|>assistant<|end_of_role|>text<|end_of_text|>\n"
     "<|start_of_role|>tool<|end_of_role|>{\"r\": \"é\"}<|end_of_text|>\n"
     "<|start_of_role|>user<|end_of_role|>On<|end_of_text|>\n"},
    {"granite_4",
     "<|start_of_role|>system<|end_of_role|> Be. \n"
     "\n(tools:\n{\"name\": \"a.f\", \"description\": \"Does it.\", \"parameters\": {\"t"
     "ype\": \"dict\", \"properties\": {\"x\": {\"type\": \"integer\", \"description\": "
     "\"An \\u00e9.\"}}, \"required\": [\"x\"]}}:tools)<|end_of_text|>\n"
     "<|start_of_role|>user<|end_of_role|> Go <|end_of_text|>\n"
     "<|start_of_role|>assistant<|end_of_role|>text<|end_of_text|>\n"
     "<|start_of_role|>user<|end_of_role|>\n<tool_response>\n"
     "{\"r\": \"é\"}\n</tool_response><|end_of_text|>\n"
     "<|start_of_role|>user<|end_of_role|>On<|end_of_text|>\n"
     "<|start_of_role|>assistant<|end_of_role|>"},
    {"hammer",
     "SYS[BEGIN OF TASK INSTRUCTION]\nTASK\n[END OF TASK INSTRUCTION]\n"
     "\n[BEGIN OF AVAILABLE TOOLS]\n[{\"name\": \"a.f\", \"description\": \"Does it.\", "
     "\"parameters\": {\"x\": {\"type\": \"integer\", \"description\": \"An \\u00e9.\", "
     "\"required\": true}}}]\n[END OF AVAILABLE TOOLS]\n"
     "\n[BEGIN OF FORMAT INSTRUCTION]\nFORMAT\n"
     "[END OF FORMAT INSTRUCTION]\n\n<|im_end|>\n"
     "<|im_start|>system\n Be. <|im_end|>\n<|im_start|>user\n"
     " Go <|im_end|>\n<|im_start|>assistant\ntext<|im_end|>\n"
     "<|im_start|>tool\n{\"r\": \"é\"}<|im_end|>\n"
     "<|im_start|>user\nOn<|im_end|>\n<|im_start|>assistant\n"},
    {"llama_3",
     "<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n"
     "\nBe.<|eot_id|><|start_header_id|>user<|end_header_id|>\n"
     "\nGo<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n"
     "\ntext<|eot_id|><|start_header_id|>ipython<|end_header_id|>\n"
     "\n{\"r\": \"é\"}<|eot_id|><|start_header_id|>user<|end_header_id|>\n"
     "\nOn<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n"
     "\n"},
    {"llama_4",
     "<|begin_of_text|><|header_start|>system<|header_end|>\n"
     "\nBe.<|eot|><|header_start|>user<|header_end|>\n"
     "\nGo<|eot|><|header_start|>assistant<|header_end|>\n"
     "\ntext<|eot|><|header_start|>ipython<|header_end|>\n"
     "\n{\"r\": \"é\"}<|eot|><|header_start|>user<|header_end|>\n"
     "\nOn<|eot|><|header_start|>assistant<|header_end|>\n"
     "\n"},
    {"llama_3_1_fc",
     "<|begin_of_text|>(before)Be.<|eot_id|>(tools:{\n"
     "    \"name\": \"a.f\",\n    \"description\": \"Does it.\",\n"
     "    \"parameters\": {\n        \"type\": \"dict\",\n"
     "        \"properties\": {\n            \"x\": {\n"
     "                \"type\": \"integer\",\n                \"description\": \"An \\u0"
     "0e9.\"\n            }\n        },\n        \"required\": [\n"
     "            \"x\"\n        ]\n    }\n}\n\n"
     "Go<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n"
     "\ntext<|eot_id|><|start_header_id|>ipython<|end_header_id|>\n"
     "\n{\"r\": \"é\"}<|eot_id|><|start_header_id|>user<|end_header_id|>\n"
     "\nOn<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n"
     "\n"},
    {"minicpm",
     "<|im_start|>system\n Be. <|im_end|>\n<|im_start|>user\n"
     " Go <|im_end|>\n<|im_start|>assistant\ntext<|im_end|>\n"
     "<|im_start|>tool\n{\"r\": \"é\"}<|im_end|>\n"
     "<|im_start|>user\nOn<|im_end|>\n<|im_start|>assistant\n"},
    {"minicpm_fc",
     "<|im_start|>system\nBe. \nFunctions import x\n"
     "\n\ndef a_f(x):\n    \"\"\"\n    Does it.\n"
     "    Args:\n\n    x: int = Field(..., description='An é.')\n"
     "\n    \"\"\"\n {end}<|im_end|>\n<|im_start|>user\n"
     "Go<|im_end|>\n<|im_start|>assistant\ntext<|im_end|>\n"
     "<|im_start|>tool\n{\"r\": \"é\"}<|im_end|>\n"
     "<|im_start|>user\nOn<|im_end|>\n<|im_start|>assistant\n"},
    {"mistral_fc",
     "<s>[INST] Go [/INST]text</s>[AVAILABLE_TOOLS][{\"type\": \"function\", \"function"
     "\": {\"name\": \"a.f\", \"description\": \"Does it.\", \"parameters\": {\"type\": "
     "\"dict\", \"properties\": {\"x\": {\"type\": \"integer\", \"description\": \"An \\"
     "u00e9.\"}}, \"required\": [\"x\"]}}}][/AVAILABLE_TOOLS][INST] Be. \n"
     "\nOn[/INST]"},
    {"nanbeige_fc",
     "<|im_start|>system\n Be. \n\n(tools:\n{\"name\": \"a.f\", \"description\": \"Does "
     "it.\", \"parameters\": {\"type\": \"dict\", \"properties\": {\"x\": {\"type\": \"i"
     "nteger\", \"description\": \"An \\u00e9.\"}}, \"required\": [\"x\"]}}:tools)<|im_s"
     "tart|>user\n Go <|im_end|>\n<|im_start|>assistant\n"
     "text<|im_end|>\n<|im_start|>user\n<tool_response>\n"
     "{\"r\": \"é\"}\n</tool_response><|im_end|>\n"
     "<|im_start|>user\nOn<|im_end|>\n<|im_start|>assistant\n"},
    {"pelican_vl_fc",
     "<|im_start|>system\n Be. \n\n(tools:\n{\"name\": \"a.f\", \"description\": \"Does "
     "it.\", \"parameters\": {\"type\": \"dict\", \"properties\": {\"x\": {\"type\": \"i"
     "nteger\", \"description\": \"An \\u00e9.\"}}, \"required\": [\"x\"]}}:tools)<|im_s"
     "tart|>user\n Go <|im_end|>\n<|im_start|>assistant\n"
     "text<|im_end|>\n<|im_start|>tool\n<tool_response>\n"
     "{\"r\": \"é\"}\n</tool_response><|im_end|>\n"
     "<|im_start|>user\nOn<|im_end|>\n<|im_start|>assistant\n"},
    {"phi_4",
     "<|im_start|>system<|im_sep|> Be. <|im_end|>\n"
     "<|im_start|>user<|im_sep|> Go <|im_end|>\n"
     "<|im_start|>assistant<|im_sep|>text<|im_end|>\n"
     "<|im_start|>tool<|im_sep|>{\"r\": \"é\"}<|im_end|>\n"
     "<|im_start|>user<|im_sep|>On<|im_end|>\n<|im_start|>assistant<|im_sep|>"},
    {"phi_4_mini",
     "<|system|> Be. <|end|><|user|> Go <|end|><|assistant|>text<|end|><|tool|>{\"r\": "
     "\"é\"}<|end|><|user|>On<|end|><|assistant|>"},
    {"phi_4_mini_fc",
     "<|system|> Be. <|tool|>{\"name\": \"a.f\", \"description\": \"Does it.\", \"parame"
     "ters\": {\"type\": \"dict\", \"properties\": {\"x\": {\"type\": \"integer\", \"des"
     "cription\": \"An \\u00e9.\"}}, \"required\": [\"x\"]}}\n"
     "<|/tool|><|end|><|user|> Go <|end|><|assistant|>text<|end|><|tool|>{\"r\": \"é\"}<"
     "|end|><|user|>On<|end|><|assistant|>"},
    {"qwen",
     "<|im_start|>system\n Be. <|im_end|>\n<|im_start|>user\n"
     " Go <|im_end|>\n<|im_start|>assistant\ntext<|im_end|>\n"
     "<|im_start|>user\n<tool_response>\n{\"r\": \"é\"}\n"
     "</tool_response><|im_end|>\n<|im_start|>user\n"
     "On<|im_end|>\n<|im_start|>assistant\n"},
    {"qwen_fc",
     "<|im_start|>system\n Be. \n\n(tools:\n{\"name\": \"a.f\", \"description\": \"Does "
     "it.\", \"parameters\": {\"type\": \"dict\", \"properties\": {\"x\": {\"type\": \"i"
     "nteger\", \"description\": \"An \\u00e9.\"}}, \"required\": [\"x\"]}}:tools)<|im_s"
     "tart|>user\n Go <|im_end|>\n<|im_start|>assistant\n"
     "text<|im_end|>\n<|im_start|>user\n<tool_response>\n"
     "{\"r\": \"é\"}\n</tool_response><|im_end|>\n"
     "<|im_start|>user\nOn<|im_end|>\n<|im_start|>assistant\n"},
    {"salesforce_llama",
     "<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n"
     "\nBe.\n(tools:{\n    \"name\": \"a.f\",\n"
     "    \"description\": \"Does it.\",\n    \"parameters\": {\n"
     "        \"type\": \"dict\",\n        \"properties\": {\n"
     "            \"x\": {\n                \"type\": \"integer\",\n"
     "                \"description\": \"An \\u00e9.\"\n"
     "            }\n        },\n        \"required\": [\n"
     "            \"x\"\n        ]\n    }\n}\n\n"
     "<|eot_id|><|start_header_id|>user<|end_header_id|>\n"
     "\nGo<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n"
     "\ntext<|eot_id|><|start_header_id|>ipython<|end_header_id|>\n"
     "\n{\"r\": \"é\"}<|eot_id|><|start_header_id|>user<|end_header_id|>\n"
     "\nOn<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n"
     "\n"},
    {"salesforce_qwen",
     "<|im_start|>system\nBe.\n(tools:{\n    \"name\": \"a.f\",\n"
     "    \"description\": \"Does it.\",\n    \"parameters\": {\n"
     "        \"type\": \"dict\",\n        \"properties\": {\n"
     "            \"x\": {\n                \"type\": \"integer\",\n"
     "                \"description\": \"An \\u00e9.\"\n"
     "            }\n        },\n        \"required\": [\n"
     "            \"x\"\n        ]\n    }\n}\n\n"
     "<|im_end|><|im_start|>user\nGo<|im_end|><|im_start|>assistant\n"
     "text<|im_end|><|im_start|>tool\n{\"r\": \"é\"}<|im_end|><|im_start|>user\n"
     "On<|im_end|><|im_start|>assistant\n"},
    {"think_agent",
     "<|begin_of_text|>SYS(tools:[{'name': 'a.f', 'description': 'Does it.', 'parameters"
     "': {'x': {'type': 'integer', 'description': 'An é.'}}}]Go<|eot_id|><|start_header_"
     "id|>assistant<|end_header_id|>"},
};

TEST(PromptFormats, EveryFormatOnOneConversation) {
  std::size_t compared = 0;
  for (const PromptFormat& format : prompt_formats()) {
    if (format.prompt == nullptr) continue;
    const auto row = kExpected.find(std::string(format.name));
    ASSERT_NE(row, kExpected.end()) << format.name;
    Chat chat(format.name);
    chat.say("system", " Be. ").say("user", " Go ").response("text");
    chat.results(R"x(["f(x=1)"])x", R"(["{\"r\": \"é\"}"])").say("user", "On");
    EXPECT_EQ(chat.prompt(), row->second) << format.name;
    ++compared;
  }
  EXPECT_EQ(compared, kExpected.size());
}

// JSON Schema of own benchmarks: what a format reads of a parameter's type is often absent.
TEST(PromptFormats, EveryFormatOfJsonSchema) {
  constexpr std::string_view kDocs =
      R"([{"name": "f", "description": "F.", "parameters": {"$schema": "s", "properties": {"x": )"
      R"({"anyOf": [{"type": "string"}, {"type": "null"}]}, "y": {}, "z": {"type": ["string", )"
      R"("null"]}, "r": {"$ref": "#/$defs/d"}}, "$defs": {"d": {"type": "integer"}}}}, )"
      R"({"name": "g", "description": "G.", "parameters": {"$schema": "s", "allOf": [{}]}}])";
  for (const PromptFormat& format : prompt_formats()) {
    if (format.prompt == nullptr) continue;
    Chat chat(format.name, json(kDocs));
    const Result<std::string> prompt = chat.say("user", "Go").render();
    if (format.name == "functiongemma") {
      EXPECT_EQ(chat.prompt(),
                "ValueError: the format functiongemma declares one type of each parameter, so it "
                "cannot represent the JSON Schema of 'f'");
      continue;
    }
    EXPECT_TRUE(prompt.ok()) << format.name << ": " << (prompt.ok() ? "" : prompt.error().message);
  }
}

}  // namespace
}  // namespace bfclx
