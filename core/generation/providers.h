// Providers: the presets of --provider. Where a provider serves models, how it is told who asks,
// and what its API refuses. Adding a provider is one row in providers.cpp.
//
// A preset is no protocol: those are the dialects (core/conversation/dialect.h), of which a preset
// names the ones that it has.
#ifndef BFCLX_CORE_GENERATION_PROVIDERS_H_
#define BFCLX_CORE_GENERATION_PROVIDERS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

// How a provider is told who asks.
enum class ProviderIdentity : std::uint8_t {
  kKey,     // a key, or none
  kAws,     // keys that sign each request (identity/aws_identity.h)
  kGoogle,  // access tokens (identity/google_identity.h)
  kAzure,   // a key, or access tokens of Entra ID (identity/azure_identity.h)
};

struct ProviderHeader {
  std::string_view name;
  std::string_view value;
};

struct ProviderInfo {
  std::string_view name;   // of --provider
  std::string_view title;  // for people
  // Protocols that it has, as --api names them; the first is for models outside the registry.
  std::span<const std::string_view> apis;
  std::string_view base_url;          // empty: made by provider_address()
  std::string_view address_variable;  // environment variable that has the address; may be empty
  std::string_view key_variable;      // environment variable with the key; empty: needs none
  bool needs_key = true;
  ProviderIdentity identity = ProviderIdentity::kKey;
  std::string_view model_prefix = {};  // of the models' names, where they are given without one
  std::span<const ProviderHeader> headers = {};
  std::span<const std::string_view> refused = {};  // members of a request that it refuses
  std::int64_t most_tokens = 0;                    // of max_tokens; 0: no limit
  bool seed = true;                                // --repeats sends one
  bool batches = true;                             // its batch API is that of the protocol
  std::string_view no_batches = {};                // why bfclx does not have it, for people
  std::string_view note = {};                      // what users should know, for people
  std::string_view source = {};                    // the documentation that this row follows

  bool has_api(std::string_view api) const;
  // The dialect of a protocol, where the provider has it in another form; else the protocol.
  std::string_view dialect_of(std::string_view api) const;
  // Whether the address is the user's own: a program of theirs, or a resource of their account.
  bool is_own_address() const;
};

// In alphabetical order.
std::span<const ProviderInfo> providers();
const ProviderInfo* find_provider(std::string_view name);  // nullptr when unknown

// Why requests with these additional members would be refused, for people; empty where they would
// not. `streamed`: the responses are.
std::string refused_members(const ProviderInfo& provider, const Value& extra_body,
                            std::optional<std::int64_t> max_tokens, bool streamed);

// What an address is made of.
struct ProviderPlace {
  std::string_view given = {};        // the address of the user, with scheme; may be empty
  std::string_view api = {};          // protocol, as --api names it
  std::string_view deployment = {};   // Azure; the model's name
  std::string_view api_version = {};  // Azure
  std::string_view project = {};      // Vertex
  std::string_view location = {};     // Vertex
  std::string_view region = {};       // Bedrock
};
struct ProviderAddress {
  std::string base_url;
  std::string_view dropped = {};  // begin of the protocol's paths that the address has otherwise
};
// The address that requests' paths are put behind. An Error "ProviderError" says what is missing or
// cannot be a part of an address.
Result<ProviderAddress> provider_address(const ProviderInfo& provider, const ProviderPlace& place);

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_PROVIDERS_H_
