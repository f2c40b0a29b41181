#include "core/simulators/apis/web_search.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/base/utf8.h"
#include "core/python/objects/operators.h"
#include "core/simulators/apis/host_address.h"
#include "core/simulators/apis/html_markdown.h"
#include "core/simulators/apis/html_text.h"
#include "core/simulators/apis/page_text.h"
#include "core/simulators/apis/requests.h"
#include "core/simulators/apis/url.h"
#include "core/simulators/engine/effects.h"
#include "core/simulators/engine/objects.h"
#include "core/simulators/engine/support.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

constexpr unsigned kMostAttempts = 12;
constexpr double kFirstWait = 2;  // seconds, doubled for each attempt
constexpr double kLongestWait = 120;
constexpr std::size_t kLargestPage = std::size_t{64} << 20;  // bytes

// What the official class sends to look like a browser.
constexpr std::pair<std::string_view, std::string_view> kPageHeaders[] = {
    {"User-Agent",
     "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
     "Chrome/112.0.0.0 Safari/537.36"},
    {"Accept-Encoding", "gzip, deflate, br"},
    {"Accept",
     "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;"
     "q=0.8,application/signed-exchange;v=b3;q=0.7"},
    {"Connection", "keep-alive"},
    {"Accept-Language", "en-US,en;q=0.9"},
    {"Upgrade-Insecure-Requests", "1"},
    {"Referer", "https://www.google.com/"},
    {"Sec-Fetch-Site", "same-origin"},
    {"Sec-Fetch-Mode", "navigate"},
    {"Sec-Fetch-User", "?1"},
    {"Sec-Fetch-Dest", "document"}};

bool has_429(std::string_view text) { return text.find("429") != std::string_view::npos; }

// {"error": f"An error occurred while fetching {url}: {problem}"}
Value fetch_error(const Value& url, std::string_view problem) {
  return error_dict("An error occurred while fetching " + std::string(url.as_str()) + ": " +
                    std::string(problem));
}

// ---- Requests.

Result<EffectRequest> serpapi_request(const Value& keywords, const Value& region) {
  const Value params = dict_of({{"engine", Value::str("duckduckgo")},
                                {"q", keywords},
                                {"kl", region},
                                {"api_key", Value::str(kSerpApiKey)},
                                {"output", Value::str("json")},
                                {"source", Value::str("python")}});
  BFCLX_ASSIGN_OR_RETURN(const std::string url, prepared_url(Value::str(kSerpApiUrl), params));
  EffectRequest request;
  request.kind = EffectRequest::Kind::kSearch;
  request.query = parse_query(std::string_view(url).substr(kSerpApiUrl.size() + 1));
  return request;
}

Result<EffectRequest> search_request(const Services& services, const Value& keywords,
                                     const Value& most, const Value& region) {
  if (services.search == Services::Search::kSerpApi) {
    BFCLX_ASSIGN_OR_RETURN(EffectRequest request, serpapi_request(keywords, region));
    request.url = services.search_url.empty() ? std::string(kSerpApiUrl) : services.search_url;
    return request;
  }
  BFCLX_ASSIGN_OR_RETURN(const std::string text, text_of(keywords));
  EffectRequest request;
  request.kind = EffectRequest::Kind::kSearch;
  request.url = services.search_url;
  if (services.search == Services::Search::kSearxng) {
    request.query = {{"q", text}, {"format", "json"}};
    return request;
  }
  Value body = dict_of({{"query", Value::str(text)}});
  if (most.is_small_int() && most.as_int64() > 0) body.mutable_dict().set("max_results", most);
  BFCLX_ASSIGN_OR_RETURN(request.body, json_dumps(body));
  request.method = "POST";
  request.headers = {{"Content-Type", "application/json"}};
  return request;
}

// ---- Answers of searches.

const Value* first_member(const Value& object, std::initializer_list<std::string_view> names) {
  if (!object.is_dict()) return nullptr;
  for (const std::string_view name : names) {
    if (const Value* found = object.as_dict().find(name)) return found;
  }
  return nullptr;
}

// The list of results of a service that is not SerpApi; nullptr where it has none.
const Value* rows_of(const Value& answer) {
  const Value* rows = first_member(answer, {"organic_results", "results", "data"});
  if (answer.is_list()) rows = &answer;
  return rows != nullptr && rows->is_list() ? rows : nullptr;
}

const Value* link_of(const Value& row) { return first_member(row, {"link", "url", "href"}); }

