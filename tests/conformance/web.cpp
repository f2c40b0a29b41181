#include "tests/conformance/web.h"

#include <string>
#include <utility>
#include <vector>

#include "core/base/utf8.h"
#include "core/simulators/apis/url.h"
#include "core/simulators/apis/web_search.h"
#include "core/simulators/engine/effects.h"
#include "core/simulators/engine/episode.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "tests/conformance/episodes.h"
#include "tests/conformance/golden.h"
#include "tests/conformance/sha256.h"

namespace bfclx::conformance {

namespace {

constexpr std::string_view kServer = "http://127.0.0.1:18912";

std::string json_of(const Value& value) {
  std::string text;
  append_json(text, value);
  return text;
}

std::string text_member(const Value& object, std::string_view name) {
  const Value* found = object.as_dict().find(name);
  return found != nullptr && found->is_str() ? std::string(found->as_str()) : std::string();
}

// The server of the recordings.
class RecordedWeb {
 public:
  explicit RecordedWeb(const std::filesystem::path& folder)
      : folder_(folder),
        pages_(load_line(read_file(folder / "pages.json"), "pages.json")),
        searches_(load_line(read_file(folder / "search_answers.json"), "search_answers.json")),
        headers_(*json_loads(read_file(folder / "request_headers.json"))) {}

  // The bytes of a page that is not among the files as it was read.
  void set_unpacked(const std::string& page, std::string body) {
    unpacked_.emplace_back(page, std::move(body));
  }

  EffectAnswer answer(const EffectRequest& request) const {
    return request.kind == EffectRequest::Kind::kSearch ? search(request) : page(request.url);
  }
  // What differs from the recorded headers of a fetch; the host is the transport's.
  std::string header_differences(const EffectRequest& request) const {
    List sent;
    List recorded;
    for (const auto& [name, value] : request.headers) {
      sent.push_back(Value::list({Value::str(name), Value::str(value)}));
    }
    for (const Value& header : headers_.items()) {
      if (header.items()[0].as_str() != "Host") recorded.push_back(header);
    }
    std::string differences;
    compare_field("headers", json_of(Value::list(recorded)), json_of(Value::list(sent)),
                  differences);
    return differences;
  }

 private:
  EffectAnswer search(const EffectRequest& request) const {
    std::string wanted;
    for (const auto& [name, value] : request.query) {
      if (name == "q" && wanted.empty()) wanted = value;
    }
    EffectAnswer answer;
    answer.status = 200;
    if (wanted == "text") {
      answer.body = "<html>no json</html>";
    } else if (wanted == "limited" && request.attempt < 8) {
      answer.body = R"({"error": "429 too many"})";
    } else {
      const Value* found = searches_.as_dict().find(wanted);
      answer.body = json_of(found != nullptr ? *found : *searches_.as_dict().find("normal"));
    }
    return answer;
  }

  EffectAnswer page(const std::string& url) const {
    EffectAnswer answer;
    const std::string path = url.substr(kServer.size() + 1);
    const std::string name = path.substr(0, path.find('?'));
    if (name == "loop") {
      answer.error_class = "TooManyRedirects";
      answer.error = "Exceeded 30 redirects.";
      return answer;
    }
    if (name == "redirect" || name == "redirect404") {
      const std::string target =
          std::string(kServer) + (name == "redirect" ? "/basic.html" : "/missing");
      answer = page(target);
      answer.url = target;
      return answer;
    }
    const Value* known = pages_.as_dict().find(name);
    if (known == nullptr) fail("the recordings have no page " + name);
    answer.status = static_cast<int>(known->as_dict().find("status")->as_int64());
    answer.reason = answer.status == 404   ? "Not Found"
                    : answer.status == 418 ? "I'm a Teapot"
                    : answer.status == 500 ? "Internal Server Error"
                                           : "OK";
    const std::string type = text_member(*known, "content_type");
    if (!type.empty()) answer.headers.emplace_back("Content-Type", type);
    for (const auto& [unpacked, body] : unpacked_) {
      if (unpacked == name) {
        answer.body = body;
        return answer;
      }
    }
    // Those without a file are of a status that says it all.
    if (std::filesystem::exists(folder_ / "pages" / name)) {
      answer.body = read_file(folder_ / "pages" / name);
    }
    return answer;
  }

