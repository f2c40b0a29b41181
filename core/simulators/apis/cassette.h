// Cassettes: recorded answers of services, a JSON object a line:
//
//   {"request": {"method": "GET", "url": "https://...", "query": [["name", "value"], ...],
//                "headers": {"x-rapidapi-host": "...", "x-rapidapi-key": "YOUR-RAPID-API-KEY"}},
//    "response": {"status": 200, "body": ...}, "source": "..."}
//
// A body that is a text is that text, anything else the JSON that came. Optional: `kind` and `body`
// of a request that is no plain GET, `reason`, `url`, `headers` of a response, `error_class` and
// `error` instead of status and body where no answer came. Keys stand as placeholders in it: it has
// no secrets.
#ifndef BFCLX_CORE_SIMULATORS_APIS_CASSETTE_H_
#define BFCLX_CORE_SIMULATORS_APIS_CASSETTE_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/simulators/engine/effects.h"
#include "core/value/value.h"

namespace bfclx {

// A cassette is larger than that by mistake, or to do harm.
struct CassetteLimits {
  std::size_t bytes = std::size_t{256} * 1024 * 1024;
  std::size_t line_bytes = std::size_t{64} * 1024 * 1024;
  std::size_t exchanges = 1'000'000;
};

// Adds what a cassette has; of two answers to one request the last counts. Errors name the line:
// "cassette, line 12: ...", kind "Cassette"; nothing is added then. A last line that is cut is such
// an error too. `bytes` must be UTF-8.
Status read_cassette(std::string_view bytes, EffectStore& store, const CassetteLimits& limits = {});

// A line of a cassette, without the line end: `source` says where the answer is from.
std::string cassette_line(const EffectRequest& request, const EffectAnswer& answer,
                          std::string_view source);
// {"method": ..., "url": ..., "query": sorted, "headers": the two that are matched}, as a cassette
// has it: how a request is named in reports.
std::string request_json(const EffectRequest& request);
Value request_value(const EffectRequest& request);
// Such an object again; error "Cassette" where it is none.
Result<EffectRequest> request_of(const Value& object);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_CASSETTE_H_
