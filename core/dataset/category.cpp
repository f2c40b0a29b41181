#include "core/dataset/category.h"

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "core/dataset/own_turns.h"

namespace bfclx {

namespace {

using std::string_view;

// A row begins as a category of v1 that is judged by calls and has files of its own; what is
// different is said behind it.
class Row {
 private:
  // First: clang evaluates no template that stands behind its use.
  template <typename Member>
  constexpr Row with(Member Category::*member, std::common_type_t<Member> value) const {
    Row changed = *this;
    changed.row_.*member = value;
    return changed;
  }

 public:
  constexpr Row(string_view name, string_view group, std::size_t size, string_view questions,
                string_view answers)
      : row_{name,
             group,
             Judging::kCalls,
             Language::kPython,
             CallCount::kSimple,
             {},
             false,
             size,
             {},
             Dependence::kNone,
             false,
             false,
             Gate::kNone,
             {},
             questions,
             answers,
             group} {}

  constexpr Row judged(Judging judging) const { return with(&Category::judging, judging); }
  constexpr Row in(Language language) const { return with(&Category::language, language); }
  constexpr Row calls(CallCount count) const { return with(&Category::count, count); }
  constexpr Row tables(LeaderboardVersion first, LeaderboardVersion last) const {
    return with(&Category::tables, {true, first, last})
        .with(&Category::scored, last == LeaderboardVersion::kV4);
  }
  constexpr Row family(string_view family) const {
    return with(&Category::family, family).with(&Category::dependence, Dependence::kFamily);
  }
  constexpr Row depends(Dependence on) const { return with(&Category::dependence, on); }
  constexpr Row long_context() const { return with(&Category::long_context, true); }
  constexpr Row varies_prompts() const { return with(&Category::varies_prompts, true); }
  constexpr Row needs(Gate gate, std::span<const string_view> keys = {}) const {
    return with(&Category::gate, gate).with(&Category::keys, keys);
  }
  constexpr Row folder(string_view folder) const { return with(&Category::folder, folder); }
  constexpr operator Category() const { return row_; }

