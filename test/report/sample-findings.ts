import type { Evidence, FindingRecord } from '../../src/report/schema/finding.ts';
import type { Violation } from '../../src/report/schema/load.ts';
import type { RuleResult } from '../../src/report/schema/rules.ts';

const AGAIN = 'npx assay conform --target http://127.0.0.1:8080/v1 --config assay.yaml --seed 42';

const RACE = `curl -sSiN -X POST http://127.0.0.1:8080/v1/images/generations -H "Authorization: Bearer $ASSAY_API_KEY" -H 'idempotency-key: k-7' --data-raw '{"model":"m"}'`;

export function judged(count: number, examples: readonly FindingRecord[]) {
  return { judged: count, unverified: 0, findings: examples.length, examples: [...examples] };
}

export function brokenOnBothSides(): Partial<RuleResult> {
  return {
    verdict: 'fail',
    harm: 'Clients stop reading at [DONE]: whatever follows it is lost to them, and shows up as the start of the next answer on a reused connection.',
    clients: [
      {
        client: 'openai-node',
        version: '7.57.0',
        reaction: 'no effect of its fault (other claims not tried)',
      },
      {
        client: 'openai-python',
        version: '3.54.0',
        reaction: 'no effect of its fault (other claims not tried)',
      },
      {
        client: 'AI SDK',
        version: '7.0.173',
        reaction: 'returns a wrong value silently (usage.totalTokens)',
      },
    ],
    conformance: judged(2, [chunkAfterDone(17), chunkAfterDone(18)]),
    load: { ...judged(612, [chunkAfterDone(204)]), findings: 611 },
  };
}

function chunkAfterDone(exchange: number): FindingRecord {
  return {
    expected: 'end of stream after [DONE]',
    actual: '{"usage":{"prompt_tokens":9,"completion_tokens":12,"total_tokens":21}}',
    atMs: 612.4,
    evidence: streamEvidence(exchange),
    reproduce: { assay: `${AGAIN} --rule chat-stream-done-once-last` },
  };
}

export function createdAsString(): FindingRecord {
  return {
    label: 'chat',
    expected: 'an integer',
    actual: '"1763721727"',
    where: 'created',
    evidence: {
      ...streamEvidence(9),
      sender: 'chat-sync',
      headers: [['content-type', 'application/json']],
      body: [
        {
          atMs: 214.6,
          text: '{"id":"chatcmpl-9","object":"chat.completion","created":"1763721727","model":"gpt-4o-mini","choices":[{"index":0,"message":{"role":"assistant","content":"Three."},"finish_reason":"stop"}],"usage":{"prompt_tokens":9,"completion_tokens":2,"total_tokens":11}}',
        },
      ],
      sizeBytes: 261,
      endMs: 214.9,
    },
  };
}

export function twoEffects(): FindingRecord {
  return {
    label: 'two concurrent requests with one key',
    expected: '1 billable effect',
    actual: '2',
    series: [1, 2].map((attempt) => ({
      exchange: 40 + attempt,
      attempt,
      method: 'POST',
      path: '/v1/images/generations',
      key: 'k-7',
      startMs: attempt * 0.4,
      endMs: 180 + attempt * 22,
      outcome: 'answered',
      status: 200,
      id: `img-${attempt}`,
    })),
    reproduce: { assay: `${AGAIN} --rule idempotency-concurrent-one-effect`, shell: RACE },
  };
}

export function usageOff(): FindingRecord {
  return { expected: 'total_tokens = 21', actual: '20', where: 'usage.total_tokens' };
}

export function noSentinel(): FindingRecord {
  return { expected: '[DONE] last', actual: 'response.completed', atMs: 488 };
}

export function streamEvidence(exchange: number): Evidence {
  return {
    exchange,
    sender: 'chat-stream-short',
    operation: 'chat',
    attempt: 1,
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:8080/v1/chat/completions',
      headers: [
        ['content-type', 'application/json'],
        ['authorization', 'Bearer <first key>'],
      ],
      body: '{"model":"gpt-4o-mini","messages":[{"role":"user","content":"Count to three."}],"stream":true}',
    },
    outcome: 'answered',
    firstByteMs: 51.2,
    status: 200,
    headers: [
      ['content-type', 'text/event-stream'],
      ['cache-control', 'no-cache'],
    ],
    sizeBytes: 398,
    body: [
      {
        atMs: 52.1,
        text: 'data: {"id":"chatcmpl-17","choices":[{"index":0,"delta":{"role":"assistant","content":"One"}}]}\n\n',
      },
      {
        atMs: 57.4,
        text: 'data: {"id":"chatcmpl-17","choices":[{"index":0,"delta":{"content":" two three."}}]}\n\n',
      },
      { atMs: 611.8, text: 'data: [DONE]\n\n' },
      {
        atMs: 612.4,
        text: 'data: {"usage":{"prompt_tokens":9,"completion_tokens":12,"total_tokens":21}}\n\n',
      },
    ],
    bodyCut: false,
    endMs: 613,
    curl: `curl -sS -N http://127.0.0.1:8080/v1/chat/completions -H "Authorization: Bearer $ASSAY_API_KEY" -H 'content-type: application/json' --data '{"model":"gpt-4o-mini","messages":[{"role":"user","content":"Count to three."}],"stream":true}'`,
  };
}

/** @param hostile examples in place of those that fit */
export function violations(hostile?: FindingRecord[]): Violation[] {
  return [
    {
      rule: 'chat-stream-done-once-last',
      level: 'must',
      provenance: 'assumed',
      operation: 'chat',
      count: 611,
      examples: hostile ?? [chunkAfterDone(204)],
    },
    {
      rule: 'idempotency-concurrent-one-effect',
      level: 'must',
      provenance: 'assumed',
      operation: 'images',
      count: 9,
      examples: hostile ?? [twoEffects()],
    },
  ];
}
