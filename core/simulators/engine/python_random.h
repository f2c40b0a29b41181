// random.Random: the Mersenne Twister MT19937 as CPython seeds and reads it.
#ifndef BFCLX_CORE_SIMULATORS_ENGINE_PYTHON_RANDOM_H_
#define BFCLX_CORE_SIMULATORS_ENGINE_PYTHON_RANDOM_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

class PythonRandom {
 public:
  // random.Random(seed): an int of any size (its absolute value), a float or bool by its hash.
  // Python also takes str and bytes (by SHA-512), None (by the clock) and NaN; these give an Error
  // "Limit", since the official data has none and a clock would make verdicts differ between runs.
  static Result<PythonRandom> seeded(const Value& seed);

  double random();                                       // [0, 1) with 53 bits
  double uniform(double a, double b);                    // a + (b - a) * random()
  std::int64_t randint(std::int64_t a, std::int64_t b);  // both ends included; a <= b
  // random.choice(sequence): an index below `size`, which is not 0.
  std::uint64_t below(std::uint64_t size);

 private:
  // What is left of the seed: its digits, then the state that they give. Made when the first number
  // is drawn, once for all copies; those belong to one thread.
  struct Start {
    std::vector<std::uint32_t> key;
    std::vector<std::uint32_t> state;
  };

  PythonRandom() = default;
  static void init_by_array(Start& start);
  std::uint32_t next();
  std::uint64_t bits(int count);  // getrandbits, count <= 64

  static constexpr int kSize = 624;
  std::shared_ptr<Start> start_ = std::make_shared<Start>();
  std::vector<std::uint32_t> state_;  // empty until then
  int index_ = 0;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_ENGINE_PYTHON_RANDOM_H_
