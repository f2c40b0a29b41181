// The page about a run and about one entry: what it says, and that texts stay texts and are
// bounded.
#include "core/report/report_page.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/value/json.h"

namespace bfclx {
namespace {

constexpr std::string_view kHostile = "</pre><script>alert(1)</script>";

class EntryPages : public testing::Test {
 protected:
  void add(std::string_view name, const std::string& entry, const std::string& truth) {
    category_ = find_category(name);
    const Status added = dataset_.add(*category_, entry, truth);
    ASSERT_TRUE(added.ok()) << added.error().message;
    settings_.decoder = find_decoder("prompting");
    settings_.model_name = "model";
  }
  std::string page_of(const Value& response) {
    ScoredResponse scored;
    scored.entry = &dataset_.entries(*category_).front();
    scored.response = response;
    score_response(scored, settings_);
    return entry_html(
        {scored.entry->id, "my <model>", settings_text(settings_), "1.0", "v4", {"n"}},
        entry_block(explain(scored, settings_, Depth::kVerdict), true));
  }
  static void has(const std::string& page, std::string_view part) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }

  const Category* category_ = nullptr;
  Dataset dataset_;
  RunSettings settings_;
};

TEST_F(EntryPages, OfASingleResponseHaveQuestionCallsGroundTruthAndWhatIsWrong) {
  add("simple_python",
      R"({"id": "simple_python_0", "question": [[{"role": "system", "content": "Be <brief>."}, )"
      R"({"role": "user", "content": "How far?"}]], )"
      R"("function": [{"name": "f", "description": "d", )"
      R"("parameters": {"type": "dict", "properties": {"unit": {"type": "string"}}, )"
      R"("required": ["unit"]}}, {"name": "g<i>"}]})",
      R"({"id": "simple_python_0", "ground_truth": [{"f": {"unit": ["m", ""]}}]})");
  const std::string failed = page_of(Value::str("[f(unit='km')]"));
  for (const std::string_view part :
       {"<h1>simple_python_0, my &lt;model&gt;</h1>", "by bfclx 1.0; dataset v4</div>",
        "decoder prompting</div>", ">n</div>", "<details class=\"entry\" open>", "system</p>",
        "Be &lt;brief&gt;.", "How far?", ">unit: string<", "also offered: g&lt;i&gt;",
        "<mark>&#39;km&#39;</mark>", "<dt>official error</dt>", "or omitted"}) {
    has(failed, part);
  }
  has(page_of(Value::str("[f(unit='m')]")), "\u2713 passed");
  const std::string hostile = page_of(Value::str(std::string(kHostile) + std::string(9000, 'x')));
  has(hostile, "&lt;script&gt;");
  has(hostile, "more bytes");
  EXPECT_EQ(hostile.find("<script"), std::string::npos);
  has(page_of(Value::str("")), "(empty)");
  const Entry& entry = dataset_.entries(*category_).front();
  const std::string none =
      entry_html({entry.id, "m", "", "1.0", "v4", {}}, unscored_block(entry.id, &entry, "none"));
  has(none, "not scored");
  has(none, "How far?");
}

TEST_F(EntryPages, OfAnEpisodeGoTurnByTurn) {
  add("multi_turn_base",
      R"j({"id": "multi_turn_base_0", "question": [[{"role": "user", "content": "Make a."}], [],)j"
      R"j( []], "initial_config": {"GorillaFileSystem": {"root": {"home": {"type": "directory",)j"
      R"j( "contents": {}}}}}, "involved_classes": ["GorillaFileSystem"]})j",
      R"j({"id": "multi_turn_base_0", "ground_truth": [["mkdir(dir_name='a')"],)j"
      R"j( ["mkdir(dir_name='b')"], ["ls()"]]})j");
  const std::string page = page_of(*json_loads(
      R"j([["[mkdir(dir_name='a')]"], ["[mkdir(dir_name='c')]", "Done."], ["[ls()]"]])j"));
  for (const std::string_view part :
       {"<dt>turn 1 \u2713</dt>", "Make a.", "<dt>turn 2 \u2715</dt>",
        "mkdir(dir_name=&#39;c&#39;)", "Done.", "<dt>turn 3, not reached</dt>",
        "mkdir(dir_name=&#39;b&#39;)"}) {
    has(page, part);
  }
}

}  // namespace
}  // namespace bfclx
