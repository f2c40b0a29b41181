// random.Random: the Mersenne Twister MT19937 as CPython seeds and reads it.
#ifndef BFCLX_CORE_SIMULATORS_PYTHON_RANDOM_H_
#define BFCLX_CORE_SIMULATORS_PYTHON_RANDOM_H_

#include <cstdint>
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
  PythonRandom() = default;
  void init_by_array();
  void init(std::uint32_t seed);
  std::uint32_t next();
  std::uint64_t bits(int count);  // getrandbits, count <= 64

  static constexpr int kSize = 624;
  std::vector<std::uint32_t> key_;
  std::vector<std::uint32_t> state_;  // made of the key when the first number is drawn
  int index_ = kSize;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_PYTHON_RANDOM_H_