  std::filesystem::path folder_;
  Value pages_;
  Value searches_;
  Value headers_;
  std::vector<std::pair<std::string, std::string>> unpacked_;
};

// Query and path of a search as they were sent.
std::string sent_path(const EffectRequest& request) {
  std::string path = "/search";
  for (const auto& [name, value] : request.query) {
    path += path.size() == 7 ? '?' : '&';
    path += quote_plus(name) + "=" + quote_plus(value == kSerpApiKey ? "test-key" : value);
  }
  return path;
}

struct Outcome {
  std::string result;
  std::vector<EffectRequest> requests;
};

Outcome run_call(const Dict& row, const RecordedWeb& web) {
  EpisodeModules modules(nullptr, kRecordedDay);
  Services services;
  services.allow_private = true;
  modules.set_services(services);
  EffectStore effects;
  modules.set_effects(&effects);
  EpisodeSetup setup;
  setup.model_name = "oracle";
  setup.id = "web";
  const Value* snippets = row.find("show_snippet");
  Value scenario = Value::dict();
  scenario.mutable_dict().set("show_snippet",
                              snippets != nullptr ? *snippets : Value::boolean(true));
  setup.initial_config = Value::dict();
  setup.initial_config.mutable_dict().set("WebSearchAPI", scenario);
  setup.involved_classes = Value::list({Value::str("WebSearchAPI")});
  Result<Episode> episode = Episode::start(setup, modules);
  if (!episode.ok()) fail(episode.error().message);
  Outcome outcome;
  while (true) {
    effects.forget_wanted();
    outcome.result = episode->execute(row.find("call")->as_str());
    if (!effects.wanted()) return outcome;
    outcome.requests.push_back(*effects.wanted());
    effects.add(outcome.requests.back(), web.answer(outcome.requests.back()));
  }
}

void compare_result(const Dict& row, const std::string& ours, std::string& differences) {
  if (const Value* result = row.find("result")) {
    compare_field("result", std::string(result->as_str()), ours, differences);
    return;
  }
  compare_field("length", json_of(*row.find("result_chars")),
                std::to_string(count_code_points(ours)), differences);
  const std::string head(row.find("result_head")->as_str());
  const std::string tail(row.find("result_tail")->as_str());
  compare_field("head", head, ours.substr(0, head.size()), differences);
  compare_field("tail", tail, ours.substr(ours.size() - std::min(ours.size(), tail.size())),
                differences);
  compare_field("hash", std::string(row.find("result_sha256")->as_str()), sha256(ours),
                differences);
}

void compare_requests(const Dict& row, const Outcome& outcome, const RecordedWeb& web,
                      std::string& differences) {
  List paths;
  List waits;
  for (const EffectRequest& request : outcome.requests) {
    paths.push_back(Value::str(sent_path(request)));
    if (request.attempt > 0) waits.push_back(Value::real(request.wait_seconds));
    if (request.kind == EffectRequest::Kind::kPage) differences += web.header_differences(request);
  }
  if (const Value* recorded = row.find("request_paths")) {
    compare_field("paths", json_of(*recorded), json_of(Value::list(paths)), differences);
  }
  if (const Value* recorded = row.find("sleeps_with_jitter_at_half")) {
    compare_field("waits", json_of(*recorded), json_of(Value::list(waits)), differences);
    compare_field("requests", json_of(*row.find("requests")),
                  std::to_string(outcome.requests.size()), differences);
  }
}

bool is_left_out(const Dict& row) {
  const Value* page = row.find("page");
  return row.find("nondeterministic") != nullptr ||
         (page != nullptr && page->as_str() == "badgzip");
}

}  // namespace

void compare_web(const std::filesystem::path& folder, Tally& tally) {
  RecordedWeb web(folder);
  std::vector<Value> rows;
  for_each_line(read_file(folder / "results.jsonl"), [&](std::string_view line) {
    rows.push_back(load_line(line, "results.jsonl"));
    // Unpacking is the transport's, and the page that a redirect leads to is not among the recorded
    // ones: what such a page holds is what its raw row shows.
    const Dict& row = rows.back().as_dict();
    const std::string page = text_member(rows.back(), "page");
    if (text_member(rows.back(), "mode") != "raw" || row.find("result") == nullptr) return;
    if (page != "gzip.html" && page != "redirect") return;
    const Value content = load_line(row.find("result")->as_str(), page);
    web.set_unpacked(page == "redirect" ? "basic.html" : page, text_member(content, "content"));
  });
  for (const Value& value : rows) {
    const Dict& row = value.as_dict();
    if (is_left_out(row)) continue;
    ++tally.verdicts;
    const Outcome outcome = run_call(row, web);
    std::string differences;
    compare_result(row, outcome.result, differences);
    compare_requests(row, outcome, web, differences);
    if (!differences.empty()) tally.disagree(json_of(*row.find("call")) + differences);
  }
}

}  // namespace bfclx::conformance
