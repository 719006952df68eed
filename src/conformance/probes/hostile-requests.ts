import type { Series } from '../evidence.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { accepted, billableRequest, chatRequest } from '../requests/plain.ts';
import type { Probe } from '../rule.ts';
import { sendTrial } from './send-trial.ts';

/** Legal, but a member of this name changes every object of a careless parser. */
export const PROTO_MEMBER = 'a field called __proto__';
/** A gateway may close the connection for these: it need not read a request that it refuses. */
export const LARGE_BODY = 'a JSON body of 64 MiB';
export const LONG_HEADER = 'a header of 100 kB';

const DEEP = 10_000;
const HEADER_CHARACTERS = 100_000;
const BLOCK_BYTES = 64 * 1024;
const BLOCKS = 1024;
const DEADLINE_MS = 10_000;

/** Requests that exhaust a careless parser, each between two valid ones. */
export const hostileRequests: Probe<'series'> = {
  name: 'hostile-requests',
  alone: true,
  async run(gateway) {
    const gathered: Series[] = [];
    for (const [label, pieces] of hostileBodies(gateway)) {
      const body = { pieces, type: 'application/json' };
      gathered.push(
        await betweenGood(gateway, label, () =>
          sendTrial(gateway, { operation: 'chat', body, deadlineMs: DEADLINE_MS }),
        ),
      );
    }
    gathered.push(await betweenGood(gateway, LONG_HEADER, () => withLongHeader(gateway)));
    return gathered;
  },
};

function hostileBodies({ expect }: ProbeGateway): [label: string, pieces: Uint8Array[]][] {
  const model = JSON.stringify(expect.chatModel);
  const start = `{"model":${model},"messages":`;
  const messages = '[{"role":"user","content":"Say hello."}]';
  const text = (json: string) => [Buffer.from(json)];
  // One block, sent many times: the whole body is never in memory.
  const block = Buffer.alloc(BLOCK_BYTES, 'x');
  return [
    ['messages nested 10 000 deep', text(`${start}${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`)],
    ['an unclosed nesting', text(`${start}${'['.repeat(DEEP)}`)],
    ['a number beyond doubles', text(`${start}${messages},"temperature":1e400}`)],
    [PROTO_MEMBER, text(`${start}${messages},"__proto__":{"messages":null,"stream":true}}`)],
    [
      LARGE_BODY,
      [
        Buffer.from(`${start}[{"role":"user","content":"`),
        ...Array<Uint8Array>(BLOCKS).fill(block),
        Buffer.from('"}]}'),
      ],
    ],
  ];
}

/** Over a separate socket: an HTTP client writes the whole request before it reads a refusal. */
async function withLongHeader(gateway: ProbeGateway) {
  const request: ProbeRequest = {
    ...chatRequest(gateway.expect, { prompt: 'Say hello.' }),
    headers: { 'x-assay-padding': 'x'.repeat(HEADER_CHARACTERS) },
    deadlineMs: DEADLINE_MS,
  };
  const [exchange] = await gateway.together([request]);
  return exchange;
}

async function betweenGood(
  gateway: ProbeGateway,
  label: string,
  send: () => ReturnType<typeof withLongHeader>,
): Promise<Series> {
  const good = () => accepted(billableRequest(gateway.expect, 'chat', gateway.nonce()));
  const exchanges = [await gateway.control(good()), await send(), await gateway.send(good())];
  return { label, exchanges: exchanges.filter((exchange) => exchange !== undefined) };
}
