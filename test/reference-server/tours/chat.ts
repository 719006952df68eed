import { CHAT, type Started } from '../support/start.ts';
import { inFlight, isIncremental, note, type Tour } from './tour.ts';

const ECHO = { model: 'ref-echo', messages: [{ role: 'user', content: 'é 漢 🌍 four five six' }] };

export const tourChat: Tour = async (gateway) => {
  const post = (change: object) =>
    note(gateway, '/chat/completions', { json: { ...ECHO, ...change } });
  const answers = await Promise.all([
    post({}),
    post({}),
    post({ stream: true, stream_options: { include_usage: true } }),
    timesIn(post({ stream: true })),
    post({ model: undefined }),
    post({ model: 'unknown' }),
    post({ x_unknown: 1 }),
    post({ temperature: 0.5 }),
    post({ temperature: 0 }),
    post({ messages: [...ECHO.messages, { role: 'user', content: 'and then' }] }),
    post({ messages: [{ role: 'user', content: 'long '.repeat(4000) }] }),
    post({ model: 'ref-fail-mid', stream: true }),
    isIncremental(gateway, '/chat/completions', CHAT),
  ]);
  return [answers, await leave(gateway)];
};

/** How many different times a stream has. */
async function timesIn(noted: Promise<readonly unknown[]>): Promise<unknown> {
  return new Set(String((await noted)[4]).match(/"created":\d+/g)).size;
}

/** What is still in flight after a client disconnected. */
async function leave(gateway: Started): Promise<unknown> {
  const leaving = new AbortController();
  const json = { ...CHAT, model: 'ref-slow', stream: true };
  await gateway.ask('/chat/completions', { json, signal: leaving.signal });
  leaving.abort();
  return await inFlight(gateway, 0);
}
