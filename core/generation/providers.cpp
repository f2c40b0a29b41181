#include "core/generation/providers.h"

#include <algorithm>
#include <iterator>

#include "core/base/text.h"
#include "core/conversation/values.h"

namespace bfclx {

namespace {

using std::string_view;

constexpr string_view kChat[] = {"chat"};
constexpr string_view kOpenAi[] = {"chat", "responses"};
constexpr string_view kBedrock[] = {"bedrock"};
constexpr string_view kVertex[] = {"chat", "gemini", "anthropic"};
constexpr string_view kLocal[] = {"chat", "responses", "completions"};
constexpr string_view kLiteLlm[] = {"chat", "responses", "completions", "anthropic", "gemini"};

constexpr ProviderHeader kOpenRouterHeaders[] = {{"X-Title", "bfclx"}};
constexpr string_view kGroqRefuses[] = {"logprobs", "top_logprobs", "logit_bias", "n"};

constexpr ProviderInfo kProviders[] = {
    {.name = "azure",
     .title = "Azure OpenAI",
     .apis = kOpenAi,
     .base_url = "",
     .address_variable = "AZURE_OPENAI_ENDPOINT",
     .key_variable = "AZURE_OPENAI_API_KEY",
     .identity = ProviderIdentity::kAzure,
     .batches = false,
     .note = "--model or --deployment is the name of a deployment",
     .source = "https://learn.microsoft.com/azure/foundry/openai/api-version-lifecycle"},
    {.name = "bedrock",
     .title = "Amazon Bedrock",
     .apis = kBedrock,
     .base_url = "",
     .address_variable = "",
     .key_variable = "AWS_BEARER_TOKEN_BEDROCK",
     .identity = ProviderIdentity::kAws,
     .batches = false,
     .note = "keys from AWS_ACCESS_KEY_ID or from the profile AWS_PROFILE",
     .source = "https://docs.aws.amazon.com/sdkref/latest/guide/standardized-credentials.html"},
    {.name = "fireworks",
     .title = "Fireworks AI",
     .apis = kChat,
     .base_url = "https://api.fireworks.ai/inference/v1",
     .address_variable = "",
     .key_variable = "FIREWORKS_API_KEY",
     .model_prefix = "accounts/fireworks/models/",
     .most_tokens = 4096,
     .seed = false,
     .batches = false,
     .note = "model names get the prefix accounts/fireworks/models/",
     .source = "https://docs.fireworks.ai/guides/querying-text-models"},
    {.name = "groq",
     .title = "Groq",
     .apis = kOpenAi,
     .base_url = "https://api.groq.com/openai/v1",
     .address_variable = "",
     .key_variable = "GROQ_API_KEY",
     .refused = kGroqRefuses,
     .source = "https://console.groq.com/docs/openai"},
    {.name = "litellm",
     .title = "LiteLLM proxy",
     .apis = kLiteLlm,
     .base_url = "http://localhost:4000/v1",
     .address_variable = "LITELLM_PROXY_API_BASE",
     .key_variable = "LITELLM_PROXY_API_KEY",
     .needs_key = false,
     .batches = false,
     .note = "parameters that the model's provider does not have are refused, unless the proxy has "
             "drop_params",
     .source = "https://docs.litellm.ai/docs/providers/litellm_proxy"},
    {.name = "lmstudio",
     .title = "LM Studio",
     .apis = kLocal,
     .base_url = "http://localhost:1234/v1",
     .address_variable = "",
     .key_variable = "",
     .needs_key = false,
     .batches = false,
     .source = "https://lmstudio.ai/docs/developer/openai-compat"},
    {.name = "ollama",
     .title = "Ollama",
     .apis = kLocal,
     .base_url = "http://localhost:11434/v1",
     .address_variable = "",
     .key_variable = "",
     .needs_key = false,
     .batches = false,
     .note = "prompts longer than its context are truncated; set OLLAMA_CONTEXT_LENGTH for the "
             "server",
     .source = "https://docs.ollama.com/api/openai-compatibility"},
    {.name = "openrouter",
     .title = "OpenRouter",
     .apis = kOpenAi,
     .base_url = "https://openrouter.ai/api/v1",
     .address_variable = "",
     .key_variable = "OPENROUTER_API_KEY",
     .headers = kOpenRouterHeaders,
     .batches = false,
     .note = "parameters that an upstream provider does not have are ignored, unless --extra-body "
             "has {\"provider\": {\"require_parameters\": true}}",
     .source = "https://openrouter.ai/docs/api-reference/overview"},
    {.name = "together",
     .title = "Together AI",
     .apis = kChat,
     .base_url = "https://api.together.xyz/v1",
     .address_variable = "",
     .key_variable = "TOGETHER_API_KEY",
     .batches = false,
     .source = "https://docs.together.ai/docs/openai-api-compatibility"},
    {.name = "vertex",
     .title = "Google Vertex AI",
     .apis = kVertex,
     .base_url = "",
     .address_variable = "",
     .key_variable = "",
     .needs_key = false,
     .identity = ProviderIdentity::kGoogle,
     .model_prefix = "google/",
     .batches = false,
     .no_batches = ": its jobs (batchPredictionJobs) read requests from Cloud Storage or BigQuery "
                   "only. Use --api gemini with a key of the Gemini API, without --provider",
     .note = "with --api chat, model names get the prefix google/ if they have no publisher",
     .source = "https://cloud.google.com/vertex-ai/generative-ai/docs/reference/rest"},
};

Error provider_error(std::string message) { return {"ProviderError", std::move(message)}; }

// Names that may be a part of an address as they are.
bool is_name(string_view text, string_view also) {
  constexpr std::size_t kLongest = 128;
  return !text.empty() && text.size() <= kLongest &&
         std::all_of(text.begin(), text.end(), [also](char c) {
           return is_letter(c) || is_digit(c) || also.find(c) != string_view::npos;
         });
}

Error no_name(string_view what, string_view text) {
  constexpr std::size_t kShown = 40;
  return provider_error(
      concat({what, " cannot be a part of an address: ", text.substr(0, kShown)}));
}

// Where the path of an address begins.
std::size_t path_begin(string_view url) {
  const std::size_t scheme = url.find("://");
  return std::min(url.find_first_of("/?", scheme == string_view::npos ? 0 : scheme + 3),
                  url.size());
}

struct AddressParts {
  std::string_view origin;
  std::string_view path;   // without a slash at its end
  std::string_view query;  // without "?"
};

AddressParts parts_of(string_view url) {
  const std::size_t begin = path_begin(url);
  const std::size_t mark = std::min(url.find('?', begin), url.size());
  AddressParts parts = {url.substr(0, begin), url.substr(begin, mark - begin),
                        url.substr(std::min(mark + 1, url.size()))};
  while (parts.path.ends_with('/')) parts.path.remove_suffix(1);
  return parts;
}

// The value of api-version in a query; the other members stay in `rest`.
std::string_view take_api_version(string_view query, std::string& rest) {
  constexpr string_view kName = "api-version=";
  string_view version;
  while (!query.empty()) {
    const std::size_t end = std::min(query.find('&'), query.size());
    const string_view member = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    if (member.starts_with(kName)) {
      version = member.substr(kName.size());
    } else if (!member.empty()) {
      rest.append(rest.empty() ? "" : "&").append(member);
    }
  }
  return version;
}

// Of a resource, of its API v1, or of a deployment; see docs/generate.md.
Result<ProviderAddress> azure_address(const ProviderPlace& place) {
  if (place.given.empty()) {
    return provider_error(
        "no address: set AZURE_OPENAI_ENDPOINT, or pass --base-url "
        "https://RESOURCE.openai.azure.com");
  }
  const AddressParts parts = parts_of(place.given);
  std::string query;
  string_view version = take_api_version(parts.query, query);
  if (!place.api_version.empty()) version = place.api_version;
  if (!version.empty() && !is_name(version, ".-")) return no_name("the API version", version);
  std::string path(parts.path);
  const bool of_deployment = contains(path, "/openai/deployments/");
  const bool of_v1 = path.ends_with("/openai/v1");
  if (of_deployment && version.empty()) {
    return provider_error("the address of a deployment needs --api-version");
  }
  const bool dated =
      !version.empty() && version != "v1" && version != "preview" && version != "latest";
  if (!of_deployment && !of_v1) {
    if (!path.ends_with("/openai")) path += "/openai";
    if (!dated) {
      path += "/v1";
    } else if (place.api == "chat") {
      if (!is_name(place.deployment, "._-")) return no_name("the deployment", place.deployment);
      path.append("/deployments/").append(place.deployment);
    }
  }
  if (!version.empty()) {
    query.append(query.empty() ? "" : "&").append("api-version=").append(version);
  }
  return ProviderAddress{concat({parts.origin, path, query.empty() ? "" : "?", query})};
}

Result<ProviderAddress> vertex_address(const ProviderPlace& place) {
  const AddressParts parts = parts_of(place.given);
  const bool gemini = place.api == "gemini";
  const string_view dropped = gemini ? "/v1beta" : "";
  if (!parts.path.empty()) return ProviderAddress{std::string(place.given), dropped};
  const string_view location = place.location.empty() ? "global" : place.location;
  if (!is_name(location, "-")) return no_name("the location", location);
  if (place.project.empty()) {
    return provider_error("no project: set GOOGLE_CLOUD_PROJECT");
  }
  if (!is_name(place.project, ".:-")) return no_name("the project", place.project);
  std::string origin(parts.origin);
  if (origin.empty()) {
    origin = location == "global" ? "https://aiplatform.googleapis.com"
                                  : concat({"https://", location, "-aiplatform.googleapis.com"});
  }
  return ProviderAddress{concat({origin, "/v1/projects/", place.project, "/locations/", location,
                                 gemini                     ? "/publishers/google"
                                 : place.api == "anthropic" ? ""  // the protocol's paths have it
                                                            : "/endpoints/openapi"}),
                         dropped};
}

Result<ProviderAddress> bedrock_address(const ProviderPlace& place) {
  if (!place.given.empty()) return ProviderAddress{std::string(place.given)};
  const string_view region = place.region.empty() ? "us-east-1" : place.region;
  if (!is_name(region, "-")) return no_name("the region", region);
  return ProviderAddress{concat({"https://bedrock-runtime.", region, ".amazonaws.com",
                                 region.starts_with("cn-") ? ".cn" : ""})};
}

}  // namespace

bool ProviderInfo::has_api(string_view api) const {
  return std::find(apis.begin(), apis.end(), api) != apis.end();
}

bool ProviderInfo::is_own_address() const {
  return base_url.empty() || base_url.starts_with("http://localhost");
}

string_view ProviderInfo::dialect_of(string_view api) const {
  const bool vertex = identity == ProviderIdentity::kGoogle;
  return vertex && api == "anthropic" ? "anthropic-vertex" : api;
}

std::span<const ProviderInfo> providers() { return kProviders; }

const ProviderInfo* find_provider(string_view name) {
  const auto* found = std::find_if(std::begin(kProviders), std::end(kProviders),
                                   [name](const ProviderInfo& row) { return row.name == name; });
  return found != std::end(kProviders) ? found : nullptr;
}

std::string refused_members(const ProviderInfo& provider, const Value& extra_body,
                            std::optional<std::int64_t> max_tokens, bool streamed) {
  const auto of_body = [&](string_view name) { return present(extra_body, name); };
  for (const string_view name : provider.refused) {
    const Value* value = of_body(name);
    const bool one = value != nullptr && value->is_small_int() && value->as_int64() == 1;
    if (value == nullptr || (name == "n" && one)) continue;
    return concat({provider.title, " refuses requests with `", name, "` (--extra-body)"});
  }
  if (provider.most_tokens == 0 || streamed) return {};
  if (const Value* value = of_body("max_tokens"); value != nullptr && value->is_small_int()) {
    max_tokens = value->as_int64();
  }
  if (max_tokens.value_or(0) <= provider.most_tokens) return {};
  return concat({provider.title, " refuses more than ", std::to_string(provider.most_tokens),
                 " tokens in a response that is not streamed (max_tokens ",
                 std::to_string(*max_tokens), ")"});
}

Result<ProviderAddress> provider_address(const ProviderInfo& provider, const ProviderPlace& place) {
  switch (provider.identity) {
    case ProviderIdentity::kAzure:
      return azure_address(place);
    case ProviderIdentity::kGoogle:
      return vertex_address(place);
    case ProviderIdentity::kAws:
      return bedrock_address(place);
    case ProviderIdentity::kKey:
      break;
  }
  return ProviderAddress{std::string(place.given.empty() ? provider.base_url : place.given)};
}

}  // namespace bfclx
