// Options of `bfclx generate` and `bfclx run` about what a run may spend.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_SPENDING_OPTIONS_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_SPENDING_OPTIONS_H_

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/dataset/models.h"
#include "core/generation/spending.h"
#include "core/generation/token_usage.h"

namespace CLI {
class App;
}

namespace bfclx::tools {

// A result folder whose spending counts: that of a model.
struct SpendingPlace {
  std::filesystem::path root;
  std::filesystem::path model;  // below it
};

struct SpendingOptions {
  std::optional<double> max_cost;
  std::optional<std::size_t> max_tokens_total;
  std::string max_time;
  std::string price;
  std::string scope = "folder";  // or "command"
  // Of "folder": those of all runs of the command. See spending_places.h.
  std::shared_ptr<const std::vector<SpendingPlace>> places;
  bool is_further = false;  // another run of the command came before
};

void add_spending_options(CLI::App& command, SpendingOptions& options);

// UsageError for values that cannot be read.
void check_spending(const SpendingOptions& options);
SpendingLimits chosen_limits(const SpendingOptions& options);
// --price, else those of the registry; nullopt where neither has any. UsageError for prices that
// are none, and for --max-cost without prices.
std::optional<TokenPrices> chosen_prices(const SpendingOptions& options, const Model* registered);

// Those of the next run of a command, whose `left` they are.
SpendingOptions for_next_run(SpendingOptions& left);

// What of the limits is left after a run; of those that count the folders, the records there say
// it. False where nothing is, or the run ended at one.
bool take_spent(SpendingOptions& options, const Spent& spent,
                const std::optional<TokenPrices>& prices);

// "spent $4.97: 1,234,567 input tokens, 45,678 output tokens"; the cost only where it is known.
std::string spent_text(const Spent& spent, const std::optional<TokenPrices>& prices);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_SPENDING_OPTIONS_H_
