import type { Exchange } from '../../exchange/exchange.ts';
import { LIMITS } from '../../input/limits.ts';
import type { Target } from '../../target/target.ts';
import { TargetUnreachable } from '../../target/target-unreachable.ts';
import { certificateProblem } from './certificate-problem.ts';
import { http2Problem } from './http2-problem.ts';
import { requireProxy, throughProxy } from './proxy-problem.ts';
import { requireSocket } from './socket-problem.ts';
import type { TargetConnection } from './target-connection.ts';

const DEADLINE_MS = LIMITS.preflightMs.value;

/**
 * Reads a video job that cannot exist: it costs nothing, and shows whether the target is there.
 * @param isJudged whether rules follow: then a response that is not HTTP is a finding of theirs
 * @returns the exchange, which may refuse the key
 * @throws TargetUnreachable when no response comes, or one that nothing judges
 */
export async function preflight(
  { gateways, target }: TargetConnection,
  say: (line: string) => void,
  isJudged: boolean,
): Promise<Exchange> {
  const gateway = gateways.gatewayFor({ name: 'preflight' }, (exchange) =>
    gateways.release([exchange]),
  );
  const sending = gateway.send({
    operation: 'video-read',
    id: 'assay-preflight',
    retries: 0,
    deadlineMs: DEADLINE_MS,
  });
  const exchange = await notifyIfSlow(sending, () =>
    say(
      `Waiting for the target: ${target.address} has ${DEADLINE_MS / 1000} s to respond to a read`,
    ),
  );
  requireProxy(exchange, target);
  const problem =
    (await http2Problem(exchange, target)) ?? (await certificateProblem(exchange, target));
  if (problem !== undefined) throw new TargetUnreachable(problem);
  if (exchange.notHttp === undefined) requireAnswer(exchange, target);
  else {
    const sentence = `The response of the target is not HTTP: ${target.address}. It begins with: ${exchange.notHttp} (check the port, and whether it uses http or https)`;
    if (!isJudged) throw new TargetUnreachable(`${sentence}.`);
    say(sentence);
  }
  return exchange;
}

function requireAnswer({ outcome, failure }: Exchange, { address, access }: Target): void {
  if (outcome === 'answered') return;
  requireSocket(failure, access);
  const why = failure === undefined ? '' : ` (${failure})`;
  const isUnknown = UNKNOWN_HOST.test(failure ?? '');
  const problem = isUnknown ? 'Host of the target was not found' : PROBLEMS[outcome];
  const remedy = isUnknown ? ' Check the host name.' : REMEDIES[outcome];
  throw new TargetUnreachable(
    `${problem ?? 'Target did not respond'}: ${address}${throughProxy(access)}${why}.${remedy ?? ''}`,
  );
}

const PROBLEMS: Readonly<Record<string, string>> = {
  refused: 'Target refused the connection',
  reset: 'Target closed the connection without a response',
  'timed-out': `Target is unresponsive: no response within ${DEADLINE_MS / 1000} s`,
  truncated: 'Target did not complete its response',
  oversize: 'Target sent a response that is too large for an error',
};

const UNKNOWN_HOST = /^(ENOTFOUND|EAI_AGAIN)/;

const REMEDIES: Readonly<Record<string, string>> = {
  refused: ' Check that it is running.',
  reset: ' Check the port, and whether it uses http or https.',
  'timed-out': ' Check that this is the gateway, and that it is not overloaded.',
};

const PATIENCE_MS = 2000;

/** Awaits the work, and calls `say` when it takes longer than 2 s. */
export async function notifyIfSlow<T>(work: Promise<T>, say: () => void): Promise<T> {
  const timer = setTimeout(say, PATIENCE_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
