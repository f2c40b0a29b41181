#include "core/benchmark/case_texts.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "core/audit/meaning.h"
#include "core/base/text.h"
#include "core/benchmark/stated_values.h"
#include "core/checker/own_match.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr std::size_t kMaxParts = 200;      // of one value
constexpr std::size_t kMaxValueText = 200;  // of longer ones, the words are the model's
constexpr std::size_t kMaxWork = std::size_t{16} << 20;
constexpr int kMaxDepth = 8;
constexpr std::size_t kStem = 4;       // bytes that words of one stem share
constexpr std::size_t kShortWord = 3;  // what is shorter may be a code or an abbreviation

bool is_word_byte(char c) {
  return is_digit(c) || is_letter(c) || static_cast<unsigned char>(c) >= 0x80;
}

template <std::size_t N>
bool is_one_of(const string_view (&words)[N], string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

void add_texts(const Value& value, std::string& text, int depth) {
  if (depth > kMaxDepth) return;
  if (value.is_str()) {
    text.append(value.as_str()).append("\n");
  } else if (value.is_sequence()) {
    for (const Value& item : value.items()) add_texts(item, text, depth + 1);
  } else if (value.is_dict()) {
    for (const auto& [key, item] : value.as_dict()) {
      if (key.is_str() && (key.as_str() == "role" || key.as_str() == "tool_call_id")) continue;
      add_texts(item, text, depth + 1);
    }
  }
}

void add_with_single_spaces(string_view text, std::string& out) {
  bool space = true;  // none at the beginning
  for (const char c : text) {
    const bool is_space = c == ' ' || (c >= '\t' && c <= '\r');
    if (is_space && space) continue;
    out += is_space ? ' ' : c;
    space = is_space;
  }
  if (space && !out.empty() && out.back() == ' ') out.pop_back();
}

void add_key(const Value& value, std::string& key, int depth) {
  if (depth > kMaxDepth) return;
  if (value.is_sequence()) {
    key += '\x1';
    for (const Value& item : value.items()) add_key(item, key, depth + 1);
    return;
  }
  const Value* content = find_member(value, "content");
  if (value.is_dict() && value.as_dict().size() == 2 && content != nullptr && content->is_str()) {
    key.append("\x2").append(find_text(value, "role")).append("\x3");
    add_with_single_spaces(content->as_str(), key);
  } else {
    append_json(key, value);
  }
}

// Texts, and numbers as texts; false: more of them than are looked at.
bool add_literals(const Value& value, std::vector<std::string>& texts,
                  std::vector<std::string>& numbers, std::size_t& left) {
  if (left == 0) return false;
  --left;
  if (value.is_str()) {
    texts.emplace_back(value.as_str());
  } else if (value.is_int() || value.is_float()) {
    numbers.push_back(canonical_value(value));
  } else if (value.is_sequence()) {
    for (const Value& item : value.items()) {
      if (!add_literals(item, texts, numbers, left)) return false;
    }
  } else if (value.is_dict()) {
    for (const auto& [key, item] : value.as_dict()) {
      if (!add_literals(item, texts, numbers, left)) return false;
    }
  }
  return true;
}

// "0.050" and "5,000" without what only scales them: "5".
std::string significant_digits(string_view text) {
  std::string digits;
  for (const char c : text) {
    if (c == 'e' || c == 'E') break;
    if (is_digit(c) && (c != '0' || !digits.empty())) digits += c;
  }
  while (!digits.empty() && digits.back() == '0') digits.pop_back();
  return digits;
}

// Words that numbers, dates and times can follow from, by their beginning.
constexpr string_view kNumberWords[] = {
    "ten",   "eleven", "twelve", "dozen",   "thirteen", "fourteen", "fifteen",  "sixteen",
    "seven", "eight",  "nine",   "twenty",  "thirty",   "forty",    "fifty",    "sixty",
    "hundr", "thous",  "milli",  "billion", "half",     "quarter",  "percent",  "third",
    "week",  "hour",   "minute", "month",   "decade",   "century",  "today",    "tomor",
    "yeste", "year",   "noon",   "midnig",  "morning",  "evening",  "tonight",  "now",
    "doubl", "triple", "twice",  "pair",    "day",      "monday",   "tuesday",  "wednes",
    "thurs", "friday", "saturd", "sunday",  "current",  "last",     "next",     "afternoon",
    "one",   "two",    "three",  "four",    "five",     "six",      "complete", "full"};
// What stands between things that a number may count.
constexpr string_view kListWords[] = {"and", "or", "with", "plus", "vs", "versus", "then", "also"};
constexpr string_view kFillers[] = {"a",   "an",  "the",   "please", "kindly", "could",
                                    "can", "you", "would", "me",     "thanks", "thank",
                                    "hi",  "hey", "hello", "just",   "now"};
// A sign that changes what is asked.
bool is_sign(char c) { return string_view("+<>=*/%$^#@&").find(c) != string_view::npos; }

}  // namespace

std::string question_text(const Entry& entry) {
  std::string text;
  add_texts(entry.question(), text, 0);
  if (entry.own_match == nullptr) return text;
  for (const OwnTurn& turn : entry.own_match->turns()) {
    for (const Value& result : turn.results) add_texts(result, text, 0);
  }
  return text;
}