// The rows of a service that is not SerpApi, under SerpApi's names; what is no row is left out.
Value organic_rows(const Value& answer) {
  const Value* rows = rows_of(answer);
  if (rows == nullptr) return answer;
  List organic;
  for (const Value& row : rows->items()) {
    const Value* link = link_of(row);
    if (link == nullptr) continue;
    const Value* title = first_member(row, {"title", "name"});
    const Value* text = first_member(row, {"snippet", "content", "description", "body", "text"});
    organic.push_back(dict_of({{"title", title != nullptr ? *title : Value::str("")},
                               {"link", *link},
                               {"snippet", text != nullptr ? *text : Value::str("")}}));
  }
  return dict_of({{"organic_results", Value::list(std::move(organic))}});
}

// The first `most` rows as the model sees them.
Result<Value> shown_rows(const Value& answer, const Value& most, bool with_text) {
  BFCLX_ASSIGN_OR_RETURN(const bool has_rows, is_member(Value::str("organic_results"), answer));
  if (!has_rows) {
    return error_dict("Failed to retrieve the search results from server. Please try again later.");
  }
  BFCLX_ASSIGN_OR_RETURN(const Value rows, get_item(answer, "organic_results"));
  BFCLX_ASSIGN_OR_RETURN(const Value first, python::slice(rows, {}, most, {}));
  BFCLX_ASSIGN_OR_RETURN(const List items, python::iterate(first));
  List shown;
  for (const Value& row : items) {
    Dict entry;
    BFCLX_ASSIGN_OR_RETURN(Value title, get_item(row, "title"));
    BFCLX_ASSIGN_OR_RETURN(Value link, get_item(row, "link"));
    entry.set("title", std::move(title));
    entry.set("href", std::move(link));
    if (with_text) {
      BFCLX_ASSIGN_OR_RETURN(Value text, get_item(row, "snippet"));
      entry.set("body", std::move(text));
    }
    shown.push_back(Value::dict(std::move(entry)));
  }
  return Value::list(std::move(shown));
}

// ---- Pages.

// response.raise_for_status(); empty where nothing is wrong.
std::string status_problem(const EffectAnswer& answer, const std::string& url) {
  if (answer.status < 400 || answer.status >= 600) return "";
  std::string problem = std::to_string(answer.status);
  problem += answer.status < 500 ? " Client Error: " : " Server Error: ";
  problem += sanitize_utf8(answer.reason) + " for url: ";
  return problem + (answer.url.empty() ? url : answer.url);
}

Result<std::string> converted(const std::string& text, const Value& mode) {
  if (!mode.is_str()) return Error{"ValueError", "Unsupported mode: " + str(mode)};
  if (mode.as_str() == "raw") return text;
  if (mode.as_str() == "markdown") return html_markdown(text);
  if (mode.as_str() == "truncate") return html_text(text);
  return Error{"ValueError", "Unsupported mode: " + std::string(mode.as_str())};
}

class WebSearch final : public Simulator {
 public:
  using Simulator::Simulator;

  const ClassTable& table() const override { return web_search_table(); }
  Status load_scenario(const Value& scenario, bool long_context) override;

  Result<Value> search_engine_query(Arguments a);
  Result<Value> fetch_url_content(Arguments a);

  Value show_snippet_ = Value::boolean(true);

 private:
  Result<const EffectAnswer*> ask(const EffectRequest& request);
  Result<Value> search_answer(EffectRequest request);
};

// An empty scenario is none: for trying calls.
Status WebSearch::load_scenario(const Value& scenario, bool /*long_context*/) {
  if (scenario.is_dict() && scenario.as_dict().empty()) return {};
  BFCLX_ASSIGN_OR_RETURN(show_snippet_, get_item(scenario, "show_snippet"));
  return {};
}

Result<const EffectAnswer*> WebSearch::ask(const EffectRequest& request) {
  if (modules().effects() != nullptr) return modules().effects()->ask(request);
  return Error{"Unsupported", "there is no network here, and no recording of it"};
}

// A search that failed: the message is what the model gets to see.
constexpr std::string_view kSearchError = "SearchError";

// The answer as JSON.
Result<Value> WebSearch::search_answer(EffectRequest request) {
  // Officially any exception that has the digits somewhere, a port among them, is a refusal; other
  // services say so by the status.
  const bool official = modules().services().search == Services::Search::kSerpApi;
  double wait = kFirstWait;
  for (request.attempt = 0;; ++request.attempt) {
    BFCLX_ASSIGN_OR_RETURN(const EffectAnswer* answer, ask(request));
    std::string problem = sanitize_utf8(answer->error);
    bool refused = !official && answer->status == 429;
    if (refused) {
      problem = "429 Too Many Requests";
    } else if (answer->error.empty() && answer->error_class.empty()) {
      const Result<Value> parsed = json_loads(text_of_answer(*answer));
      if (parsed.ok()) {
        BFCLX_ASSIGN_OR_RETURN(const bool has_error, is_member(Value::str("error"), *parsed));
        if (!has_error) return *parsed;
        BFCLX_ASSIGN_OR_RETURN(const Value error, get_item(*parsed, "error"));
        problem = str(error);
        refused = has_429(problem);
        if (!refused) return *parsed;
      } else {
        problem = parsed.error().message;
      }
    }
    if (official) refused = has_429(problem);
    if (!refused || request.attempt + 1 == kMostAttempts) {
      return Error{kSearchError, problem};
    }
    // Officially the wait and a random part of up to as much again.
    request.wait_seconds = wait * 1.5;
    wait = std::min(wait * 2, kLongestWait);
  }
}