 private:
  Category row_;
};

constexpr auto kV1 = LeaderboardVersion::kV1;
constexpr auto kV2 = LeaderboardVersion::kV2;
constexpr auto kV3Executable = LeaderboardVersion::kV3Executable;
constexpr auto kV4 = LeaderboardVersion::kV4;

constexpr string_view kSearchKeys[] = {"SERPAPI_API_KEY"};
constexpr string_view kServiceKeys[] = {"EXCHANGERATE_API_KEY", "GEOCODE_API_KEY", "OMDB_API_KEY",
                                        "RAPID_API_KEY"};
constexpr string_view kServiceKeysWithoutMovies[] = {"EXCHANGERATE_API_KEY", "GEOCODE_API_KEY",
                                                     "RAPID_API_KEY"};

#define BFCLX_FILE(name) "BFCL_v4_" name ".json"
#define BFCLX_ANSWER(name) "possible_answer/" BFCLX_FILE(name)
#define BFCLX_UNUSED "unused_datasets/"
// Rows with answers, without any, with those of another category, and of files set aside.
#define BFCLX_ROW(name, group, size) Row(name, group, size, BFCLX_FILE(name), BFCLX_ANSWER(name))
#define BFCLX_OPEN(name, group, size) Row(name, group, size, BFCLX_FILE(name), "")
#define BFCLX_OF(file, name, group, size) \
  Row(name, group, size, BFCLX_FILE(file), BFCLX_ANSWER(file))
#define BFCLX_ASIDE(name, group, size) \
  Row(name, group, size, BFCLX_UNUSED "question/" BFCLX_FILE(name), BFCLX_UNUSED BFCLX_ANSWER(name))

constexpr Row live(const Row& row) { return row.tables(kV2, kV4).depends(Dependence::kFunctions); }
constexpr Row episodes(const Row& row) {
  return row.judged(Judging::kMultiTurn).family("multi_turn");
}
constexpr Row memory(const Row& row, string_view folder) {
  return row.judged(Judging::kAgentic).tables(kV4, kV4).family("memory").folder(folder);
}
constexpr Row web_search(const Row& row) {
  return row.judged(Judging::kAgentic)
      .tables(kV4, kV4)
      .family("web_search")
      .needs(Gate::kKey, kSearchKeys);
}
constexpr Row executed(const Row& row, CallCount count, std::span<const string_view> keys) {
  return row.judged(Judging::kExecutable)
      .calls(count)
      .tables(kV1, kV3Executable)
      .needs(Gate::kNetwork, keys);
}

constexpr Category kCategories[] = {
    // Non-live.
    BFCLX_ROW("simple_python", "non_live", 400).tables(kV1, kV4),
    BFCLX_ROW("simple_java", "non_live", 100).in(Language::kJava).tables(kV1, kV4),
    BFCLX_ROW("simple_javascript", "non_live", 50).in(Language::kJavaScript).tables(kV1, kV4),
    BFCLX_ROW("multiple", "non_live", 200).calls(CallCount::kMultiple).tables(kV1, kV4),
    BFCLX_ROW("parallel", "non_live", 200).calls(CallCount::kParallel).tables(kV1, kV4),
    BFCLX_ROW("parallel_multiple", "non_live", 200).calls(CallCount::kParallel).tables(kV1, kV4),
    BFCLX_OPEN("irrelevance", "non_live", 240).judged(Judging::kIrrelevance).tables(kV1, kV4),
    // Live.
    live(BFCLX_ROW("live_simple", "live", 258)),
    live(BFCLX_ROW("live_multiple", "live", 1053).calls(CallCount::kMultiple)),
    live(BFCLX_ROW("live_parallel", "live", 16).calls(CallCount::kParallel)),
    live(BFCLX_ROW("live_parallel_multiple", "live", 24).calls(CallCount::kParallel)),
    live(BFCLX_OPEN("live_irrelevance", "live", 884).judged(Judging::kIrrelevance)),
    live(BFCLX_OPEN("live_relevance", "live", 16).judged(Judging::kRelevance)),
    // Multi-turn.
    episodes(BFCLX_ROW("multi_turn_base", "multi_turn", 200).tables(kV3Executable, kV4)),
    episodes(BFCLX_ROW("multi_turn_miss_func", "multi_turn", 200).tables(kV3Executable, kV4)),
    episodes(BFCLX_ROW("multi_turn_miss_param", "multi_turn", 200).tables(kV3Executable, kV4)),
    episodes(BFCLX_ROW("multi_turn_long_context", "multi_turn", 200).tables(kV3Executable, kV4))
        .long_context(),
    // Agentic: one file of questions serves all memory backends, one both web searches.
    memory(BFCLX_OF("memory", "memory_kv", "agentic", 155), "agentic/memory/kv"),
    memory(BFCLX_OF("memory", "memory_vector", "agentic", 155), "agentic/memory/vector")
        .needs(Gate::kEmbeddings),
    memory(BFCLX_OF("memory", "memory_rec_sum", "agentic", 155), "agentic/memory/rec_sum"),
    web_search(BFCLX_OF("web_search", "web_search_base", "agentic", 100)),
    web_search(BFCLX_OF("web_search", "web_search_no_snippet", "agentic", 100)),
    // Reported apart.
    BFCLX_OPEN("format_sensitivity", "format_sensitivity", 5200)
        .depends(Dependence::kSource)
        .varies_prompts(),
    BFCLX_ASIDE("sql", "non_live", 100),
    Row("chatable", "non_live", 200, BFCLX_UNUSED "question/" BFCLX_FILE("chatable"), "")
        .judged(Judging::kIrrelevance),
    episodes(BFCLX_ASIDE("multi_turn_composite", "multi_turn", 200)).long_context(),
    // Ids, files and folders as v3 had them.
    executed(BFCLX_ASIDE("exec_simple", "executable", 100), CallCount::kSimple, kServiceKeys),
    executed(BFCLX_ASIDE("exec_multiple", "executable", 50), CallCount::kMultiple, kServiceKeys),
    executed(BFCLX_ASIDE("exec_parallel", "executable", 50), CallCount::kParallel, kServiceKeys),
    executed(BFCLX_ASIDE("exec_parallel_multiple", "executable", 40), CallCount::kParallel,
             kServiceKeysWithoutMovies),
    executed(BFCLX_ASIDE("rest", "executable", 70), CallCount::kSimple, kServiceKeys),
    // Of own benchmarks alone: the last row, behind the official ones.
    BFCLX_ROW("own_turns", "own_turns", 0).judged(Judging::kMultiTurn),
};

#undef BFCLX_FILE
#undef BFCLX_ANSWER
#undef BFCLX_UNUSED
#undef BFCLX_ROW
#undef BFCLX_OPEN
#undef BFCLX_OF
#undef BFCLX_ASIDE

constexpr std::size_t kCount = sizeof(kCategories) / sizeof(kCategories[0]);
static_assert(kCategories[kCount - 1].name == kOwnTurns);

// Pointers to rows: a group is the first `count` of them.
struct Rows {
  std::array<const Category*, kCount> row{};
  std::size_t count = 0;
  constexpr std::span<const Category* const> span() const {
    return std::span<const Category* const>(row).first(count);
  }
};

using Belongs = bool (*)(const Category& category);

constexpr Rows rows_of(Belongs belongs) {
  Rows rows;
  for (const Category& category : kCategories) {
    if (belongs(category)) rows.row[rows.count++] = &category;
  }
  return rows;
}

constexpr bool is_single_response(const Category& category) {
  return category.scored && category.judging != Judging::kMultiTurn &&
         category.judging != Judging::kAgentic;
}

// Of a scored category: the group's name or the family's.
constexpr bool is_of(const Category& category, string_view name) {
  return category.scored && (category.group == name || category.family == name);
}

struct Group {
  string_view name;
  Rows rows;
};

// category_mapping.py:TEST_COLLECTION_MAPPING, and the executable categories.
constexpr Group kGroups[] = {
    {"all", rows_of([](const Category& c) { return c.scored || c.varies_prompts; })},
    {"all_scoring", rows_of([](const Category& c) { return c.scored; })},
    {"multi_turn", rows_of([](const Category& c) { return is_of(c, "multi_turn"); })},
    {"single_turn", rows_of(is_single_response)},
    {"live", rows_of([](const Category& c) { return is_of(c, "live"); })},
    {"non_live", rows_of([](const Category& c) { return is_of(c, "non_live"); })},
    {"non_python", rows_of([](const Category& c) {
       return is_single_response(c) && c.language != Language::kPython;
     })},
    {"python", rows_of([](const Category& c) {
       return is_single_response(c) && c.language == Language::kPython;
     })},
    {"memory", rows_of([](const Category& c) { return is_of(c, "memory"); })},
    {"web_search", rows_of([](const Category& c) { return is_of(c, "web_search"); })},
    {"agentic", rows_of([](const Category& c) { return is_of(c, "agentic"); })},
    {"executable", rows_of([](const Category& c) { return c.judging == Judging::kExecutable; })},
};

// All rows: a category by itself is a part of this.
constexpr Rows kAllRows = rows_of([](const Category&) { return true; });

constexpr auto kGroupNames = [] {
  std::array<string_view, sizeof(kGroups) / sizeof(kGroups[0])> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = kGroups[i].name;
  return names;
}();

// Names that v1 to v3 used.
constexpr std::pair<string_view, string_view> kOldNames[] = {
    {"simple", "simple_python"},
    {"java", "simple_java"},
    {"javascript", "simple_javascript"},
    {"relevance", "irrelevance"},
    {"multiple_function", "multiple"},
    {"parallel_function", "parallel"},
    {"parallel_multiple_function", "parallel_multiple"},
    {"executable_simple", "exec_simple"},
    {"executable_multiple_function", "exec_multiple"},
    {"executable_parallel_function", "exec_parallel"},
    {"executable_parallel_multiple_function", "exec_parallel_multiple"},
};

const Category* find_old_or_new(string_view name) {
  for (const auto& [old_name, new_name] : kOldNames) {
    if (name == old_name) return find_category(new_name);
  }
  return find_category(name);
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool drop_suffix(string_view& text, string_view suffix) {
  if (text.size() <= suffix.size() || text.substr(text.size() - suffix.size()) != suffix) {
    return false;
  }
  text.remove_suffix(suffix.size());
  return true;
}

// The official pattern `.*BFCL_v4_(\w+?)(?:_score|_result)?\.json`, searched from the end.
string_view official_text(string_view path) {
  constexpr string_view kPrefix = "BFCL_v4_";
  std::size_t start = path.rfind(kPrefix);
  while (start != string_view::npos) {
    std::size_t end = start + kPrefix.size();
    const std::size_t name_start = end;
    while (end < path.size() && is_word(path[end])) ++end;
    string_view name = path.substr(name_start, end - name_start);
    if (!name.empty() && path.substr(end, 5) == ".json") {
      if (!drop_suffix(name, "_result")) drop_suffix(name, "_score");
      return name;
    }
    if (start == 0) break;
    start = path.rfind(kPrefix, start - 1);
  }
  return {};
}

}  // namespace

std::span<const Category> all_categories() { return kCategories; }
bool is_own_turns(const Category& category) { return category.name == kOwnTurns; }
bool is_simulated(const Category& category) {
  return category.judging == Judging::kMultiTurn && !is_own_turns(category);
}

std::span<const Category> categories() { return all_categories().first(kCount - 1); }

const Category* find_category(string_view name) {
  for (const Category& category : kCategories) {
    if (category.name == name) return &category;
  }
  return nullptr;
}

std::span<const Category* const> category_group(string_view name) {
  for (const Group& group : kGroups) {
    if (group.name == name) return group.rows.span();
  }
  const Category* category = find_category(name);
  if (category == nullptr) return {};
  const auto index = static_cast<std::size_t>(category - kCategories);
  return kAllRows.span().subspan(index, 1);
}

std::span<const string_view> category_group_names() { return kGroupNames; }

CallCount call_count_of(string_view test_category) {
  if (test_category.find("parallel") != string_view::npos) return CallCount::kParallel;
  if (test_category.find("multiple") != string_view::npos) return CallCount::kMultiple;
  return CallCount::kSimple;
}

const Category* category_of_id(string_view id) {
  id = id.substr(0, id.find(':'));
  const std::size_t underscore = id.rfind('_');
  if (underscore == string_view::npos) return nullptr;
  return find_old_or_new(id.substr(0, underscore));
}

std::string canonical_id(string_view id) {
  const std::size_t underscore = id.rfind('_');
  if (underscore != string_view::npos) {
    const string_view name = id.substr(0, underscore);
    for (const auto& [old_name, new_name] : kOldNames) {
      if (name != old_name) continue;
      std::string canonical(new_name);
      canonical += id.substr(underscore);
      return canonical;
    }
  }
  return std::string(id);
}

string_view category_text_of_file(string_view path) {
  if (string_view name = official_text(path); !name.empty()) return name;
  const std::size_t slash = path.find_last_of("/\\");
  string_view name = slash == string_view::npos ? path : path.substr(slash + 1);
  drop_suffix(name, ".gz");
  for (const string_view extension : {".json", ".jsonl", ".ndjson"}) {
    if (drop_suffix(name, extension)) break;
  }
  if (!drop_suffix(name, "_result")) drop_suffix(name, "_score");
  for (const string_view prefix : {"BFCL_v1_", "BFCL_v2_", "BFCL_v3_", "BFCL_v4_", "bfcl_v3_",
                                   "bfcl_v4_", "gorilla_openfunctions_v1_test_"}) {
    if (name.substr(0, prefix.size()) == prefix) return name.substr(prefix.size());
  }
  return name;
}

const Category* category_of_file(string_view path) {
  return find_old_or_new(category_text_of_file(path));
}

}  // namespace bfclx
