import type { Expectations } from '../../conformance/expectations.ts';
import { resultOf } from '../../conformance/findings/idempotent-results.ts';
import type { ProbeGateway } from '../../conformance/gateway.ts';
import { keyed } from '../../conformance/probes/keys.ts';
import { freshKey } from '../../conformance/requests/keys.ts';
import { billableRequest } from '../../conformance/requests/plain.ts';
import type { Operation } from '../../contract/operations.ts';

/** Operations whose answers have an id, the cheapest first. */
const IDENTIFIED = ['chat', 'responses'] as const;

const QUESTION =
  'A retry with the same Idempotency-Key was executed again, and so billed twice. Is that intended?';

interface Asking {
  readonly say: (line: string) => void;
  /** Asks the user for a yes; absent where there is no terminal. */
  readonly confirm?: ((question: string) => Promise<boolean>) | undefined;
}

/**
 * Sends a request with its retry under one key. That keys are ignored stays unknown unless the user intends it: a
 * run then has the finding.
 * @param accepted the operations that accept a request
 * @returns undefined where the profile knows it
 */
export async function askIdempotency(
  gateway: ProbeGateway,
  accepted: readonly Operation[],
  { say, confirm }: Asking,
): Promise<Expectations['idempotency'] | undefined> {
  const { idempotency, replayLagMs } = gateway.expect;
  if (idempotency !== 'unknown') return undefined;
  const operation = IDENTIFIED.find((each) => accepted.includes(each));
  if (operation === undefined) return 'unknown';
  const request = billableRequest(gateway.expect, operation, gateway.nonce());
  const key = freshKey();
  const first = resultOf(await gateway.send(keyed(request, key)));
  await gateway.sleep(replayLagMs);
  const again = resultOf(await gateway.send(keyed(request, key, 2)));
  if (first?.id === undefined || again?.id === undefined) return 'unknown';
  if (first.id === again.id) return 'offered';
  if (confirm === undefined) {
    say(
      'A retry with the same Idempotency-Key was executed again. If that is intended, set "idempotency: not-offered".',
    );
  }
  return (await confirm?.(QUESTION)) === true ? 'not-offered' : 'unknown';
}
