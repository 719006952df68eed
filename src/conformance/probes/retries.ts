import { modelFor } from '../../contract/models-by-operation.ts';
import { type Billable, factsOf } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { LIMITS } from '../../input/limits.ts';
import type { Series } from '../evidence.ts';
import { dispositionOf } from '../findings/acceptance.ts';
import { resultsOf } from '../findings/idempotent-results.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { allForms, bodiesOf, bodyForms, type RequestForm, streamForms } from '../requests/forms.ts';
import { freshKey } from '../requests/keys.ts';
import { accepted, withMembers } from '../requests/plain.ts';
import { LARGE } from '../requests/sizes.ts';
import type { Probe } from '../rule.ts';
import { shared } from '../sending/shared-controls.ts';
import { withEffects, withUpstreamCalls } from './effects.ts';
import { keyed } from './keys.ts';
import type { MarkedSeries } from './relay/relayed.ts';
import { fewer, inEachForm, repeated, repeats, sequentially } from './trials.ts';

const ONE_RETRY =
  'only retries when the result must be stored, none immediately, no large prompts and no video job';

/**
 * Each billable request with a key, and its retries: at once, and once the gateway must have
 * stored its result. Chats and responses also with a large prompt.
 */
export const billableRetries = retriesOf('retries-of-billable-requests', bodiesOf);

/** A chat stream and a responses stream with a key, and their retries; also with a large prompt. */
export const streamRetries = retriesOf('retries-of-streams', streamForms);

/** In a modest run `jobCancelledByMany` has two requests for a job race, and retries them. */
function withoutJobs(forms: readonly RequestForm[]): readonly RequestForm[] {
  return forms.filter(({ operation }) => operation !== 'video-create');
}

/** Those of every form but for a video job. */
export const retriedForms = shared(async (gateway) => {
  const forms = withoutJobs(allForms(gateway));
  return (await Promise.all(forms.map((form) => retriedForm(gateway, form)))).flat();
});

function retriesOf(
  name: string,
  forms: (gateway: ProbeGateway) => readonly RequestForm[],
): Probe<'key'> {
  return {
    name,
    modest: ONE_RETRY,
    async run(gateway) {
      if (gateway.effort === 'modest') {
        const names = forms(gateway).map((form) => form.name);
        return (await retriedForms(gateway)).filter(({ label }) => names.includes(label));
      }
      const each = (form: RequestForm) => retriedForm(gateway, form);
      return (await Promise.all(forms(gateway).map(each))).flat();
    },
  };
}

async function retriedForm(
  gateway: ProbeGateway,
  form: RequestForm,
): Promise<readonly MarkedSeries[]> {
  const sizes = factsOf(form.operation).streams ? [undefined, LARGE] : [undefined];
  return sequentially(fewer(gateway, sizes, 1), async (size) => {
    const nonce = gateway.nonce();
    const plain = form.request(nonce);
    const request = size === undefined ? plain : size.of(plain);
    const label = size === undefined ? form.name : `${form.name} of ${size.name}`;
    const series = await withEffects(gateway, nonce, await retried(gateway, label, request));
    return { ...series, nonce };
  });
}

async function retried(
  gateway: ProbeGateway,
  label: string,
  request: ProbeRequest,
): Promise<Series> {
  const key = freshKey();
  const good = accepted(request);
  const first = await gateway.send(keyed(good, key));
  const soon = gateway.effort === 'modest' ? [] : [await gateway.send(keyed(good, key, 2))];
  await gateway.sleep(gateway.expect.replayLagMs);
  const later = await gateway.send(keyed(good, key, 3));
  return { label, exchanges: [first, ...soon, later] };
}

/**
 * A chat with a key that is refused, and one on which the model fails; each with its retry, and with
 * another key when the retry is not answered.
 */
export const failedKeys = inEachForm({
  name: 'retries-after-a-failure',
  forms: (gateway) => bodyForms(gateway, 'chat'),
  gather(gateway, { request }) {
    const { failingModel, replayLagMs } = gateway.expect;
    const nonce = gateway.nonce();
    const failing = {
      'after a refusal': withMembers(request(nonce), { messages: 'no list of messages' }),
      'after a failure': request(nonce, modelFor(failingModel, 'chat')),
    };
    const series = Object.entries(failing).map(async ([label, each]) => {
      const key = freshKey();
      const first = await gateway.send(keyed(each, key));
      await gateway.sleep(replayLagMs);
      const again = await gateway.send(keyed(each, key, 2));
      const isStuck = again.outcome === 'timed-out';
      const other = isStuck ? [await gateway.send(keyed(each, freshKey()))] : [];
      return { label, exchanges: [first, again, ...other] };
    });
    return Promise.all(series);
  },
});

/** Four concurrent equal requests with one key. */
export const keyInFlight = inEachForm({
  name: 'one-key-in-flight',
  alone: true,
  forms: (gateway) => [...bodyForms(gateway, 'chat'), ...bodyForms(gateway, 'responses')],
  async gather(gateway, form) {
    const model = modelFor(gateway.expect.slowModel, form.operation);
    const nonce = gateway.nonce();
    const exchanges = await atOnce(gateway, form.request(nonce, model), 4);
    return [await withEffects(gateway, nonce, { label: form.name, exchanges })];
  },
});

/** Equal requests with one new key. */
function atOnce(
  gateway: ProbeGateway,
  request: ProbeRequest,
  count: number,
): Promise<readonly Exchange[]> {
  const key = freshKey();
  return gateway.together(Array.from({ length: count }, (_, at) => keyed(request, key, at + 1)));
}

