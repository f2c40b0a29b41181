#include "python/src/conversation.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/utf8.h"
#include "core/conversation/conversation.h"
#include "core/value/dict_of.h"
#include "python/src/conversation_options.h"
#include "python/src/dataset.h"
#include "python/src/errors.h"
#include "python/src/from_value.h"
#include "python/src/to_value.h"
#include "python/src/unlocked.h"

namespace nb = nanobind;

namespace bfclx::python_binding {
namespace {

constexpr const char* kConversationDoc =
    "One entry asked of one model, from the first request to the finished result line. It has no\n"
    "socket, no clock and no thread: `next()` says what is wanted, and one of the methods named\n"
    "answer_... or `fail` tells what came of it. Use one from one thread at a time.";

constexpr const char* kNextDoc =
    "What is wanted, a dict; the same until it is answered. `kind` is\n\n"
    "'model': send `request`, {method, path, headers, body}, to base_url + path with the key "
    "added,\n"
    "    after `wait` seconds and a random part of up to `jitter`; then `answer` or `fail`;\n"
    "'template': apply the model's own chat template to `arguments`; then `answer_template`;\n"
    "'tokenize': count the tokens of `text`; then `answer_tokens`;\n"
    "'effect': send `request` for a simulated service; then `answer_effect`;\n"
    "'finished': the result is there.";

constexpr const char* kConverseDoc =
    "Starts asking for an entry.\n\n"
    "`model` is a name of the dataset's registry, which knows its protocol, decoder and prices; "
    "any\n"
    "other is asked by `api` ('chat', 'responses', 'anthropic', ...; 'chat' when not given). "
    "`fc`:\n"
    "with tools, else by the official prompt. `memory` is the snapshot that a memory entry starts\n"
    "from. `retries` bounds the requests of one step that are sent again. `extra_body` is put "
    "over\n"
    "the members of every request.\n\n"
    "Raises UnknownEntryError, UnknownNameError, DatasetError, ValueError for what cannot be "
    "asked.";

template <typename Pairs>
Value pairs_value(const Pairs& pairs) {
  List items;
  for (const auto& [name, value] : pairs) {
    items.push_back(Value::tuple({Value::str(name), Value::str(value)}));
  }
  return Value::list(std::move(items));
}

Value ask_value(const Ask& ask) {
  switch (ask.kind) {
    case Ask::Kind::kModel:
      return dict_of({{"kind", "model"},
                      {"wait", ask.wait},
                      {"jitter", ask.jitter},
                      {"request", dict_of({{"method", ask.request.method},
                                           {"path", ask.request.path},
                                           {"headers", pairs_value(ask.request.headers)},
                                           {"body", Value::bytes(ask.request.body)}})}});
    case Ask::Kind::kTemplate:
      return dict_of({{"kind", "template"}, {"arguments", ask.template_arguments}});
    case Ask::Kind::kTokenize:
      return dict_of({{"kind", "tokenize"}, {"text", ask.text}});
    case Ask::Kind::kEffect:
      return dict_of({{"kind", "effect"},
                      {"wait", ask.effect.wait_seconds},
                      {"request", dict_of({{"kind", effect_kind_name(ask.effect.kind)},
                                           {"method", ask.effect.method},
                                           {"url", ask.effect.url},
                                           {"query", pairs_value(ask.effect.query)},
                                           {"headers", pairs_value(ask.effect.headers)},
                                           {"body", Value::bytes(ask.effect.body)}})}});
    case Ask::Kind::kFinished:
      break;
  }
  return dict_of({{"kind", "finished"}});
}

std::string_view ending_name(Ending ending) {
  static constexpr std::string_view kNames[] = {"answered", "forced", "failed", "transport"};
  return kNames[static_cast<std::size_t>(ending)];
}

// A name or value of a header. HTTP clients give bytes that are no UTF-8 as lone surrogates, which
// are replaced.
std::string header_text(nb::handle given) {
  if (!PyUnicode_Check(given.ptr())) {
    const std::string type = nb::cast<std::string>(given.type().attr("__name__"));
    throw nb::type_error(("headers must be str, not " + type).c_str());
  }
  const auto bytes = nb::cast<nb::bytes>(given.attr("encode")("utf-8", "surrogatepass"));
  return sanitize_utf8({bytes.c_str(), bytes.size()});
}

// Texts of a mapping's items, or of a list of pairs.
std::vector<std::pair<std::string, std::string>> headers_argument(nb::handle given) {
  std::vector<std::pair<std::string, std::string>> headers;
  if (given.is_none()) return headers;
  const nb::object items = nb::hasattr(given, "items") ? given.attr("items")() : nb::borrow(given);
  for (const nb::handle pair : nb::list(items)) {
    headers.emplace_back(header_text(pair[0]), header_text(pair[1]));
  }
  return headers;
}

// Bytes, or a text as UTF-8.
std::string body_argument(nb::handle given) {
  const Value value = to_value(given);
  if (value.is_str()) return std::string(value.as_str());
  if (value.is_bytes()) return std::string(value.as_bytes());
  throw nb::type_error("a body must be bytes or a string");
}

std::string lower(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

class ConversationObject {
 public:
  ConversationObject(std::shared_ptr<DatasetObject> dataset, Conversation talk,
                     const DialectInfo* dialect)
      : dataset_(std::move(dataset)), talk_(std::move(talk)), dialect_(dialect) {}

  const DialectInfo& dialect() const { return *dialect_; }

  // `work` on the conversation, alone and without the interpreter lock. An answer must be one to
  // what is asked.
  template <typename Work>
  auto with(Work work) {
    const Unlocked unlocked;
    const std::lock_guard lock(mutex_);
    return work(talk_);
  }

  template <typename Work>
  void answer(Ask::Kind kind, Work work) {
    const bool fits = with([&](Conversation& talk) {
      if (talk.next().kind != kind) return false;
      work(talk);
      return true;
    });
    if (!fits) throw nb::value_error("this is not what next() asks for");
  }

  nb::object finished(Value (*read)(const Conversation&)) {
    std::optional<Value> found = with([&](const Conversation& talk) -> std::optional<Value> {
      if (talk.next().kind != Ask::Kind::kFinished) return std::nullopt;
      return read(talk);
    });
    return found ? from_value(*found) : nb::none();
  }

 private:
  const std::shared_ptr<DatasetObject> dataset_;  // has the entry, and the files of long context
  std::mutex mutex_;
  Conversation talk_;
  const DialectInfo* dialect_;
};

std::unique_ptr<ConversationObject> open_conversation(const std::shared_ptr<DatasetObject>& opened,
                                                      const nb::str& id,
                                                      const ConversationOptions& options,
                                                      const std::string& memory) {
  DatasetObject& dataset = *opened;
  const Entry& entry = dataset.find_id(id.ptr());
  Settings settings = settings_from(options, dataset.models().find(options.model));
  if (!settings.calls_functions()) dataset.load_prompts();
  if (uses_long_context(*entry.category)) settings.long_context = &dataset.long_context();
  const auto start = [&] {
    const Unlocked unlocked;
    const std::shared_lock lock(loading_mutex());
    return Conversation::start(dataset.loaded(), entry, settings, memory);
  };
  Result<Conversation> talk = start();
  if (!talk.ok()) throw nb::value_error(talk.error().message.c_str());
  return std::make_unique<ConversationObject>(opened, std::move(talk).value(), settings.dialect);
}

Value notes_value(const Conversation& talk) {
  List notes;
  for (const StepNote& note : talk.notes()) {
    notes.push_back(dict_of({{"turn", note.turn},
                             {"step", note.step},
                             {"finish_reason", note.finish_reason},
                             {"usage", note.usage}}));
  }
  return Value::list(std::move(notes));
}

void answer_model(ConversationObject& self, int status, nb::handle body, nb::handle headers,
                  double seconds) {
  HttpResponse response;
  response.status = status;
  response.body = body_argument(body);
  for (auto& [name, value] : headers_argument(headers)) {
    response.headers.push_back({lower(std::move(name)), std::move(value)});
  }
  self.answer(Ask::Kind::kModel, [&](Conversation& talk) { talk.answer(response, seconds); });
}

void fail(ConversationObject& self, std::string_view failure, double seconds) {
  if (failure != "connection" && failure != "timeout") {
    raise_unknown_name("a failure is 'connection' or 'timeout'");
  }
  const TransportFailure kind =
      failure == "timeout" ? TransportFailure::kTimeout : TransportFailure::kConnection;
  self.answer(Ask::Kind::kModel, [&](Conversation& talk) { talk.fail(kind, seconds); });
}

void answer_effect(ConversationObject& self, int status, nb::handle body, nb::handle headers,
                   const std::string& url, const std::string& reason) {
  EffectAnswer answer;
  answer.status = status;
  answer.body = body_argument(body);
  answer.headers = headers_argument(headers);
  answer.url = url;
  answer.reason = reason;
  self.answer(Ask::Kind::kEffect,
              [&](Conversation& talk) { talk.answer_effect(std::move(answer)); });
}

void fail_effect(ConversationObject& self, const std::string& error_class,
                 const std::string& message) {
  EffectAnswer answer;
  answer.error_class = error_class;
  answer.error = message;
  self.answer(Ask::Kind::kEffect,
              [&](Conversation& talk) { talk.answer_effect(std::move(answer)); });
}

void bind_asking(nb::class_<ConversationObject>& conversation) {
  using Self = ConversationObject;
  using namespace nb::literals;
  conversation
      .def_prop_ro(
          "id",
          [](Self& self) {
            return from_text(self.with([](const Conversation& talk) { return talk.id(); }));
          })
      .def_prop_ro(
          "base_url", [](Self& self) { return from_text(self.dialect().base_url); },
          "The provider's address, which paths are appended to; empty for a server of\n"
          "one's own.")
      .def_prop_ro(
          "key_variable", [](Self& self) { return from_text(self.dialect().key_variable); },
          "The environment variable that holds the provider's key; empty for none.")
      .def(
          "next",
          [](Self& self) {
            return from_value(
                self.with([](const Conversation& talk) { return ask_value(talk.next()); }));
          },
          kNextDoc);
}

void bind_answers(nb::class_<ConversationObject>& conversation) {
  using Self = ConversationObject;
  using namespace nb::literals;
  conversation
      .def("answer", answer_model, "status"_a, "body"_a, nb::kw_only(),
           "headers"_a.none() = nb::none(), "seconds"_a = 0.0,
           "The response to a request, of any status: its body (bytes or text) as received, its\n"
           "headers (a mapping or pairs), and how long it took, for the latency of the result.")
      .def("fail", fail, "failure"_a = "connection", nb::kw_only(), "seconds"_a = 0.0,
           "No response came: 'connection' or 'timeout'.")
      .def(
          "answer_template",
          [](Self& self, const std::string& prompt) {
            self.answer(Ask::Kind::kTemplate,
                        [&](Conversation& talk) { talk.answer_template(prompt); });
          },
          "prompt"_a, "The text that the template made.")
      .def(
          "answer_tokens",
          [](Self& self, std::int64_t count) {
            self.answer(Ask::Kind::kTokenize,
                        [&](Conversation& talk) { talk.answer_tokens(count); });
          },
          "count"_a, "How many tokens the text has.")
      .def("answer_effect", answer_effect, "status"_a, "body"_a, nb::kw_only(),
           "headers"_a.none() = nb::none(), "url"_a = "", "reason"_a = "",
           "The answer of the service.")
      .def("fail_effect", fail_effect, "error_class"_a, "message"_a,
           "Why no answer of the service came: the Python exception's class and text.");
}

void bind_results(nb::class_<ConversationObject>& conversation) {
  using Self = ConversationObject;
  conversation
      .def_prop_ro(
          "result",
          [](Self& self) {
            return self.finished([](const Conversation& talk) { return talk.result(); });
          },
          "The line of a result file as a dict; None until it is finished.")
      .def_prop_ro(
          "result_line",
          [](Self& self) {
            return self.finished(
                [](const Conversation& talk) { return Value::str(talk.result_line()); });
          },
          "The same line as text, as the official generator writes it.")
      .def_prop_ro(
          "ending",
          [](Self& self) {
            return self.finished(
                [](const Conversation& talk) { return Value::str(ending_name(talk.ending())); });
          },
          "'answered'; 'forced': too many steps; 'failed': an answer that cannot be used;\n"
          "'transport': the server was not reached, which is no answer of the model. None\n"
          "until it is finished.")
      .def_prop_ro(
          "memory_snapshot",
          [](Self& self) {
            return self.finished([](const Conversation& talk) {
              return talk.memory_snapshot() ? Value::bytes(*talk.memory_snapshot()) : Value();
            });
          },
          "What a memory prerequisite leaves behind; None for every other entry.");
}

void bind_counts(nb::class_<ConversationObject>& conversation) {
  using Self = ConversationObject;
  conversation
      .def_prop_ro(
          "notes", [](Self& self) { return from_value(self.with(notes_value)); },
          "Of each step that was answered {turn, step, finish_reason, usage}.")
      .def_prop_ro(
          "requests",
          [](Self& self) {
            return self.with([](const Conversation& talk) { return talk.requests(); });
          },
          "Requests so far.")
      .def_prop_ro(
          "retries",
          [](Self& self) {
            return self.with([](const Conversation& talk) { return talk.retries(); });
          },
          "How many of them followed a failure.")
      .def_prop_ro(
          "last_error",
          [](Self& self) {
            return from_text(self.with([](const Conversation& talk) { return talk.last_error(); }));
          },
          "What went wrong last; empty when nothing did.");
}

}  // namespace

void bind_conversation(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<ConversationObject> conversation(module, "Conversation", kConversationDoc);
  bind_asking(conversation);
  bind_answers(conversation);
  bind_results(conversation);
  bind_counts(conversation);
  nb::object dataset = module.attr("Dataset");
  nb::cpp_function_def(
      [](const std::shared_ptr<DatasetObject>& self, const nb::str& id, const std::string& model,
         std::optional<std::string> api, std::optional<bool> fc,
         std::optional<std::string> prompt_format, double temperature,
         std::optional<std::int64_t> max_tokens, std::optional<std::int64_t> context_length,
         nb::object extra_body, nb::object memory, int retries, bool as_official,
         bool include_input_log, nb::object today) {
        const Value extra = to_value(extra_body);
        if (!extra.is_none() && !extra.is_dict()) throw nb::type_error("extra_body is a dict");
        const ConversationOptions options{model,
                                          std::move(api),
                                          fc,
                                          std::move(prompt_format),
                                          temperature,
                                          max_tokens,
                                          context_length,
                                          extra,
                                          retries,
                                          as_official,
                                          include_input_log,
                                          today_argument(today)};
        return open_conversation(self, id, options, body_argument(memory));
      },
      nb::scope(dataset), nb::name("conversation"), nb::is_method(), "entry_id"_a, nb::kw_only(),
      "model"_a, "api"_a.none() = nb::none(), "fc"_a.none() = nb::none(),
      "prompt_format"_a.none() = nb::none(), "temperature"_a = 0.001,
      "max_tokens"_a.none() = nb::none(), "context_length"_a.none() = nb::none(),
      "extra_body"_a.none() = nb::none(), "memory"_a = nb::bytes("", 0), "retries"_a = 6,
      "as_official"_a = false, "include_input_log"_a = false, "today"_a.none() = nb::none(),
      kConverseDoc);
}

}  // namespace bfclx::python_binding
