import type { Expectations } from '../../conformance/expectations.ts';
import { keyCarriage } from '../../conformance/sending/key-carriage.ts';
import { outgoingOf } from '../../conformance/sending/to-outgoing.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { HttpClient } from '../../exchange/http/http-client.ts';
import { Redactor, runSecrets } from '../../exchange/redaction/redact.ts';
import type { Target } from '../../target/target.ts';
import { sayIfSlow } from './notify-if-slow.ts';
import { TargetUnreachable } from './target-unreachable.ts';

const DEADLINE_MS = 10_000;

/**
 * Asks for a video job that cannot exist: it costs nothing, and tells whether the target is
 * there.
 * @returns its answer, which may refuse the key
 * @throws TargetUnreachable when no answer comes
 */
export async function preflight(
  target: Target,
  expect: Expectations,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<Exchange> {
  const { address, keys, access } = target;
  let exchanges = 0;
  const client = new HttpClient(new URL(address).origin, {
    now: () => performance.now(),
    nextId: () => ++exchanges,
    redactor: new Redactor(runSecrets(keys.first, keys.second, access)),
    signal,
  });
  try {
    const destination = {
      address,
      keys,
      key: keyCarriage(expect),
      access,
      sender: 'preflight',
      deadlineMs: DEADLINE_MS,
    };
    const work = client.send(
      outgoingOf({ operation: 'video-read', id: 'assay-preflight' }, destination),
    );
    const exchange = await sayIfSlow(work, () =>
      say(`Waiting for the target: ${target.address} has ${DEADLINE_MS / 1000} s to answer a read`),
    );
    requireAnswer(exchange, target);
    return exchange;
  } finally {
    await client.close();
  }
}

function requireAnswer({ outcome, failure }: Exchange, { address }: Target): void {
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
