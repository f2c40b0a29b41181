// A server of models that speaks HTTP/2 over TLS, for tests: Node's own modules alone.
//
//   node http2_server.mjs KEY CERTIFICATE SCRIPT     prints its port; lives until its input ends
//
// SCRIPT is JSON: {"delay": ms before an answer, "streams": most that a connection may carry at once,
// "faults": [fault of the first request, ...]}, each of them
//   "reset"     the stream is ended with INTERNAL_ERROR
//   "refused"   ... with REFUSED_STREAM
//   "goaway"    the connection is ended with GOAWAY before this stream, whose request is lost
//   "leaving"   GOAWAY beside a whole answer: what is under way still comes, nothing new may
//   "cut"       the connection is destroyed
//   "half"      half of the body, then INTERNAL_ERROR
//   "redirect"  to `elsewhere`
// When its input ends it prints what it saw: {"connections", "requests", "answered",
// "most_under_way": streams of one connection at once, "keys": values of `authorization`}.
import {readFileSync} from 'node:fs';
import http2 from 'node:http2';

const {NGHTTP2_INTERNAL_ERROR, NGHTTP2_REFUSED_STREAM, NGHTTP2_NO_ERROR} = http2.constants;
const [key, certificate, script] = process.argv.slice(2);
const {delay = 0, streams = 100, faults = [], elsewhere = ''} = JSON.parse(script);
const seen = {connections: 0, requests: 0, answered: 0, most_under_way: 0, keys: []};

const completion = JSON.stringify({
  id: 'x', object: 'chat.completion', created: 1, model: 'scripted',
  choices: [{index: 0, message: {role: 'assistant', content: 'Done.'}, finish_reason: 'stop'}],
  usage: {prompt_tokens: 100, completion_tokens: 10, total_tokens: 110},
});
const models = JSON.stringify({object: 'list', data: [{id: 'scripted', object: 'model'}]});
const head = {':status': 200, 'content-type': 'application/json'};

const misbehave = {
  reset: (stream) => stream.close(NGHTTP2_INTERNAL_ERROR),
  refused: (stream) => stream.close(NGHTTP2_REFUSED_STREAM),
  goaway({session, id}) {
    session.goaway(NGHTTP2_NO_ERROR, id - 2);
    setTimeout(() => session.destroy(), 50);
  },
  leaving(stream) {
    stream.session.goaway(NGHTTP2_NO_ERROR, stream.id);
    answer(stream);
    stream.session.close();
  },
  cut: (stream) => stream.session.destroy(),
  half(stream) {
    stream.respond(head);
    stream.write(completion.slice(0, 40), () => stream.close(NGHTTP2_INTERNAL_ERROR));
  },
  redirect(stream) {
    stream.respond({':status': 307, location: elsewhere});
    stream.end();
  },
};

function answer(stream) {
  stream.respond(head);
  stream.end(completion);
  ++seen.answered;
}

function serve(stream, headers) {
  stream.on('error', () => {});
  if (headers[':path'].endsWith('/models')) {
    stream.respond(head);
    stream.end(models);
    return;
  }
  const {session} = stream;
  session.underWay = (session.underWay ?? 0) + 1;
  seen.most_under_way = Math.max(seen.most_under_way, session.underWay);
  stream.on('close', () => --session.underWay);
  const fault = faults[seen.requests++];
  seen.keys.push(headers.authorization ?? '');
  stream.resume();
  stream.on('end', () => setTimeout(() => {
    if (!stream.closed && !stream.destroyed) (misbehave[fault] ?? answer)(stream);
  }, delay));
}

const server = http2.createSecureServer({
  key: readFileSync(key),
  cert: readFileSync(certificate),
  settings: {maxConcurrentStreams: streams},
});
server.on('session', (session) => {
  ++seen.connections;
  session.on('error', () => {});
});
server.on('sessionError', () => {});
server.on('stream', serve);
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.stdin.resume().on('end', () => {
  console.log(JSON.stringify(seen));
  process.exit();
});
