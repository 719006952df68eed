import type { Exchange } from '../../exchange/exchange.ts';
import type { Target } from '../../target/target.ts';
import { sayIfSlow } from './notify-if-slow.ts';
import type { TargetConnection } from './target-connection.ts';
import { TargetUnreachable } from './target-unreachable.ts';

const DEADLINE_MS = 10_000;

/**
 * Reads a video job that cannot exist: it costs nothing, and shows whether the target is there.
 * @returns the exchange, which may refuse the key
 * @throws TargetUnreachable when no response comes
 */
export async function preflight(
  { gateways, target }: TargetConnection,
  say: (line: string) => void,
): Promise<Exchange> {
  const sending = gateways.gatewayFor({ name: 'preflight' }).send({
    operation: 'video-read',
    id: 'assay-preflight',
    retries: 0,
    deadlineMs: DEADLINE_MS,
  });
  const exchange = await sayIfSlow(sending, () =>
    say(`Waiting for the target: ${target.address} has ${DEADLINE_MS / 1000} s to answer a read`),
  );
  requireAnswer(exchange, target);
  return exchange;
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
