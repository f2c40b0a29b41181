// What was compared, and how much of it agreed.
#ifndef BFCLX_TESTS_CONFORMANCE_TALLY_H_
#define BFCLX_TESTS_CONFORMANCE_TALLY_H_

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace bfclx::conformance {

struct Tally {
  std::size_t verdicts = 0;
  std::size_t disagreements = 0;       // verdicts in which anything that must agree does not
  std::size_t official_undecided = 0;  // `valid` is null: the official evaluator did not end
  std::size_t decode_failures = 0;
  std::size_t same_words = 0;                      // of those, with Python's own words
  std::map<std::string, std::size_t> other_words;  // exception class -> failures worded otherwise
  std::vector<std::string> examples;               // the first few disagreements, whole
  std::vector<std::string> other_examples;

  void disagree(std::string example) {
    ++disagreements;
    if (examples.size() < kExamples) examples.push_back(std::move(example));
  }
  void worded_otherwise(const std::string& exception, std::string example) {
    ++other_words[exception];
    if (other_examples.size() < kExamples) other_examples.push_back(std::move(example));
  }
  void add(const Tally& other) {
    verdicts += other.verdicts;
    disagreements += other.disagreements;
    official_undecided += other.official_undecided;
    decode_failures += other.decode_failures;
    same_words += other.same_words;
    for (const auto& [kind, count] : other.other_words) other_words[kind] += count;
    examples.insert(examples.end(), other.examples.begin(), other.examples.end());
    other_examples.insert(other_examples.end(), other.other_examples.begin(),
                          other.other_examples.end());
  }

  static constexpr std::size_t kExamples = 40;
};

}  // namespace bfclx::conformance

#endif  // BFCLX_TESTS_CONFORMANCE_TALLY_H_