std::string question_key(const Entry& entry) {
  std::string key;
  add_key(entry.question(), key, 0);
  return key;
}

std::string loose_question_key(const Entry& entry) {
  const std::string key = question_key(entry);
  if (key.size() > kMaxSearchedText) return {};
  std::string loose, word;
  bool any = false;
  const auto end_word = [&] {
    if (!word.empty() && !is_one_of(kFillers, word)) {
      loose.append(word).append(" ");
      any = true;
    }
    word.clear();
  };
  for (std::size_t i = 0; i < key.size(); ++i) {
    const char c = is_upper_letter(key[i]) ? static_cast<char>(key[i] - 'A' + 'a') : key[i];
    const bool in_number = c == '.' && i + 1 < key.size() && is_digit(key[i + 1]);
    const bool negative = c == '-' && i + 1 < key.size() && is_digit(key[i + 1]);
    if (is_word_byte(c) || in_number) {
      word += c;
      continue;
    }
    end_word();
    if (is_sign(c) || negative || (c > 0 && c < ' ')) loose += c;
  }
  end_word();
  return any ? loose : std::string();
}

std::vector<std::string> words_of(string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (char c : text) {
    if (is_upper_letter(c)) c = static_cast<char>(c - 'A' + 'a');
    if (is_word_byte(c)) {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

bool is_english(string_view text, string_view declared) {
  static constexpr string_view kCommon[] = {"the", "is",  "to", "of",  "for",  "what", "how",
                                            "my",  "and", "me", "you", "a",    "i",    "it",
                                            "on",  "are", "do", "get", "with", "find", "please"};
  const auto other = static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; }));
  if (other * 20 > text.size()) return false;
  if (!declared.empty()) return lower_ascii(declared.substr(0, 2)) == "en";
  const std::vector<std::string> words = words_of(text);
  return std::any_of(words.begin(), words.end(),
                     [](const std::string& word) { return is_one_of(kCommon, word); });
}

namespace {

bool is_number_word(string_view word) {
  return std::any_of(std::begin(kNumberWords), std::end(kNumberWords),
                     [&](string_view name) { return word.starts_with(name); });
}

std::string letters_and_digits(string_view text) {
  std::string out;
  for (const char c : text) {
    if (is_word_byte(c)) out += is_upper_letter(c) ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

// Whether one is the other with a slip or two: letters missing, added or replaced.
bool is_misspelled(string_view a, string_view b) {
  constexpr std::size_t kLongest = 24;
  const std::size_t most = a.size() >= 7 ? 2 : 1;
  if (a.size() < 4 || a.size() > kLongest || b.size() > a.size() + most ||
      b.size() + most < a.size() || a.front() != b.front()) {
    return false;
  }
  std::array<std::size_t, kLongest + 3> row{};
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t same = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, same}));
    }
  }
  return row[b.size()] <= most;
}

}  // namespace

QuestionWords::QuestionWords(string_view question)
    : letters_(letters_and_digits(question)), words_(words_of(question)) {
  std::string number;
  for (std::size_t i = 0; i <= question.size(); ++i) {
    const char c = i < question.size() ? question[i] : ' ';
    if (is_digit(c)) {
      number += c;
    } else if (!number.empty() && c != ',' && c != '.') {
      digits_ += number + " ";
      number.clear();
    }
  }
  for (std::size_t i = 0; i + 1 < question.size(); ++i) {  // a line end behind all is none
    if (string_view(",;&+\n").find(question[i]) != string_view::npos) ++things_;
  }
  for (const std::string& word : words_) things_ += is_one_of(kListWords, word) ? 1 : 0;
  std::sort(words_.begin(), words_.end());
  words_.erase(std::unique(words_.begin(), words_.end()), words_.end());
  is_afternoon_ = contains(letters_, "pm");
  has_number_word_ = std::any_of(std::begin(kNumberWords), std::end(kNumberWords),
                                 [&](string_view name) { return any_begins(words_, name); });
}

bool QuestionWords::states_number(string_view text, bool computed) {
  if (work_ > kMaxWork) return true;
  work_ += digits_.size();
  const std::string digits = significant_digits(text);
  // 0 follows from what is not said.
  if (digits.empty() || digits_.find(digits) != std::string::npos) return true;
  if (computed && digits.size() == 1 && !digits_.empty()) return true;
  if (text.size() == 1 || text == "10") {
    const int number = std::stoi(std::string(text));
    const auto has_digit = [&](int other) {  // "over 3", "less than 5"
      return digits_.find(std::to_string(other)) != std::string::npos;
    };
    return may_mean_number(words_, number) || (number > 1 && number <= things_) ||
           has_digit(number - 1) || has_digit(number + 1);
  }
  if (has_number_word_) return true;
  if (text.size() == 2 && text <= "24" && is_afternoon_) return true;
  const bool is_year = text.size() == 4 && (text.starts_with("19") || text.starts_with("20"));
  return is_year && digits_.find(std::string(text.substr(2)) + " ") != std::string::npos;
}

