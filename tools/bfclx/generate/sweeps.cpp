#include "tools/bfclx/generate/sweeps.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string_view>
#include <utility>

#include "core/base/float_text.h"
#include "core/base/text.h"
#include "core/conversation/dialect.h"
#include "core/value/dict_of.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/options.h"

namespace bfclx::tools {
namespace {

// --sweep temperature=0,0.7
struct Axis {
  std::string name;
  std::vector<SweepPoint> points;  // with that setting alone
};

[[noreturn]] void refuse_sweep(const std::string& text, const std::string& why) {
  throw UsageError("--sweep " + text + ": " + why);
}

std::string short_number(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", number);
  return text;
}

SweepPoint temperature_point(const std::string& value, const std::string& text) {
  const bool digits =
      std::all_of(value.begin(), value.end(), [](char c) { return is_digit(c) || c == '.'; });
  const bool plain = digits && !value.empty() && value.size() <= 12 && is_digit(value.front()) &&
                     is_digit(value.back()) && std::count(value.begin(), value.end(), '.') <= 1;
  const double number = plain ? parse_decimal(value) : -1;
  if (number < 0 || number > 100) refuse_sweep(text, "expected temperatures from 0 to 100");
  SweepPoint point;
  point.temperature = number;
  point.name = "temperature-" + short_number(number);
  return point;
}

SweepPoint seed_point(const std::string& value, const std::string& text) {
  const bool whole = !value.empty() && value.size() <= 15 &&
                     std::all_of(value.begin(), value.end(), [](char c) { return is_digit(c); });
  if (!whole) refuse_sweep(text, "expected whole numbers as seeds");
  SweepPoint point;
  point.seed = std::stoll(value);
  point.name = "seed-" + std::to_string(*point.seed);
  return point;
}

SweepPoint thinking_point(const std::string& value) {
  SweepPoint point;
  point.thinking = value;
  point.name = "thinking-" + value;
  for (char& c : point.name) {
    if (!is_digit(c) && !(c >= 'a' && c <= 'z') && c != '.') c = '-';
  }
  return point;
}

Axis axis_of(const std::string& text) {
  Axis axis;
  const std::size_t equals = text.find('=');
  axis.name = text.substr(0, equals);
  const bool known = axis.name == "temperature" || axis.name == "seed" || axis.name == "thinking";
  if (!known || equals == std::string::npos) {
    refuse_sweep(text,
                 "expected temperature=..., seed=... or thinking=... with values "
                 "separated by commas");
  }
  for (const std::string& value : split_items({text.substr(equals + 1)})) {
    SweepPoint point = axis.name == "temperature" ? temperature_point(value, text)
                       : axis.name == "seed"      ? seed_point(value, text)
                                                  : thinking_point(value);
    for (const SweepPoint& other : axis.points) {
      if (other.name == point.name) refuse_sweep(text, value + " is a duplicate");
    }
    axis.points.push_back(std::move(point));
  }
  if (axis.points.empty()) refuse_sweep(text, "there are no values");
  return axis;
}

SweepPoint combined(const SweepPoint& one, const SweepPoint& other) {
  SweepPoint both = one;
  if (other.temperature) both.temperature = other.temperature;
  if (other.seed) both.seed = other.seed;
  if (!other.thinking.empty()) both.thinking = other.thinking;
  both.name += (one.name.empty() ? "" : "_") + other.name;
  return both;
}

// What a sweep sets, and another option too.
void refuse_others(const GenerateOptions& options, const SweepPoint& point) {
  if (options.as_official && (point.seed || !point.thinking.empty())) {
    throw UsageError("--sweep " + std::string(point.seed ? "seed" : "thinking") +
                     "=... does not go with --as-official, whose requests have no such setting");
  }
  if (point.temperature && !options.reasoning.temperature_option.empty()) {
    throw UsageError("--sweep temperature=... does not go with --temperature");
  }
  if (!point.thinking.empty() && !options.reasoning.thinking.empty()) {
    throw UsageError("--sweep thinking=... does not go with --thinking");
  }
  if (point.seed && options.repeats > 0) {
    throw UsageError("--sweep seed=... does not go with --repeats, which sends seeds itself");
  }
}

}  // namespace

void add_sweep_options(CLI::App& command, GenerateOptions& options) {
  command.add_flag("--one-request", options.one_request,
                   "With --repeats: get the responses of a single-turn entry for all repeats with\n"
                   "one request (`n`), so that its prompt is paid once (chat, completions)");
  command
      .add_option("--sweep", options.sweep,
                  "Generate a run for each value of a setting, in a folder each: temperature,\n"
                  "seed or thinking. Repeat it for all combinations")
      ->type_name("SETTING=V,...")
      ->allow_extra_args(false);
}

void add_sweep_relations(CLI::App& command) {
  CLI::Option* several = command.get_option("--one-request");
  several->needs(command.get_option("--repeats"));
  // A stream that is cut at the call of the first response would be cut for all of them.
  for (const char* name :
       {"--allow-overwrite", "--as-official", "--batch", "--batch-cancel", "--first-call-only"}) {
    several->excludes(command.get_option(name));
  }
  for (const char* name : {"--record", "--replay"}) {
    command.get_option("--sweep")->excludes(command.get_option(name));
  }
}

std::vector<GenerateOptions> swept_options(const GenerateOptions& options) {
  std::vector<SweepPoint> points = {{}};
  std::vector<std::string> names;
  for (const std::string& text : options.sweep) {
    const Axis axis = axis_of(text);
    if (std::find(names.begin(), names.end(), axis.name) != names.end()) {
      refuse_sweep(text, "put all values of " + axis.name + " into one --sweep");
    }
    names.push_back(axis.name);
    std::vector<SweepPoint> more;
    for (const SweepPoint& one : points) {
      for (const SweepPoint& other : axis.points) more.push_back(combined(one, other));
    }
    points = std::move(more);
    if (points.size() * std::max<std::size_t>(options.repeats, 1) > kMostRepeats) {
      refuse_sweep(text, "these are more than " + std::to_string(kMostRepeats) + " runs");
    }
  }
  refuse_others(options, points.front());
  std::vector<GenerateOptions> runs;
  for (SweepPoint& point : points) {
    GenerateOptions& run = runs.emplace_back(options);
    if (point.temperature) {
      run.temperature = *point.temperature;
      run.reasoning.temperature_option = "--sweep temperature=...";
    }
    if (!point.thinking.empty()) {
      run.reasoning.thinking = point.thinking;
      run.reasoning.swept = true;
    }
    run.point = std::move(point);
  }
  if (runs.size() > 1) {
    const auto second = runs.begin() + 1;
    runs.front().others = std::make_shared<const std::vector<GenerateOptions>>(second, runs.end());
  }
  return runs;
}

Value sweep_value(const SweepPoint& point) {
  Value value = dict_of({{"run", point.name}});
  Dict& members = value.mutable_dict();
  if (point.temperature) members.set("temperature", Value::real(*point.temperature));
  if (point.seed) members.set("seed", Value::integer(*point.seed));
  if (!point.thinking.empty()) members.set("thinking", Value::str(point.thinking));
  return value;
}

}  // namespace bfclx::tools
