// A server that stands in for one with a model, on loopback: OpenAI's chat protocol, CORS, and faults on demand.
import { createServer } from 'node:http';

const CORS = {
  'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*', 'Access-Control-Allow-Methods': '*', 'Access-Control-Expose-Headers': 'Retry-After',
};

export const toolCall = (name, args) => ({ tool_calls: [{ id: 'c', type: 'function', function: { name, arguments: JSON.stringify(args) } }] });

/**
 * `answer(request, number)` gives a message ({content} or {tool_calls}), or {status, headers, body, wait}; `cors: false`
 * leaves its headers out, `models` is what GET /v1/models says (null: 404). `seen` has what was asked: {path, key, body}.
 */
export function standIn({ answer = () => ({ content: 'Hello.' }), cors = true, models = ['tiny'], key = '' } = {}) {
  const stand = { seen: [], most: 0, open: 0, answer };
  const headers = cors ? CORS : {};
  const server = createServer(async (request, response) => {
    if (request.method === 'OPTIONS') return response.writeHead(cors ? 204 : 405, headers).end();
    const send = (status, body, more = {}) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      response.writeHead(status, { ...headers, 'Content-Type': 'application/json', ...more }).end(text);
    };
    const given = (request.headers.authorization ?? '').replace(/^Bearer /, '');
    let text = '';
    for await (const part of request) text += part;
    stand.seen.push({ path: request.url, key: given, body: text ? JSON.parse(text) : null, headers: request.headers });
    if (key && given !== key) return send(401, { error: { message: `Incorrect key: ${given}` } });
    if (request.url === '/v1/models') return models ? send(200, { data: models.map((id) => ({ id, owned_by: 'stand-in' })) }) : send(404, 'nothing');
    if (request.url !== '/v1/chat/completions') return send(404, { error: 'no such path' });
    stand.open += 1;
    stand.most = Math.max(stand.most, stand.open);
    try {
      const said = await stand.answer(JSON.parse(text), stand.seen.length);
      if (said.wait) await new Promise((next) => setTimeout(next, said.wait));
      if (said.drop) return response.destroy();
      if (said.status) return send(said.status, said.body ?? '', said.headers);
      send(200, {
        id: 'x', object: 'chat.completion', model: 'tiny', usage: { prompt_tokens: 50, completion_tokens: 7, total_tokens: 57 },
        choices: [{ index: 0, finish_reason: said.tool_calls ? 'tool_calls' : 'stop', message: { role: 'assistant', content: said.content ?? null, ...(said.tool_calls && { tool_calls: said.tool_calls }) } }],
      });
    } finally {
      stand.open -= 1;
    }
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const origin = `http://127.0.0.1:${server.address().port}`;
      resolve(Object.assign(stand, { origin, url: `${origin}/v1`, close: () => { server.closeAllConnections(); server.close(); } }));
    });
  });
}

/** Calls the first tool that is offered, with what its parameters need. */
export function firstTool(request) {
  const done = request.messages.some(({ role }) => role === 'tool');
  const tool = request.tools?.[0]?.function;
  if (!tool || done) return { content: 'It is done.' };
  const values = { string: 'x', integer: 1, number: 1.5, boolean: true, array: [], object: {} };
  const { properties = {}, required = [] } = tool.parameters;
  return toolCall(tool.name, Object.fromEntries(required.map((name) => [name, values[properties[name]?.type] ?? 'x'])));
}
