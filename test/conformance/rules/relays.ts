import type { Relay } from '../../../src/conformance/evidence.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import type {
  UpstreamAnswer,
  UpstreamExchange,
  UpstreamRequest,
} from '../../../src/exchange/upstream/upstream-exchange.ts';

/** What a row wants to say about an upstream exchange; the rest is as a good one has it. */
interface UpstreamFacts extends Partial<Omit<UpstreamExchange, 'request' | 'answer'>> {
  readonly request?: Partial<UpstreamRequest>;
  readonly answer?: Partial<UpstreamAnswer>;
}

/** Requests of a caller, and what the gateway sent to its provider for them. */
export function relay(
  exchanges: readonly Exchange[],
  upstream: readonly UpstreamExchange[],
  facts: Partial<Relay> = {},
): Relay {
  return { label: 'a relay', open: 0, ...facts, exchanges, upstream };
}

let received = 0;

/** A chat that came in one write and was answered in one write, unless the facts say otherwise. */
export function call(facts: UpstreamFacts = {}): UpstreamExchange {
  received += 1;
  return {
    id: received,
    nonces: ['n3f9c2a71'],
    attempt: 1,
    connection: 1,
    nthOnConnection: received,
    operation: 'chat',
    endMs: 3,
    outcome: 'complete',
    ...facts,
    request: {
      method: 'POST',
      path: '/v1/chat/completions',
      headers: [['content-type', 'application/json']],
      receivedMs: 1,
      endMs: 1,
      isComplete: true,
      body: new Uint8Array(),
      sizeBytes: 0,
      sha256: '',
      fields: [],
      files: [],
      ...facts.request,
    },
    answer: {
      status: 200,
      headers: [['content-type', 'application/json']],
      body: new Uint8Array(),
      sizeBytes: 0,
      writes: [],
      tokens: [],
      text: 'Hello.',
      contentSha256: [],
      ...facts.answer,
    },
  };
}

/** A call whose text is too long to be kept. */
export function callWithLongText(): UpstreamExchange {
  const { answer, ...others } = call();
  const { text: _, ...rest } = answer;
  return { ...others, answer: rest };
}

/** A call whose body is this JSON. */
export function callWith(json: unknown, facts: UpstreamFacts = {}): UpstreamExchange {
  const body = Buffer.from(JSON.stringify(json));
  return call({ ...facts, request: { body, sizeBytes: body.length, ...facts.request } });
}
