// The servers that a run sends its requests to, as the user names them: --base-url, several times
// or with commas, or the file of --endpoints.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_ENDPOINT_LIST_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_ENDPOINT_LIST_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bfclx::tools {

inline constexpr std::size_t kMostEndpoints = 1000;

struct GivenEndpoint {
  std::string base_url;          // as typed
  double weight = 1;             // its share of the requests
  std::string api_key_env = {};  // instead of the key of all
  std::size_t concurrency = 0;   // requests in flight at most; 0: as many as the run
  std::string where = {};        // "--endpoints FILE:2"; empty for --base-url
  std::string address = {};      // of several of its host; empty: by name
};

// Letters, digits and underscores: what is something else may be a key, and is not shown.
bool is_variable_name(std::string_view name);
// Addresses of --base-url. A comma ends one where another address with its scheme follows, or
// where no address has a scheme: one in a password or a path ends none.
std::vector<GivenEndpoint> endpoints_of_urls(const std::vector<std::string>& texts);
// JSON lines, or a JSON array, of {"base_url", "weight"?, "api_key_env"?, "concurrency"?}.
// UsageError, without what an address may hold of secrets.
std::vector<GivenEndpoint> endpoints_of_file(const std::string& path);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_ENDPOINT_LIST_H_
