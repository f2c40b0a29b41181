// Signals that end a run of generation.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_STOPS_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_STOPS_H_

namespace bfclx::tools {

// How often the user asked to stop (SIGINT, SIGTERM, SIGHUP), since the handlers were set; a SIGINT
// or SIGTERM after the first ends the process. Results are whole at any time.
void catch_stops();
int stops_so_far();

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_STOPS_H_
