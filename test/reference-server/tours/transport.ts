import { CHAT, type Started } from '../support/start.ts';
import { head, wire } from '../support/wire.ts';
import { note, type Tour, within } from './tour.ts';

const ECHO = { model: 'ref-echo', messages: [{ role: 'user', content: 'é 漢 🌍 four' }] };

export const tourTransport: Tour = async (gateway) => [
  await streamHead(gateway),
  await note(gateway, '/chat/completions', { json: { ...ECHO, stream: true } }),
  await note(gateway, '/chat/completions', { method: 'OPTIONS' }),
  await rawStream(gateway),
  await afterRefusal(gateway),
  await note(gateway, '/chat/completions', { json: ECHO }),
  await afterAnswer(gateway),
  await keepsAfterError(gateway),
  await inChunks(gateway),
  await otherType(gateway),
  await strangers(gateway),
];

async function streamHead(gateway: Started): Promise<unknown> {
  const response = await gateway.ask('/chat/completions', { json: { ...ECHO, stream: true } });
  await response.text().catch(() => '');
  return [response.headers.get('content-type'), response.headers.get('content-encoding')];
}

/** How a stream ends on the wire. */
async function rawStream(gateway: Started): Promise<unknown> {
  const connection = await wire(gateway);
  const body = JSON.stringify({ ...ECHO, stream: true });
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  connection.write(head(gateway, '/chat/completions', length, 'Connection: close') + body);
  await connection.closed();
  return connection.received().slice(-24);
}

/** The answers on a connection after a refused body. */
async function afterRefusal(gateway: Started): Promise<unknown> {
  const connection = await wire(gateway);
  connection.write(`${head(gateway, '/nowhere', 'Content-Length: 5')}12345`);
  await within(2000, connection.until(/"unknown_path"\}\}/));
  const body = JSON.stringify(ECHO);
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  connection.write(head(gateway, '/chat/completions', length, 'Connection: close') + body);
  await connection.closed();
  return connection.received().match(/HTTP\/1.1 \d+/g);
}

const REFUSED = 'GET /nowhere HTTP/1.1\r\nHost: localhost\r\n';

/** Whether a connection without a word about closing serves a second request after an error. */
async function keepsAfterError(gateway: Started): Promise<unknown> {
  const connection = await wire(gateway);
  connection.write(`${REFUSED}\r\n`);
  await within(2000, connection.until(/\}\}/));
  connection.write(`${REFUSED}Connection: close\r\n\r\n`);
  await within(2000, connection.closed());
  return connection.received().match(/HTTP\/1.1 \d+/g);
}

/** What comes before the next answer on the connection of a chat of one body. */
async function afterAnswer(gateway: Started): Promise<unknown> {
  const connection = await wire(gateway);
  const body = JSON.stringify(ECHO);
  connection.write(
    head(gateway, '/chat/completions', `Content-Length: ${Buffer.byteLength(body)}`) + body,
  );
  await within(2000, connection.until(/"total_tokens":\d+\}\}/));
  connection.write(`${REFUSED}Connection: close\r\n\r\n`);
  await within(2000, connection.closed());
  return connection
    .received()
    .split(/HTTP.1.1 4/)
    .at(0)
    ?.slice(-16);
}

async function inChunks(gateway: Started): Promise<unknown> {
  const connection = await wire(gateway);
  const body = JSON.stringify(CHAT);
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  connection.write(head(gateway, '/chat/completions', 'Transfer-Encoding: chunked') + chunk);
  return (await connection.until(/HTTP\/1.1 (\d+)/))[1];
}

/** How the answer to a body of another media type begins. */
async function otherType(gateway: Started): Promise<unknown> {
  const connection = await wire(gateway);
  const text = head(gateway, '/chat/completions', 'Content-Length: 2', 'Connection: close');
  connection.write(`${text.replace('application/json', 'text/plain')}{}`);
  await connection.closed();
  return connection.received().slice(0, 12);
}

const CALLERS = Array.from({ length: 40 }, (_, index) => `caller${index}`);

/** Whether any of many concurrent callers has the answer of another one. */
async function strangers(gateway: Started): Promise<boolean> {
  const callers = await Promise.all(CALLERS.map((content) => begun(gateway, content)));
  // All requests are in flight before any body is sent: they meet on a busy machine too.
  const answers = callers.map(async ({ connection, content, body }) => {
    connection.write(body);
    await connection.closed();
    const received = connection.received();
    return !received.includes('"content"') || received.includes(`"${content}"`);
  });
  return (await Promise.all(answers)).includes(false);
}

/** A chat of which the gateway has the head. */
async function begun(gateway: Started, content: string) {
  const connection = await wire(gateway);
  const body = JSON.stringify({ model: 'ref-echo', messages: [{ role: 'user', content }] });
  const lines = [`Content-Length: ${body.length}`, 'Connection: close', 'Expect: 100-continue'];
  connection.write(head(gateway, '/chat/completions', ...lines));
  await within(2000, connection.until(/100 Continue/));
  return { connection, content, body };
}
