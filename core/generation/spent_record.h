// SpentRecord: what one task has spent in a result folder, as stored in its file. A task is a
// shard, or all commands without shards, one after the other.
#ifndef BFCLX_CORE_GENERATION_SPENT_RECORD_H_
#define BFCLX_CORE_GENERATION_SPENT_RECORD_H_

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/generation/spending.h"
#include "core/generation/token_usage.h"

namespace bfclx {

struct SpentRecord {
  TokenCounts tokens = {};    // by the responses that came
  double cost = 0;            // of these, but of `unpriced`
  TokenCounts unpriced = {};  // where no price was known
  // Beyond: what requests in flight may take, and responses without token counts have taken. Of a
  // command that was killed it stays, as nobody knows whether its responses came.
  Amounts held = {};
  double held_unpriced = 0;  // tokens of `held`, where no price was known
  Amounts greatest = {};     // of a response

  // All of it. Without prices there is no cost of what had none.
  Amounts all(const std::optional<TokenPrices>& prices) const;
};

std::string spent_record_json(const SpentRecord& record);
// Error: what is wrong with it.
Result<SpentRecord> read_spent_record(std::string_view json);

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_SPENT_RECORD_H_