/** Results with an id show how many there are; results without one need a ledger, or the calls upstream. */
const COUNTED: ReadonlySet<Billable> = new Set<Billable>(['images', 'transcription']);

/** Rounds of concurrent equal requests with one key, as one body and as a stream in turn. */
export const keyRaces: Probe<'key'> = {
  name: 'races-for-one-key',
  alone: true,
  modest:
    '1 race of 2 requests for each operation but video jobs, in one form, so that a race that the gateway rarely loses is missed',
  async run(gateway) {
    const { raceRounds, slowModel } = gateway.expect;
    const rounds = repeated(gateway, raceRounds, 1, (round) => round);
    const operations = [
      ...Map.groupBy(
        gateway.effort === 'modest' ? withoutJobs(allForms(gateway)) : allForms(gateway),
        ({ operation }) => operation,
      ),
    ];
    const isCounted = ([operation]: (typeof operations)[number]) => COUNTED.has(operation);
    const identified = operations
      .filter((each) => !isCounted(each))
      .map(([operation, forms]) =>
        sequentially(rounds, async (round) => {
          const nonce = gateway.nonce();
          const series = await race(gateway, forms, round, nonce, modelFor(slowModel, operation));
          const hasIds = resultsOf(series).some(({ id }) => id !== undefined);
          return hasIds ? series : withUpstreamCalls(gateway, nonce, series);
        }),
      );
    const raced = await Promise.all(identified);
    const counted = await sequentially(operations.filter(isCounted), ([, forms]) =>
      whileRoom(rounds, async (round) => {
        const nonce = gateway.nonce();
        return withEffects(gateway, nonce, await race(gateway, forms, round, nonce, null));
      }),
    );
    return [...raced, ...counted].flat();
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

/**
 * One request in a form that alternates from round to round.
 * @param model the operation's own when null
 */
async function race(
  gateway: ProbeGateway,
  forms: readonly RequestForm[],
  round: number,
  nonce: string,
  model: string | null,
): Promise<Series> {
  const form = forms[(round - 1) % forms.length];
  if (form === undefined) throw new TypeError('a race needs a request');
  const width = repeats(gateway, gateway.expect.raceWidth, 2);
  const exchanges = await atOnce(gateway, accepted(form.request(nonce, model)), width);
  return { label: `${form.name}, round ${round}`, exchanges };
}

type Disconnect = Pick<ProbeRequest, 'disconnectAfterMs' | 'disconnectAfterEvents'>;

/** Before any model has written a whole answer. */
const DISCONNECT_AFTER_MS = 100;
/**
 * If the answer had arrived by then, the client disconnects earlier, but not before the gateway
 * has the request.
 */
const EARLIER = 3;
const SOONEST_MS = 5;
const DISCONNECT_AFTER_EVENTS = 2;
const RETRIES_WITHIN_DEADLINE = 40;

/**
 * A chat and a chat stream with a key whose client disconnects, and retries until one is answered.
 * If the retries are refused, the same request under another key comes last, with a retry of its own.
 */
export const lostConnections = inEachForm({
  name: 'retries-after-a-lost-connection',
  modest: 'only of one body',
  forms: (gateway) => allForms(gateway).filter(({ operation }) => operation === 'chat'),
  few: 1,
  async gather(gateway, { stream, request }) {
    const model = modelFor(gateway.expect.slowModel, 'chat');
    const prompt = `Write the numbers from one to eighty as words, then ${gateway.nonce()}.`;
    const messages = [{ role: 'user', content: prompt }];
    const asked = accepted(withMembers(request('', model), { messages }));
    const [label, disconnect]: [string, Disconnect] = stream
      ? ['a lost stream', { disconnectAfterEvents: DISCONNECT_AFTER_EVENTS }]
      : ['a lost body', { disconnectAfterMs: DISCONNECT_AFTER_MS }];
    return [{ label, exchanges: await lost(gateway, asked, disconnect) }];
  },
});

/** Disconnects before the answer: earlier, with another key, if it had arrived by then. */
async function disconnecting(
  gateway: ProbeGateway,
  request: ProbeRequest,
  disconnect: Disconnect,
): Promise<{ readonly key: string; readonly cut: Exchange }> {
  const key = freshKey();
  const cut = await gateway.send({ ...keyed(request, key), ...disconnect });
  const { disconnectAfterMs = 0 } = disconnect;
  const isLate = cut.outcome === 'answered' && disconnectAfterMs > SOONEST_MS;
  if (!isLate) return { key, cut };
  return disconnecting(gateway, request, { disconnectAfterMs: disconnectAfterMs / EARLIER });
}

async function lost(
  gateway: ProbeGateway,
  request: ProbeRequest,
  disconnect: Disconnect,
): Promise<readonly Exchange[]> {
  const { recoveryDeadlineMs, replayLagMs } = gateway.expect;
  const { key, cut } = await disconnecting(gateway, request, disconnect);
  const exchanges: Exchange[] = [cut];
  let last = cut;
  do {
    if (last !== cut) await gateway.sleep(recoveryDeadlineMs / RETRIES_WITHIN_DEADLINE);
    last = await gateway.send(keyed(request, key, exchanges.length + 1));
    exchanges.push(last);
  } while (
    dispositionOf(last) !== 'accepted' &&
    last.timing.endMs - cut.timing.endMs < recoveryDeadlineMs
  );
  if (dispositionOf(last) === 'refused') {
    const other = freshKey();
    exchanges.push(await gateway.send(keyed(request, other)));
    await gateway.sleep(replayLagMs);
    exchanges.push(await gateway.send(keyed(request, other, 2)));
  }
  return exchanges;
}
