#include "core/benchmark/stated_values.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "core/base/text.h"
#include "core/benchmark/case_texts.h"

namespace bfclx {
namespace {

using std::string_view;

// The beginning of a word, and the numbers that may follow from it.
struct WordOfNumber {
  string_view beginning;
  int first, last;
};
constexpr WordOfNumber kWordsOfNumbers[] = {
    {"one", 1, 1},       {"once", 1, 1},     {"single", 1, 1},   {"solo", 1, 1},
    {"alone", 1, 1},     {"first", 1, 1},    {"daily", 1, 1},    {"hour", 1, 1},
    {"minute", 1, 1},    {"month", 1, 1},    {"year", 1, 1},     {"annual", 1, 1},
    {"day", 1, 1},       {"today", 1, 1},    {"tonight", 1, 1},  {"yeste", 1, 1},
    {"tomor", 1, 2},     {"next", 1, 1},     {"last", 1, 1},     {"current", 1, 1},
    {"complete", 1, 1},  {"full", 1, 1},     {"each", 1, 1},     {"per", 1, 1},
    {"two", 2, 2},       {"second", 2, 2},   {"twice", 2, 2},    {"doubl", 2, 2},
    {"pair", 2, 2},      {"couple", 2, 2},   {"both", 2, 2},     {"bina", 2, 2},
    {"duo", 2, 2},       {"half", 2, 2},     {"weekend", 2, 2},  {"squar", 2, 4},
    {"three", 3, 3},     {"third", 3, 3},    {"triple", 3, 3},   {"trio", 3, 3},
    {"trian", 3, 3},     {"cub", 3, 6},      {"few", 3, 5},      {"quarter", 3, 4},
    {"four", 4, 4},      {"quad", 2, 4},     {"five", 5, 5},     {"fifth", 5, 5},
    {"half", 5, 6},      {"six", 6, 6},      {"seven", 7, 7},    {"week", 1, 7},
    {"fortnight", 2, 2}, {"eight", 8, 8},    {"nin", 9, 9},      {"ten", 10, 10},
    {"decade", 10, 10},  {"sever", 2, 10},   {"some", 2, 10},    {"many", 2, 10},
    {"iii", 3, 3},       {"ii", 2, 2},       {"iv", 4, 4},       {"viii", 8, 8},
    {"vii", 7, 7},       {"vi", 6, 6},       {"ix", 9, 9},       {"hundr", 1, 10},
    {"thous", 1, 10},    {"milli", 1, 10},   {"billion", 1, 10}, {"percent", 1, 10},
    {"dozen", 1, 10},    {"morning", 6, 10}, {"evening", 5, 10}, {"afternoon", 1, 6},
    {"monday", 1, 10},   {"tuesday", 1, 10}, {"wednes", 1, 10},  {"thurs", 1, 10},
    {"friday", 1, 10},   {"saturd", 1, 10},  {"sunday", 1, 10},  {"janu", 1, 1},
    {"febru", 2, 2},     {"march", 3, 3},    {"april", 4, 4},    {"may", 5, 5},
    {"june", 6, 6},      {"july", 7, 7},     {"august", 8, 8},   {"septem", 9, 9},
    {"octo", 10, 10},    {"spring", 3, 5},   {"summer", 6, 8},   {"fall", 9, 10},
    {"autumn", 9, 10}};
// Of one thing. Longer words that begin with these are others.
constexpr string_view kSingular[] = {"a", "an", "i", "my", "me", "this", "that"};

constexpr string_view kNegations[] = {"no",     "not",  "never", "without", "none",   "neither",
                                      "nor",    "non",  "only",  "just",    "except", "skip",
                                      "exclud", "avoi", "disab", "off",     "don",    "doesn",
                                      "isn",    "won",  "need",  "instead", "ignor",  "omit"};
// Of descriptions of parameters, whatever they mean.
constexpr string_view kCommonWords[] = {
    "whether", "true",  "false", "boolean", "bool",  "flag",  "value",  "default", "indicat",
    "specif",  "optio", "param", "determi", "enabl", "which", "should", "would",   "will",
    "when",    "with",  "that",  "this",    "these", "those", "from",   "into",    "have",
    "been",    "being", "were",  "such",    "then",  "than",  "they",   "their",   "what",
    "some",    "your",  "also",  "must",    "only",  "does",  "given",  "there",   "where"};

constexpr std::size_t kFlagStem = 4;

bool begins_with_one_of(string_view word, std::span<const string_view> beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](string_view beginning) { return word.starts_with(beginning); });
}

// "include_hourlyData" as "include hourly Data".
std::string words_apart(string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (i > 0 && is_upper_letter(name[i]) && !is_upper_letter(name[i - 1])) out += ' ';
    out += name[i] == '_' ? ' ' : name[i];
  }
  return out;
}

}  // namespace

bool any_begins(std::span<const std::string> words, string_view beginning) {
  const auto found = std::lower_bound(words.begin(), words.end(), beginning);
  return found != words.end() && found->starts_with(beginning);
}

bool may_mean_number(std::span<const std::string> words, int number) {
  if (number == 1 && std::any_of(std::begin(kSingular), std::end(kSingular), [&](string_view one) {
        return std::binary_search(words.begin(), words.end(), one);
      })) {
    return true;
  }
  return std::any_of(
      std::begin(kWordsOfNumbers), std::end(kWordsOfNumbers), [&](const WordOfNumber& one) {
        return one.first <= number && number <= one.last && any_begins(words, one.beginning);
      });
}

bool may_mean_flag(std::span<const std::string> words, bool flag, string_view parameter,
                   string_view description) {
  if (!flag && std::any_of(std::begin(kNegations), std::end(kNegations), [&](string_view word) {
        return word.size() < kFlagStem ? std::binary_search(words.begin(), words.end(), word)
                                       : any_begins(words, word);
      })) {
    return true;
  }
  const std::vector<std::string> own = words_of(concat({words_apart(parameter), " ", description}));
  return std::any_of(own.begin(), own.end(), [&](const std::string& word) {
    return word.size() >= kFlagStem && !begins_with_one_of(word, kCommonWords) &&
           any_begins(words, string_view(word).substr(0, kFlagStem));
  });
}

}  // namespace bfclx
