import { Readable } from 'node:stream';
import { calls, relayed, sendsAgain } from '../edits/relays.ts';
import { after, alters } from '../edits/steps.ts';

const EVERY = 10;

const DONE = '[DONE]';

const DAY_MS = 86_400_000;

export const relayRetriesFaults = relayed({
  'relay-double-send': alters(
    'Every tenth request is sent to the provider twice.',
    ({ callProvider }) => {
      let sent = 0;
      return {
        async callProvider(call, send) {
          sent += 1;
          if (sent % EVERY === 0) {
            send(call).then(
              (answer) => answer.body.resume(),
              () => {},
            );
          }
          return await callProvider(call, send);
        },
      };
    },
  ),
  'relay-follow-redirect': calls(
    "A redirect of the provider is followed to any origin, with the gateway's key.",
    async (call, send) => {
      const answer = await send(call);
      const url = URL.parse(answer.headers.location ?? '');
      if (answer.status < 300 || answer.status > 399 || url === null) return answer;
      answer.body.resume();
      return await send(call, { url });
    },
  ),
  'relay-retry-400': sendsAgain(
    'A request that the provider refuses with 400 is tried three times.',
    (status) => status === 400,
    3,
  ),
  'relay-retry-storm': sendsAgain(
    'A request that the provider fails is tried thirty times, without a pause.',
    (status) => status === 429 || status >= 500,
    30,
  ),
  'relay-splice-retry': calls(
    'A chat stream that the provider cut continues with the answer of a second attempt.',
    async (call, send) => {
      const answer = await send(call);
      if (call.operation !== 'chat' || !call.stream || answer.status !== 200) return answer;
      const rest = async () => (await send(call)).body;
      return { ...answer, body: Readable.from(spliced(answer.body, rest)) };
    },
  ),
  'relay-wait-for-ever': after('relayDeadlineMs')(
    'There is no deadline for the provider.',
    () => DAY_MS,
  ),
});

/** The body, and another one after it if it ends early. */
async function* spliced(body: Readable, rest: () => Promise<Readable>) {
  let tail = '';
  try {
    for await (const bytes of body) {
      tail = (tail + String(bytes)).slice(-2 * DONE.length);
      yield bytes;
    }
  } catch {
    tail = '';
  }
  if (!tail.includes(DONE)) yield* await rest();
}
