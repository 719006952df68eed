import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { header } from '../../../src/exchange/exchange.ts';
import { testFolder } from '../../support/test-folder.ts';
import { type Harvest, harvest } from './load-run.ts';

/** A client that sends one request under a key until it is answered. */
const CLIENT = `
import { endGroup } from 'k6/x/gateway';
import { iteration } from 'assay/scenarios/lib/iteration.ts';
import { chatRequest } from 'assay/scenarios/lib/requests.ts';
import { sendUntilAnswered } from 'assay/scenarios/lib/retry.ts';

export { options } from 'assay/scenarios/lib/workload.ts';

export default () => {
  const turn = iteration();
  const group = { kind: 'key', id: turn.word() };
  const request = { ...chatRequest(turn, false), idempotencyKey: group.id, group };
  sendUntilAnswered({ turn, request, attempt: 0 });
  endGroup(group);
};
`;

const folder = await testFolder('test');

beforeAll(async () => {
  await writeFile(join(folder, 'retrying-client.ts'), CLIENT);
});

/** Refuses one request. */
type Refusal = (response: ServerResponse) => void;

/** Answers every request, after one of these refusals for each of the first requests of a key. */
async function refusing(refusals: readonly Refusal[]): Promise<Server> {
  const seen = new Map<string, number>();
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    request.resume();
    const key = String(request.headers['idempotency-key']);
    const attempt = seen.get(key) ?? 0;
    seen.set(key, attempt + 1);
    const refuse = refusals[attempt];
    response.setHeader('content-type', 'application/json');
    if (refuse !== undefined) refuse(response);
    else response.end('{"id":"x"}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function retried(refusals: readonly Refusal[], longestWait = '5s'): Promise<Harvest> {
  const server = await refusing(refusals);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  try {
    return await harvest(
      {
        scenario: join(folder, 'retrying-client.ts'),
        arrivalRate: '4/s',
        duration: '1s',
        retries: { attempts: 4, backoff: '100ms', longestWait },
      },
      { address: `http://127.0.0.1:${address.port}`, keys: { first: 'ref_live_1' } },
    );
  } finally {
    server.close();
  }
}

/** For each key, the pauses from the end of one exchange to the scheduled start of the next. */
function pausesOf({ series }: Harvest): number[][] {
  return series.map(({ exchanges }) =>
    exchanges.slice(1).map((exchange, index) => {
      const before = exchanges[index]?.timing.endMs ?? 0;
      return exchange.timing.intendedMs - before;
    }),
  );
}

function statuses(exchanges: readonly Exchange[]): string {
  return exchanges.map(({ answer }) => answer?.status ?? 0).join(' ');
}

function refusal(status: number, headers: Readonly<Record<string, string>> = {}): Refusal {
  return (response) => response.writeHead(status, headers).end('{"error":{}}');
}

describe.concurrent('retries', () => {
  test.each([
    ['429', [refusal(429), refusal(429)], '429 429 200'],
    ['503', [refusal(503), refusal(503), refusal(503)], '503 503 503 200'],
  ] as const)(
    'retries: a request refused with %s is repeated under its key, with growing pauses',
    async (_, refusals, seen) => {
      const whole = await retried(refusals);
      expect(whole.series.length).toBeGreaterThanOrEqual(3);
      for (const { label, exchanges } of whole.series) {
        expect(statuses(exchanges)).toBe(seen);
        expect(exchanges.map(({ attempt }) => attempt)).toEqual(exchanges.map((__, i) => i + 1));
        const keys = exchanges.map(({ request }) => header(request.headers, 'idempotency-key'));
        expect(new Set(keys)).toEqual(new Set([label]));
      }
      for (const pauses of pausesOf(whole)) {
        for (const [index, pauseMs] of pauses.entries()) {
          const backoffMs = 100 * 2 ** index;
          expect(pauseMs).toBeGreaterThanOrEqual(backoffMs * 0.5);
          expect(pauseMs).toBeLessThan(backoffMs * 1.5 + 100);
        }
      }
    },
  );
});
