// Cost and latency of a run (eval_runner_helper.py: record_cost_latency, get_cost_latency_info).
#ifndef BFCLX_CORE_OFFICIAL_COST_H_
#define BFCLX_CORE_OFFICIAL_COST_H_

#include "core/dataset/models.h"
#include "core/value/value.h"

namespace bfclx {

// The numbers of all result files of one model, in the order of files and entries.
struct Usage {
  List input_tokens;
  List output_tokens;
  List latencies;  // seconds

  // The numbers of one entry: a number, or a list of turns that are lists of steps. Zeros and
  // whatever is no number are left out. nullptr stands for a member that the entry lacks.
  void add(const Value* input_token_count, const Value* output_token_count, const Value* latency);
};

// Cells of a table: a number (int or float) that is written as Python's str, or the text "N/A".
struct CostLatency {
  Value cost;  // US dollars
  Value mean;  // seconds, as are the rest
  Value deviation;
  Value percentile_95;
};

// By the model's prices where the registry has both; else by the price of the hardware that a local
// model runs on. With one latency alone the official evaluator stops, as no deviation is defined;
// here that cell is N/A.
CostLatency cost_and_latency(const Usage& usage, const Model& model);

}  // namespace bfclx

#endif  // BFCLX_CORE_OFFICIAL_COST_H_
