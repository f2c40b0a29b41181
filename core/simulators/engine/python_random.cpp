#include "core/simulators/engine/python_random.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/value/bigint.h"

namespace bfclx {

namespace {

constexpr int kMiddle = 397;

// init_genrand(19650218), with which every seeding begins. Made when it is wanted: it packs to its
// own size, as does what comes of it, and the WebAssembly module would carry both.
template <std::size_t kSize>
std::array<std::uint32_t, kSize> start_state() {
  std::array<std::uint32_t, kSize> state{};
  state[0] = 19650218U;
  for (std::size_t i = 1; i < kSize; ++i) {
    state[i] = 1812433253U * (state[i - 1] ^ (state[i - 1] >> 30)) + static_cast<std::uint32_t>(i);
  }
  return state;
}

// The absolute value in 32-bit digits, the least significant first; at least one digit.
std::vector<std::uint32_t> digits_of(const Value& seed) {
  std::vector<std::uint32_t> digits;
  std::string hex = seed.as_bigint().to_hex();
  if (hex[0] == '-') hex.erase(0, 1);
  while (!hex.empty()) {
    const std::size_t take = hex.size() < 8 ? hex.size() : 8;
    std::uint32_t digit = 0;
    for (char c : hex.substr(hex.size() - take)) {
      digit = digit * 16 + static_cast<std::uint32_t>(c <= '9' ? c - '0' : c - 'a' + 10);
    }
    digits.push_back(digit);
    hex.resize(hex.size() - take);
  }
  return digits;
}

int bit_length(std::uint64_t value) {
  int length = 0;
  for (; value != 0; value >>= 1) ++length;
  return length;
}

}  // namespace

Result<PythonRandom> PythonRandom::seeded(const Value& seed) {
  PythonRandom random;
  if (seed.is_int()) {
    random.start_->key = digits_of(seed);
    return random;
  }
  if (seed.is_bool()) {
    random.start_->key = {seed.as_bool() ? 1U : 0U};
    return random;
  }
  if (seed.is_float() && seed.as_float() == seed.as_float()) {
    const std::uint64_t number = hash(seed);
    std::vector<std::uint32_t> digits = {static_cast<std::uint32_t>(number)};
    if (number >> 32 != 0) digits.push_back(static_cast<std::uint32_t>(number >> 32));
    random.start_->key = std::move(digits);
    return random;
  }
  return Error{"Limit", "a random seed of type " + std::string(type_name(seed)) +
                            " is not supported, only integers are"};
}

namespace {

// init_by_array of MT19937: the state that the digits of a seed give.
template <std::size_t kSize, typename Key>
std::array<std::uint32_t, kSize> state_of(const Key& key) {
  static const std::array<std::uint32_t, kSize> kStart = start_state<kSize>();
  std::array<std::uint32_t, kSize> state = kStart;
  std::size_t i = 1;
  std::size_t j = 0;
  for (std::size_t k = kSize > key.size() ? kSize : key.size(); k > 0; --k) {
    state[i] = (state[i] ^ ((state[i - 1] ^ (state[i - 1] >> 30)) * 1664525U)) + key[j] +
               static_cast<std::uint32_t>(j);
    if (++i == kSize) {
      state[0] = state[kSize - 1];
      i = 1;
    }
    if (++j == key.size()) j = 0;
  }
  for (std::size_t k = kSize - 1; k > 0; --k) {
    state[i] = (state[i] ^ ((state[i - 1] ^ (state[i - 1] >> 30)) * 1566083941U)) -
               static_cast<std::uint32_t>(i);
    if (++i == kSize) {
      state[0] = state[kSize - 1];
      i = 1;
    }
  }
  state[0] = 0x80000000U;
  return state;
}

// The seed of the API classes where a scenario names none.
constexpr std::array<std::uint32_t, 1> kUsualKey = {141053};

}  // namespace

void PythonRandom::init_by_array(Start& start) {
  static const std::array<std::uint32_t, kSize> kUsual = state_of<kSize>(kUsualKey);
  if (std::equal(start.key.begin(), start.key.end(), kUsualKey.begin(), kUsualKey.end())) {
    start.state.assign(kUsual.begin(), kUsual.end());
    return;
  }
  const std::array<std::uint32_t, kSize> state = state_of<kSize>(start.key);
  start.state.assign(state.begin(), state.end());
}

std::uint32_t PythonRandom::next() {
  if (state_.empty()) {
    if (start_->state.empty()) init_by_array(*start_);
    state_ = start_->state;
  }
  // CPython renews all words at once; one at a time gives the same.
  const int k = index_;
  index_ = k + 1 < kSize ? k + 1 : 0;
  const int middle = k + kMiddle < kSize ? k + kMiddle : k + kMiddle - kSize;
  const std::uint32_t pair = (state_[k] & 0x80000000U) | (state_[index_] & 0x7fffffffU);
  state_[k] = state_[middle] ^ (pair >> 1) ^ ((pair & 1U) != 0 ? 0x9908b0dfU : 0U);
  std::uint32_t y = state_[k];
  y ^= y >> 11;
  y ^= (y << 7) & 0x9d2c5680U;
  y ^= (y << 15) & 0xefc60000U;
  return y ^ (y >> 18);
}

double PythonRandom::random() {
  const std::uint32_t a = next() >> 5;
  const std::uint32_t b = next() >> 6;
  return (a * 67108864.0 + b) * (1.0 / 9007199254740992.0);
}

double PythonRandom::uniform(double a, double b) { return a + (b - a) * random(); }

std::uint64_t PythonRandom::bits(int count) {
  if (count <= 32) return next() >> (32 - count);
  const std::uint64_t low = next();  // CPython fills from the least significant word
  return low | static_cast<std::uint64_t>(next() >> (64 - count)) << 32;
}

std::uint64_t PythonRandom::below(std::uint64_t size) {
  const int count = bit_length(size);
  std::uint64_t drawn = bits(count);
  while (drawn >= size) drawn = bits(count);
  return drawn;
}

std::int64_t PythonRandom::randint(std::int64_t a, std::int64_t b) {
  return a + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(b - a) + 1));
}

}  // namespace bfclx