Result<Value> WebSearch::search_engine_query(Arguments a) {
  const Services& services = modules().services();
  const Result<EffectRequest> request = search_request(services, a[0], a[1], a[2]);
  if (!request.ok()) return error_dict(request.error().message);
  Result<Value> answer = search_answer(*request);
  if (!answer.ok()) {
    if (answer.error().kind == kSearchError) return error_dict(answer.error().message);
    return answer;
  }
  if (services.search != Services::Search::kSerpApi) answer = organic_rows(*answer);
  return shown_rows(*answer, a[1], truthy(show_snippet_));
}

Result<Value> WebSearch::fetch_url_content(Arguments a) {
  const Value& url = a[0];
  if (url.is_bytes()) return python::type_error("a bytes-like object is required, not 'str'");
  if (!url.is_str()) return no_attribute(url, "startswith");
  if (url.as_str().rfind("http://", 0) != 0 && url.as_str().rfind("https://", 0) != 0) {
    return Error{"ValueError", "Invalid URL: " + std::string(url.as_str())};
  }
  const Result<std::string> whole = prepared_url(url, {});
  if (!whole.ok()) return fetch_error(url, whole.error().message);
  const Result<UrlParts> parts = parse_url(*whole);
  if (!modules().services().allow_private && parts.ok() && parts->host &&
      is_private_host(*parts->host)) {
    return fetch_error(url, "the host is of this machine or of a private network");
  }
  EffectRequest request;
  request.kind = EffectRequest::Kind::kPage;
  request.url = whole->substr(0, whole->find('#'));
  for (const auto& [name, value] : kPageHeaders) request.headers.emplace_back(name, value);
  BFCLX_ASSIGN_OR_RETURN(const EffectAnswer* answer, ask(request));
  if (!answer->error.empty() || !answer->error_class.empty()) {
    return fetch_error(url, sanitize_utf8(answer->error));
  }
  if (const std::string problem = status_problem(*answer, *whole); !problem.empty()) {
    return fetch_error(url, problem);
  }
  if (answer->body.size() > kLargestPage) return fetch_error(url, "the page is too large");
  BFCLX_RETURN_IF_ERROR(modules().spend(answer->body.size() / 4));
  Result<std::string> text = converted(text_of_answer(*answer), a[1]);
  if (!text.ok()) return fetch_error(url, text.error().message);
  return text_result("content", *text);
}

constexpr std::array<Parameter, 3> kQuery = {
    {{"keywords"}, {"max_results", default_int(10)}, {"region", default_str("wt-wt")}}};
constexpr std::array<Parameter, 2> kFetch = {{{"url"}, {"mode", default_str("raw")}}};

constexpr std::array<Method, 2> kMethods = {{
    {"search_engine_query", kQuery, call_member<&WebSearch::search_engine_query>},
    {"fetch_url_content", kFetch, call_member<&WebSearch::fetch_url_content>},
}};

constexpr std::array<Attribute, 1> kAttributes = {{
    {"show_snippet", get_member<&WebSearch::show_snippet_>},
}};

constexpr ClassTable kTable = {"WebSearchAPI", false, kMethods, kAttributes};

}  // namespace

const ClassTable& web_search_table() { return kTable; }

std::string_view search_answer_fault(const EffectAnswer& answer) {
  const Result<Value> parsed = json_loads(text_of_answer(answer));
  if (!parsed.ok()) return "not JSON";
  const Value* rows = rows_of(*parsed);
  if (rows == nullptr) return "no list of results";
  const List& items = rows->items();
  const auto has_link = [](const Value& row) { return link_of(row) != nullptr; };
  const bool usable = items.empty() || std::any_of(items.begin(), items.end(), has_link);
  return usable ? "" : "results without addresses";
}

std::unique_ptr<Simulator> make_web_search(EpisodeModules& modules) {
  return std::make_unique<WebSearch>(modules);
}

}  // namespace bfclx
