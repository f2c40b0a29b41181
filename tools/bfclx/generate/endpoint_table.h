// The endpoints of a run as a table: while it runs, and at its end.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_ENDPOINT_TABLE_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_ENDPOINT_TABLE_H_

#include <cstddef>
#include <span>
#include <string>

#include "core/generation/endpoint.h"

namespace bfclx::tools {

// A line for each, `room` lines at most: those in trouble first, and how many more there are.
// Empty where there are none. `running`: with the requests in flight.
std::string endpoint_table(std::span<const EndpointFigures> endpoints, std::size_t room,
                           bool running);
// ", 2 of 3 endpoints available", where not all are.
std::string endpoints_text(std::span<const EndpointFigures> endpoints);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_ENDPOINT_TABLE_H_
