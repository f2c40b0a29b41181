// --one-request: the responses of an entry for all repeats that lack one in one request. The first
// is this run's, the others are kept for theirs.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/generation/several_choices.h"
#include "tools/bfclx/generate/asker.h"
#include "tools/bfclx/generate/asker_talk.h"

namespace bfclx::tools {
void Asker::choose_repeats(Talk& talk) const {
  const PlannedEntry& planned = plan_[talk.index];
  talk.others.clear();
  if (!hooks_.other_repeats || no_choices_ || talk.refused_several != 0) return;
  if (!has_one_step(planned.entry->category)) return;
  talk.others = hooks_.other_repeats(planned, talk.conversation.next().request);
}

void Asker::ask_for_choices(net::Request& request, const Talk& talk) const {
  if (talk.others.empty()) return;
  std::string body = request.body.empty() ? talk.conversation.next().request.body
                                          : std::exchange(request.body, {});
  request.lent_body = {};
  request.body = body_for_choices(std::move(body), 1 + talk.others.size());
}

// Whether it is sent again for one response. What is refused may be the entry: only the response
// to that tells.
bool Asker::refuses_choices(Talk& talk, const HttpResponse& response) {
  if (talk.others.empty() || !may_refuse_choices(response.status)) return false;
  talk.refused_several = response.status;
  scheduler_.judged(talk.index, true);  // the server is as good as before
  close_report(talk, RequestUse::kRetried);
  scheduler_.wants_request(talk.index, 0, 0, net::Client::now());
  return true;
}

// The server gives none: the first time it is said why.
void Asker::end_choices(const std::string& why) {
  if (some_choices_ || std::exchange(no_choices_, true)) return;
  hooks_.say("the server " + why + ": each repeat sends its own requests");
}

// Leaves the first in the response. Gives the lines of the others.
std::vector<std::string> Asker::take_choices(Talk& talk, HttpResponse& response, double seconds) {
  std::vector<std::string> lines;
  if (response.status < 200 || response.status > 299) return lines;
  if (talk.refused_several != 0) {
    end_choices("refuses to send several responses to a request (status " +
                std::to_string(talk.refused_several) + ")");
  }
  if (talk.others.empty()) return lines;
  std::vector<std::string> bodies = split_choices(response.body, 1 + talk.others.size());
  if (bodies.size() < 2) {
    if (bodies.size() == 1) end_choices("sends only one response to a request");
    return lines;
  }
  some_choices_ = true;
  HttpResponse other = {response.status, {}, {}};
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    other.body = std::move(bodies[i]);
    lines.push_back(Journal::line(plan_[talk.index].entry->id, talk.answers,
                                  talk.conversation.next().request, other, seconds));
  }
  response.body = std::move(bodies.front());
  return lines;
}

void Asker::keep_choices(const Talk& talk, const std::vector<std::string>& lines) const {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].empty()) hooks_.keep_choice(talk.others[i], lines[i]);
  }
}

}  // namespace bfclx::tools
