// What conversations want beside the model's answers: token counts, the model's own template, and
// what simulated services ask for.
#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "core/conversation/values.h"
#include "core/value/json.h"
#include "tools/bfclx/generate/asker.h"
#include "tools/bfclx/generate/asker_talk.h"
#include "tools/bfclx/generate/effects_over_net.h"

namespace bfclx::tools {

// Asks something of the server's own root, beside its API: /tokenize, /apply-template.
void Asker::ask_root(std::size_t index, std::string path, const Value& body,
                     std::function<void(const net::Response&, const Value&)> done) {
  HttpRequest request;
  request.path = std::move(path);
  const Result<std::string> text = json_dumps(body);
  request.body = text.ok() ? *text : "{}";
  const std::size_t endpoint = scheduler_.endpoint_for(index, net::Client::now());
  scheduler_.side_request_sent();
  net::Request sent = server_.root_request(request, endpoint);
  sent.lent_body = {};
  sent.body = std::move(request.body);
  client_.send(std::move(sent), [this, done = std::move(done)](net::Response&& response) {
    scheduler_.request_ended();
    Value answer;
    try {
      server_.scrub(response);
      const Result<Value> read = json_loads(response.body);
      if (read.ok() && response.status == 200) answer = *read;
    } catch (const std::bad_alloc&) {
      response = net::Response();
    }
    done(response, answer);
  });
}

void Asker::count_tokens(std::size_t index, std::optional<std::int64_t> number) {
  guarded(index, [this, number](Talk& talk) {
    const std::size_t bytes = talk.conversation.next().text.size();
    talk.conversation.answer_tokens(number.value_or(static_cast<std::int64_t>((bytes + 3) / 4)));
    advance(talk);
  });
}

void Asker::send_tokenize(Talk& talk) {
  if (no_tokenizer_) {
    client_.after(0, [this, index = talk.index] { count_tokens(index, std::nullopt); });
    return;
  }
  // The words of vLLM and of llama.cpp; each passes over the other's.
  const std::string& text = talk.conversation.next().text;
  const Value body = make_dict({
      {"model", Value::str(settings_.model_name)},
      {"prompt", Value::str(text)},
      {"content", Value::str(text)},
      {"add_special_tokens", Value::boolean(false)},
      {"add_special", Value::boolean(false)},
      {"parse_special", Value::boolean(true)},
  });
  const auto done = [this, index = talk.index](const net::Response&, const Value& answer) {
    const Value* count = present(answer, "count");
    const Value* tokens = present(answer, "tokens");
    std::optional<std::int64_t> number;
    if (count != nullptr && count->is_small_int()) number = count->as_int64();
    if (!number && tokens != nullptr && tokens->is_list()) {
      number = static_cast<std::int64_t>(tokens->items().size());
    }
    if (!number && !no_tokenizer_) {
      no_tokenizer_ = true;
      hooks_.say(
          "the server counts no tokens (/tokenize): max_tokens comes from an estimate of 4 bytes "
          "a token");
    }
    count_tokens(index, number);
  };
  ask_root(talk.index, "/tokenize", body, done);
}

// The model's own chat template, which llama.cpp's server applies.
void Asker::send_template(Talk& talk) {
  const std::size_t endpoint = scheduler_.endpoint_for(talk.index, net::Client::now());
  const auto done = [this, index = talk.index, endpoint](const net::Response& response,
                                                         const Value& answer) {
    guarded(index, [this, endpoint, &response, &answer](Talk& known) {
      const Value* prompt = present(answer, "prompt");
      if (prompt != nullptr && prompt->is_str()) {
        known.conversation.answer_template(std::string(prompt->as_str()));
      } else {
        known.conversation.answer_template(
            Error{"ConnectionError",
                  "the server did not apply its chat template (/apply-template): " +
                      describe(response.outcome(), server_.endpoint(endpoint).shown()) +
                      "; use --api chat"});
      }
      advance(known);
    });
  };
  ask_root(talk.index, "/apply-template", talk.conversation.next().template_arguments, done);
}

void Asker::send_effect(Talk& talk) {
  const auto done = [this, index = talk.index](Served served) {
    reserved_ -= kPageBytes;
    guarded(index, [this, &served](Talk& known) {
      if (!served.answer) {
        end(known, false, served.why.text, served.why.reason);
        return;
      }
      known.effect_bytes += served.answer->body.size();
      known.conversation.answer_effect(*std::move(served.answer));
      advance(known);
    });
  };
  reserved_ += kPageBytes;
  try {
    hooks_.effect(client_, talk.conversation.next().effect, done);
  } catch (const std::bad_alloc&) {
    reserved_ -= kPageBytes;
    throw;
  }
}

}  // namespace bfclx::tools