bool QuestionWords::may_state_flag(bool flag, string_view parameter,
                                   string_view description) const {
  return may_mean_flag(words_, flag, parameter, description);
}

bool QuestionWords::states_word(const std::string& word) {
  const std::string stem = word.substr(0, kStem);
  const auto found = std::lower_bound(words_.begin(), words_.end(), stem);
  if (found != words_.end() && found->starts_with(stem)) return true;
  // "sci" for science
  if (std::binary_search(words_.begin(), words_.end(), word.substr(0, kShortWord))) return true;
  const auto first = std::lower_bound(words_.begin(), words_.end(), word.substr(0, 1));
  for (auto it = first; it != words_.end() && it->front() == word.front(); ++it) {
    work_ += word.size();
    if (is_misspelled(word, *it)) return true;
  }
  return false;
}

bool QuestionWords::states_text(string_view text) {
  if (text.size() > kMaxValueText || work_ > kMaxWork) return true;
  work_ += letters_.size();
  const std::string joined = letters_and_digits(text);
  if (joined.empty() || contains(letters_, joined)) return true;
  bool has_word = false;
  std::string initials;  // "LA" for Los Angeles
  for (const std::string& word : words_of(text)) {
    initials += word.front();
    if (initials.size() > 1 && std::binary_search(words_.begin(), words_.end(), initials)) {
      return true;
    }
    const std::size_t letters = static_cast<std::size_t>(
        std::count_if(word.begin(), word.end(), [](char c) { return !is_digit(c); }));
    if (letters == 0) {  // a date or a time, which may follow from others
      if (has_number_word_ || !digits_.empty()) return true;
      has_word = true;
      continue;
    }
    if (letters < kShortWord) continue;
    has_word = true;
    // "Sunday" for the weekend
    if ((has_number_word_ && is_number_word(word)) || states_word(word)) return true;
  }
  if (!has_word) return true;  // "es" for Spanish
  // "USD" for dollars
  const bool code = text.size() <= 4 && std::all_of(text.begin(), text.end(), [](char c) {
                      return is_upper_letter(c) || is_digit(c);
                    });
  return code;
}

bool QuestionWords::may_state(const Value& value, bool computed) {
  std::vector<std::string> texts, numbers;
  std::size_t left = kMaxParts;
  if (!add_literals(value, texts, numbers, left)) return true;
  if (texts.empty() && numbers.empty()) return true;
  return std::any_of(texts.begin(), texts.end(),
                     [this](const std::string& text) { return states_text(text); }) ||
         std::any_of(numbers.begin(), numbers.end(),
                     [&](const std::string& number) { return states_number(number, computed); });
}

namespace {

// Where `text` begins in `whole`, with no letter, digit or underscore beside it; npos: nowhere.
std::size_t find_word(string_view whole, string_view text) {
  const auto joins = [](char c) { return is_word_byte(c) || c == '_'; };
  for (std::size_t at = whole.find(text); at != string_view::npos; at = whole.find(text, at + 1)) {
    const std::size_t end = at + text.size();
    const bool in_number = end + 1 < whole.size() && (whole[end] == '.' || whole[end] == ',') &&
                           is_digit(whole[end + 1]) && is_digit(whole[end - 1]);
    if ((at == 0 || !joins(whole[at - 1])) && (end == whole.size() || !joins(whole[end])) &&
        !in_number) {
      return at;
    }
  }
  return string_view::npos;
}

template <std::size_t N>
bool has_one_of(const string_view (&parts)[N], string_view text) {
  return std::any_of(std::begin(parts), std::end(parts),
                     [&](string_view part) { return contains(text, part); });
}

}  // namespace

Mention mention_of(string_view description, string_view value) {
  static constexpr std::size_t kNear = 60;
  static constexpr std::size_t kMaxDescription = std::size_t{64} << 10;
  static constexpr string_view kExamples[] = {"e.g",      "eg.",     "eg:",   "example",
                                              "instance", "such as", "like ", "ex."};
  static constexpr string_view kChoices[] = {" or ",  "one of", "either",  "option",  "possible",
                                             "allow", "valid",  "support", "values",  "can be",
                                             " and ", "enum",   "choose",  "include", "|"};
  if (description.size() > kMaxDescription || value.size() > description.size()) {
    return Mention::kNone;
  }
  const std::string text = lower_ascii(description);
  const std::string wanted = lower_ascii(value);
  const std::size_t at = find_word(text, wanted);
  if (at == string_view::npos) return Mention::kNone;
  const std::size_t begin = at - std::min(at, kNear);
  const string_view before = string_view(text).substr(begin, at - begin);
  if (contains(before, "default")) return Mention::kDefault;
  const string_view near = string_view(text).substr(begin, at - begin + wanted.size() + kNear);
  const auto quotes = std::count(near.begin(), near.end(), '\'') +
                      std::count(near.begin(), near.end(), '"') +
                      std::count(near.begin(), near.end(), '`');
  if (quotes > 3 || has_one_of(kChoices, near)) return Mention::kChoice;
  return has_one_of(kExamples, before) ? Mention::kExample : Mention::kPlain;
}

}  // namespace bfclx
