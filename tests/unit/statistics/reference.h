// The numbers of statistics_reference.json, recorded from SciPy, statsmodels and NumPy by
// record_statistics.py.
#ifndef BFCLX_TESTS_UNIT_STATISTICS_REFERENCE_H_
#define BFCLX_TESTS_UNIT_STATISTICS_REFERENCE_H_

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx {

inline Value reference(std::string_view name) {
  // Tests run in the root of the project.
  std::ifstream file("tests/unit/statistics/statistics_reference.json");
  std::ostringstream text;
  text << file.rdbuf();
  const Result<Value> json = json_loads(text.str());
  EXPECT_TRUE(json.ok()) << "statistics_reference.json cannot be read";
  if (!json.ok()) return Value::list();
  const Value* found = json->as_dict().find(name);
  EXPECT_NE(found, nullptr) << name;
  return found != nullptr ? *found : Value::list();
}

inline const Value& at(const Value& object, std::string_view name) {
  return *object.as_dict().find(name);
}
inline double number(const Value& value) {
  return value.is_float() ? value.as_float() : static_cast<double>(value.as_int64());
}
inline double number(const Value& object, std::string_view name) {
  return number(at(object, name));
}
inline std::size_t count(const Value& object, std::string_view name) {
  return static_cast<std::size_t>(at(object, name).as_int64());
}

}  // namespace bfclx

#endif  // BFCLX_TESTS_UNIT_STATISTICS_REFERENCE_H_
