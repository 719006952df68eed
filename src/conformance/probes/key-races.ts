import { modelFor } from '../../contract/models-by-operation.ts';
import type { Billable } from '../../contract/operations.ts';
import { LIMITS } from '../../input/limits.ts';
import type { Series } from '../evidence.ts';
import { resultsOf } from '../findings/idempotent-results.ts';
import type { ProbeGateway } from '../gateway.ts';
import { allForms, type RequestForm } from '../requests/forms.ts';
import { freshKey } from '../requests/keys.ts';
import { accepted } from '../requests/plain.ts';
import type { Probe } from '../rule.ts';
import { withEffects, withUpstreamCalls } from './billable.ts';
import { repeats } from './fewer.ts';
import { keyed } from './idempotency-key.ts';
import { sequentially } from './sequentially.ts';

/** Results with an id show how many there are; results without one need a ledger, or the calls upstream. */
const COUNTED: ReadonlySet<Billable> = new Set<Billable>(['images', 'transcription']);

/** Rounds of concurrent equal requests with one key, as one body and as a stream in turn. */
export const keyRaces: Probe<'key'> = {
  name: 'races-for-one-key',
  alone: true,
  modest:
    '1 race of 2 requests for each operation, in one form, so that a race that the gateway rarely loses is missed',
  async run(gateway) {
    const { raceRounds } = gateway.expect;
    const rounds = Array.from({ length: repeats(gateway, raceRounds, 1) }, (_, index) => index + 1);
    const { slowModel } = gateway.expect;
    const operations = [...Map.groupBy(allForms(gateway), ({ operation }) => operation)];
    const isCounted = ([operation]: (typeof operations)[number]) => COUNTED.has(operation);
    const identified = await Promise.all(
      operations
        .filter((each) => !isCounted(each))
        .map(([operation, forms]) =>
          sequentially(rounds, async (round) => {
            const nonce = gateway.nonce();
            const model = modelFor(slowModel, operation);
            const series = await race(gateway, forms, { round, nonce, model });
            const hasIds = resultsOf(series).some(({ id }) => id !== undefined);
            return hasIds ? series : withUpstreamCalls(gateway, nonce, series);
          }),
        ),
    );
    const counted = await sequentially(operations.filter(isCounted), ([, forms]) =>
      whileRoom(rounds, (round) => {
        const nonce = gateway.nonce();
        return withEffects(gateway, nonce, () =>
          race(gateway, forms, { round, nonce, model: null }),
        );
      }),
    );
    return [...identified, ...counted].flat();
  },
};

/** Less than the memory for bodies: the other races of the probe need some of it. */
const ROOM_BYTES = 0.9 * LIMITS.probeBodies.value;

/**
 * One round after the other, while the answers of one more fit into memory. Ten images of a real
 * model fill most of it: what came beyond would be cut, and the rules could not be verified.
 */
async function whileRoom(
  rounds: readonly number[],
  work: (round: number) => Promise<Series>,
): Promise<readonly Series[]> {
  const done: Series[] = [];
  let heldBytes = 0;
  for (const round of rounds) {
    const series = await work(round);
    const sizes = series.exchanges.map(({ answer }) => answer?.sizeBytes ?? 0);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    done.push(series);
    heldBytes += bytes;
    if (heldBytes + bytes > ROOM_BYTES) break;
  }
  return done;
}

interface Round {
  readonly round: number;
  readonly nonce: string;
  /** The operation's own when null. */
  readonly model: string | null;
}

/** One request in a form that alternates from round to round. */
async function race(
  gateway: ProbeGateway,
  forms: readonly RequestForm[],
  { round, nonce, model }: Round,
): Promise<Series> {
  const form = forms[(round - 1) % forms.length];
  if (form === undefined) throw new TypeError('a race needs a request');
  const request = accepted(form.request(nonce, model));
  const key = freshKey();
  const width = repeats(gateway, gateway.expect.raceWidth, 2);
  const exchanges = await gateway.together(
    Array.from({ length: width }, (_, index) => keyed(request, key, index + 1)),
  );
  return { label: `${form.name}, round ${round}`, exchanges };
}
