import { Client } from '../exchange/client.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { NO_PAYLOAD } from '../exchange/payload.ts';
import { Redactor, runSecrets } from '../exchange/redact.ts';
import type { Target } from '../target/target.ts';
import { UsageError } from '../words/usage-error.ts';
import { sayIfSlow } from './say-if-slow.ts';
import { TargetUnreachable } from './target-unreachable.ts';

const DEADLINE_MS = 10_000;

/**
 * Asks for a video job that cannot exist: it costs nothing, and tells whether the target is
 * there and takes the key.
 * @throws TargetUnreachable when no answer comes, UsageError when the key is refused
 */
export async function preflight(
  target: Target,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<void> {
  const { origin, pathname } = new URL(target.address);
  let exchanges = 0;
  const client = new Client(origin, {
    now: () => performance.now(),
    nextId: () => ++exchanges,
    redactor: new Redactor(runSecrets(target.keys.first, target.keys.second)),
    signal,
  });
  try {
    const work = client.send({
      operation: 'video-read',
      sender: 'preflight',
      attempt: 1,
      method: 'GET',
      origin,
      path: `${pathname.replace(/\/$/, '')}/videos/assay-preflight`,
      headers: [],
      credential: 'first',
      authorization: `Bearer ${target.keys.first}`,
      payload: NO_PAYLOAD,
      deadlineMs: DEADLINE_MS,
    });
    const exchange = await sayIfSlow(work, () =>
      say(`Waiting for the target: ${target.address} has ${DEADLINE_MS / 1000} s to answer a read`),
    );
    judge(exchange, target);
  } finally {
    await client.close();
  }
}

function judge({ answer, outcome, failure }: Exchange, { address, keyRemedy }: Target): void {
  const status = answer?.status;
  if (status === 401 || status === 403) {
    throw new UsageError(
      `Target refused the API key: ${address} answered ${status}. ${keyRemedy ?? 'Check ASSAY_API_KEY.'}`,
    );
  }
  if (outcome === 'answered') return;
  const why = failure === undefined ? '' : ` (${failure})`;
  const remedy = FAILURE_REMEDIES.find(([pattern]) => pattern.test(failure ?? ''))?.[1];
  throw new TargetUnreachable(
    `${PROBLEMS[outcome] ?? 'Target did not answer'}: ${address}${why}.${remedy ?? REMEDIES[outcome] ?? ''}`,
  );
}

const PROBLEMS: Readonly<Record<string, string>> = {
  refused: 'Target refused the connection',
  reset: 'Target closed the connection without an answer',
  'timed-out': `Target did not answer within ${DEADLINE_MS / 1000} s`,
  truncated: 'Target broke off its answer',
  oversize: 'Target answered with more than an error can hold',
};

const FAILURE_REMEDIES: readonly (readonly [pattern: RegExp, remedy: string])[] = [
  [/^(ENOTFOUND|EAI_AGAIN)/, ' Is the name of the host right?'],
  [/^(ERR_SSL|EPROTO)/, ' Does it speak https there, or http?'],
];

const REMEDIES: Readonly<Record<string, string>> = {
  refused: ' Is it running?',
  reset: ' Is this the port of the gateway, and is it http or https?',
  'timed-out': ' Is it overloaded, or is this another service?',
};
