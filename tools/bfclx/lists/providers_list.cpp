#include "tools/bfclx/lists/lists.h"

#include <string>
#include <vector>

#include "core/base/counted.h"
#include "core/generation/providers.h"

namespace bfclx::tools {
namespace {

// Where credentials come from.
std::string key_text(const ProviderInfo& row) {
  std::string text(row.key_variable);
  if (!row.needs_key && !text.empty()) text += " (optional)";
  const char* others = "";
  switch (row.identity) {
    case ProviderIdentity::kAws:
      others = "AWS_ACCESS_KEY_ID, AWS_PROFILE, --identity metadata";
      break;
    case ProviderIdentity::kAzure:
      others = "AZURE_CLIENT_SECRET, --identity metadata";
      break;
    case ProviderIdentity::kGoogle:
      others = "GOOGLE_APPLICATION_CREDENTIALS, gcloud, --identity metadata";
      break;
    case ProviderIdentity::kKey:
      if (text.empty()) text = "none";
      break;
  }
  return text + (text.empty() || *others == '\0' ? "" : ", ") + others;
}

std::string address_text(const ProviderInfo& row) {
  if (!row.base_url.empty()) return std::string(row.base_url);
  switch (row.identity) {
    case ProviderIdentity::kAws:
      return "from AWS_REGION";
    case ProviderIdentity::kGoogle:
      return "from GOOGLE_CLOUD_PROJECT and GOOGLE_CLOUD_LOCATION";
    default:
      return std::string(row.address_variable);
  }
}

std::string notes_text(const ProviderInfo& row) {
  std::vector<std::string> notes;
  if (!row.refused.empty()) {
    const std::vector<std::string> names(row.refused.begin(), row.refused.end());
    notes.push_back("refuses " + joined(names, ", "));
  }
  if (row.most_tokens > 0) {
    notes.push_back("--max-tokens " + std::to_string(row.most_tokens) + " at most");
  }
  if (!row.seed) notes.push_back("no seed is sent");
  if (!row.note.empty()) notes.emplace_back(row.note);
  return joined(notes, "; ");
}

std::vector<std::string> apis_of(const ProviderInfo& row) {
  return {row.apis.begin(), row.apis.end()};
}

}  // namespace

Table providers_table() {
  Table table;
  table.columns = {{"provider"},
                   {"address", Align::kLeft, Fit::kWrap},
                   {"credentials", Align::kLeft, Fit::kWrap},
                   {"--api", Align::kLeft, Fit::kDrop},
                   {"notes", Align::kLeft, Fit::kWrap}};
  for (const ProviderInfo& row : providers()) {
    table.rows.push_back({{std::string(row.name), address_text(row), key_text(row),
                           joined(apis_of(row), ", "), notes_text(row)}});
  }
  return table;
}

nlohmann::ordered_json providers_json() {
  using Json = nlohmann::ordered_json;
  const auto text = [](std::string_view value) { return value.empty() ? Json() : Json(value); };
  Json list = Json::array();
  for (const ProviderInfo& row : providers()) {
    Json headers = Json::object();
    for (const ProviderHeader& header : row.headers)
      headers[std::string(header.name)] = header.value;
    list.push_back({{"provider", row.name},
                    {"title", row.title},
                    {"base_url", text(row.base_url)},
                    {"address_variable", text(row.address_variable)},
                    {"key_variable", text(row.key_variable)},
                    {"apis", apis_of(row)},
                    {"headers", headers},
                    {"model_prefix", text(row.model_prefix)},
                    {"refused", std::vector<std::string>(row.refused.begin(), row.refused.end())},
                    {"max_tokens", row.most_tokens > 0 ? Json(row.most_tokens) : Json()},
                    {"seed", row.seed},
                    {"batch", row.batches},
                    {"note", text(row.note)},
                    {"source", row.source}});
  }
  return list;
}

}  // namespace bfclx::tools
