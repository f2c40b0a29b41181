#include "python/src/conversation_options.h"

#include <nanobind/nanobind.h>

#include <string_view>
#include <utility>
#include <vector>

#include "core/base/suggest.h"
#include "core/conversation/prompt_formats/prompt_format.h"
#include "python/src/errors.h"

namespace nb = nanobind;

namespace bfclx::python_binding {
namespace {

const DialectInfo& api_argument(std::string_view name) {
  std::vector<std::string_view> names;
  for (const DialectInfo* row : dialects()) {
    if (row->name == name || row->api == name) return *row;
    names.push_back(row->name);
  }
  raise_unknown_name("unknown api `" + std::string(name) + "`." + did_you_mean(name, names));
}

void choose_format(const std::string& format, Settings& settings) {
  if (find_prompt_format(format) == nullptr) {
    raise_unknown_name("unknown prompt format `" + format + "`");
  }
  settings.prompt_format = format;
  const Decoder* reader = find_decoder_for_handler(format, settings.fc);
  if (reader != nullptr) settings.decoder = reader;
}

}  // namespace

Settings settings_from(const ConversationOptions& options, const Model* registered) {
  Settings settings;
  settings.registry_name = settings.model_name = options.model;
  settings.fc = true;
  if (registered != nullptr) {
    Result<Settings> own = settings_for(*registered);
    if (own.ok()) {
      settings = std::move(own).value();
    } else if (!options.api) {
      throw nb::value_error((options.model + ": " + own.error().message).c_str());
    } else {
      settings.model_name = registered->model_name;
      settings.fc = registered->is_fc_model;
    }
  }
  if (options.api || settings.dialect == nullptr) {
    const DialectInfo& dialect = api_argument(options.api.value_or("chat"));
    if (settings.dialect == nullptr || settings.dialect->api != dialect.api) {
      settings.dialect = &dialect;
      settings.decoder = nullptr;
    }
  }
  if (options.fc) settings.fc = *options.fc;
  if (options.prompt_format) choose_format(*options.prompt_format, settings);
  settings.temperature = options.temperature;
  settings.max_tokens = options.max_tokens;
  settings.context_length = options.context_length;
  settings.extra_body = options.extra_body;
  settings.retries = options.retries;
  settings.as_official = options.as_official;
  settings.include_input_log = options.include_input_log;
  settings.today = options.today;
  return settings;
}

}  // namespace bfclx::python_binding
