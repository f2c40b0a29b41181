#include "core/decode/auto_decoder.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "core/decode/choice_memo.h"
#include "core/value/dict.h"

namespace bfclx {
namespace {

// A list that is not empty of dicts with one str key and a dict behind it.
bool is_list_of_calls(const Value& decoded) {
  if (!decoded.is_list() || decoded.items().empty()) return false;
  for (const Value& call : decoded.items()) {
    if (!call.is_dict() || call.as_dict().size() != 1) return false;
    const Dict::Entry& entry = call.as_dict().entry(0);
    if (!entry.key.is_str() || !entry.value.is_dict()) return false;
  }
  return true;
}

// Letters, digits, '_', '.' and '-', and whatever is not ASCII: a tag or a sentence is no name.
bool looks_like_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    const auto octet = static_cast<unsigned char>(c);
    const auto letter = static_cast<unsigned char>(octet | 0x20);
    return octet >= 0x80 || c == '_' || c == '.' || c == '-' || (c >= '0' && c <= '9') ||
           (letter >= 'a' && letter <= 'z');
  });
}

bool counts_as_decoded(const Value& decoded) {
  if (!is_list_of_calls(decoded)) return false;
  const List& calls = decoded.items();
  return std::all_of(calls.begin(), calls.end(), [](const Value& call) {
    return looks_like_name(call.as_dict().entry(0).key.as_str());
  });
}

// At most kMaxSampledResponses, spread evenly.
std::vector<const Value*> sample(std::span<const Value* const> responses) {
  const std::size_t count = std::min(responses.size(), kMaxSampledResponses);
  std::vector<const Value*> sampled;
  sampled.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    sampled.push_back(responses[i * responses.size() / count]);
  return sampled;
}

struct Trial {
  const Decoder* decoder;
  std::size_t decoded;
};

// Tries every decoder; `decodable` counts the responses that at least one decodes.
std::vector<Trial> try_all(const std::vector<const Value*>& responses, ChoiceMemo* memo,
                           std::size_t& decodable) {
  std::vector<Trial> trials;
  for (const Decoder& decoder : decoders()) trials.push_back({&decoder, 0});
  for (const Value* response : responses) {
    const std::uint64_t read =
        memo != nullptr ? memo->decoders_of(*response) : decoders_that_read(*response);
    decodable += read != 0 ? 1 : 0;
    for (std::size_t i = 0; i < trials.size(); ++i) trials[i].decoded += (read >> i) & 1U;
  }
  return trials;
}

// The first that decodes nearly as many as the one that decodes most.
Trial preferred(const std::vector<Trial>& trials) {
  std::size_t most = 0;
  for (const Trial& trial : trials) most = std::max(most, trial.decoded);
  for (const Trial& trial : trials) {
    if (trial.decoded * 10 >= most * 9) return trial;
  }
  return trials.front();
}

const Decoder* guess_by_form(const std::vector<const Value*>& responses) {
  std::size_t lists = 0;
  for (const Value* response : responses) lists += response->is_list() ? 1 : 0;
  return find_decoder(2 * lists > responses.size() ? "openai_fc" : "prompting");
}

std::string reason_for(const Decoder& decoder, std::size_t decoded, std::size_t sampled) {
  if (sampled == 0) return "there are no responses to judge by";
  if (decoded == 0) return "no decoder finds a call; chosen by the form of the responses";
  if (sampled == 1) return std::string(decoder.response_form);
  const std::string which = decoded == sampled
                                ? "every response parses"
                                : std::to_string(decoded) + " of " + std::to_string(sampled) +
                                      " sampled responses and steps parse";
  return which + " as " + std::string(decoder.response_form);
}

}  // namespace

std::uint64_t decoders_that_read(const Value& response) {
  const std::span<const Decoder> all = decoders();
  Budget budget;  // for all together
  std::uint64_t read = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto same_code = [&](const Decoder& other) {
      return other.decode_ast == all[i].decode_ast;
    };
    const auto first =
        static_cast<std::size_t>(std::find_if(all.begin(), all.end(), same_code) - all.begin());
    if (first < i) {
      read |= ((read >> first) & 1U) << i;
      continue;
    }
    DecodeOptions options;
    options.budget = &budget;
    const Result<Value> decoded = all[i].decode_ast(response, options);
    if (decoded.ok() && counts_as_decoded(*decoded)) read |= std::uint64_t{1} << i;
  }
  return read;
}

std::vector<std::string> called_names(const Value& response, const Decoder& decoder,
                                      const DecodeOptions& options) {
  Budget budget;
  DecodeOptions own = options;
  own.budget = &budget;
  const Result<Value> decoded = decoder.decode_ast(response, own);
  std::vector<std::string_view> names;
  if (decoded.ok()) append_call_names(*decoded, names);
  return {names.begin(), names.end()};
}

AutoChoice choose_decoder(std::span<const Value* const> responses, ChoiceMemo* memo) {
  const std::vector<const Value*> sampled = sample(responses);
  std::size_t decodable = 0;
  std::vector<Trial> trials = try_all(sampled, memo, decodable);
  const Trial best = preferred(trials);
  std::stable_sort(trials.begin(), trials.end(),
                   [](const Trial& a, const Trial& b) { return a.decoded > b.decoded; });
  AutoChoice choice;
  choice.decoder = best.decoded > 0 ? best.decoder : guess_by_form(sampled);
  choice.confidence = static_cast<double>(best.decoded) / static_cast<double>(decodable + 1);
  choice.reason = reason_for(*choice.decoder, best.decoded, sampled.size());
  choice.candidates.reserve(trials.size());
  for (const Trial& trial : trials) {
    const double share =
        sampled.empty() ? 0
                        : static_cast<double>(trial.decoded) / static_cast<double>(sampled.size());
    choice.candidates.push_back({trial.decoder, share});
  }
  return choice;
}

void append_call_names(const Value& decoded, std::vector<std::string_view>& names) {
  if (!is_list_of_calls(decoded)) return;
  for (const Value& call : decoded.items()) names.push_back(call.as_dict().entry(0).key.as_str());
}

DotChoice decide_underscore_to_dot(std::span<const std::string_view> seen_names,
                                   std::span<const std::string_view> known_names) {
  std::unordered_set<std::string_view> known(known_names.begin(), known_names.end());
  std::unordered_set<std::string> underscored;
  for (const std::string_view name : known_names) {
    if (name.find('.') == std::string_view::npos) continue;
    std::string changed(name);
    std::replace(changed.begin(), changed.end(), '.', '_');
    if (known.count(changed) == 0) underscored.insert(std::move(changed));
  }
  DotChoice choice;
  for (const std::string_view name : seen_names) {
    if (name.find('.') != std::string_view::npos) {
      choice.with_dots += known.count(name);
    } else {
      choice.with_underscores += underscored.count(std::string(name));
    }
  }
  choice.underscore_to_dot = choice.with_underscores > choice.with_dots;
  return choice;
}

}  // namespace bfclx
