#include "core/run/naming.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/dataset/reply_forms.h"
#include "core/decode/auto_decoder.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr std::size_t kEntriesNamed = 5;    // in a sentence
constexpr std::size_t kFunctionsNamed = 5;  // likewise
constexpr std::size_t kNameShown = 60;      // code points

bool offers_functions(const Category& category) {
  switch (category.judging) {
    case Judging::kCalls:
    case Judging::kRelevance:
    case Judging::kIrrelevance:
    case Judging::kExecutable:
      return !category.varies_prompts;
    case Judging::kMultiTurn:
    case Judging::kAgentic:
      break;
  }
  return false;
}

std::string with_underscores(string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '.', '_');
  return text;
}

// The first few, and how many more there are.
template <typename Items, typename Text>
std::string listed(const Items& items, std::size_t most, const Text& text_of) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most, items.size()); ++i) {
    text += (i > 0 ? ", " : "") + std::string(text_of(items[i]));
  }
  if (items.size() > most) text += " and " + std::to_string(items.size() - most) + " more";
  return text;
}

// One namer for a file: equal sets of functions are looked up once.
class Namer {
 public:
  Namer(DatasetFiles& dataset, const NamingRequest& request, const Decoder& decoder)
      : index_(dataset), request_(request), decoder_(decoder) {}

  // The id of the one entry, or why there is none.
  Result<std::string> name(const Reply& reply) {
    std::vector<std::string> names = called_functions(reply.result, decoder_);
    // What was read as calls is so whatever decoder the texts have.
    const Decoder* calls = find_decoder("openai_fc");
    if (names.empty() && calls != nullptr) names = called_functions(reply.result, *calls);
    if (names.empty()) {
      return no_entry("no call can be read in it, so " + std::string(request_.advice));
    }
    auto known = found_.find(names);
    if (known == found_.end()) known = found_.emplace(names, index_.entries(names)).first;
    const std::vector<const Entry*>& entries = known->second;
    if (entries.size() == 1) return entries.front()->id;
    const std::string functions = listed(names, kFunctionsNamed, [](const std::string& name) {
      return concat({"`", slice_code_points(name, 0, kNameShown), "`"});
    });
    if (entries.empty()) {
      return no_entry("no entry of the dataset offers " + functions + "; " +
                      std::string(request_.advice));
    }
    return no_entry(std::to_string(entries.size()) + " entries offer " + functions + " (" +
                    listed(entries, kEntriesNamed, [](const Entry* entry) { return entry->id; }) +
                    "); " + std::string(request_.advice));
  }

 private:
  static Error no_entry(std::string text) { return Error{"LookupError", std::move(text)}; }

  FunctionIndex index_;
  const NamingRequest& request_;
  const Decoder& decoder_;
  std::map<std::vector<std::string>, std::vector<const Entry*>> found_;
};

const Decoder& decoder_for(const NamingRequest& request, const ResultFile& file) {
  if (request.decoder != nullptr) return *request.decoder;
  std::vector<const Value*> sample;
  for (const Reply& reply : file.nameless) sample.push_back(&reply.result);
  return *choose_decoder(sample).decoder;
}

}  // namespace

std::vector<std::string> called_functions(const Value& reply, const Decoder& decoder) {
  Budget budget;
  DecodeOptions options;
  options.budget = &budget;
  const Result<Value> decoded = decoder.decode_ast(reply, options);
  std::vector<string_view> seen;
  if (decoded.ok()) append_call_names(*decoded, seen);
  std::vector<std::string> names(seen.begin(), seen.end());
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

FunctionIndex::FunctionIndex(DatasetFiles& dataset) {
  for (const Category& category : categories()) {
    if (!offers_functions(category) || !dataset.holds(category)) continue;
    if (!dataset.load(category).ok()) continue;  // told when a reply needs it
    for (const Entry& entry : dataset.dataset().entries(category)) {
      if (!entry.functions().is_list()) continue;
      for (const Value& function : entry.functions().items()) {
        const string_view name = find_text(function, "name");
        if (name.empty()) continue;
        std::vector<const Entry*>& entries = by_name_[with_underscores(name)];
        if (entries.empty() || entries.back() != &entry) entries.push_back(&entry);
      }
    }
  }
}

std::vector<const Entry*> FunctionIndex::entries(std::span<const std::string> names) const {
  std::map<const Entry*, std::size_t> counts;
  std::vector<const Entry*> fitting;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto known = by_name_.find(with_underscores(names[i]));
    if (known == by_name_.end()) return {};
    fitting.clear();
    for (const Entry* entry : known->second) {
      if (i == 0 || counts.count(entry) > 0) fitting.push_back(entry);
    }
    counts.clear();
    for (const Entry* entry : fitting) counts[entry] = i;
    if (fitting.empty()) return {};
  }
  return fitting;
}

void name_replies(DatasetFiles& dataset, const NamingRequest& request, ResultFile& file) {
  if (file.nameless.empty()) return;
  if (!request.as_entry.empty()) {
    for (Reply& reply : file.nameless) {
      reply.id = request.as_entry;
      reply.result = fitted_reply(std::move(reply.result), reply.id);
      file.replies.push_back(std::move(reply));
    }
    file.nameless.clear();
    return;
  }
  Namer namer(dataset, request, decoder_for(request, file));
  std::size_t matched = 0;
  std::size_t first_line = 0;
  for (Reply& reply : file.nameless) {
    Result<std::string> id = namer.name(reply);
    if (!id.ok()) {
      file.problems.push_back({reply.line, reply.id, id.error().message, true});
      continue;
    }
    if (matched++ == 0) first_line = reply.line;
    reply.id = *std::move(id);
    reply.result = fitted_reply(std::move(reply.result), reply.id);
    file.replies.push_back(std::move(reply));
  }
  file.nameless.clear();
  if (matched == 0) return;
  file.problems.push_back(
      {first_line,
       {},
       (matched == 1 ? "its reply is" : std::to_string(matched) + " replies are") +
           std::string(" matched by the functions that are called"),
       false});
}

}  // namespace bfclx
