import { jobIn, type VideoStates } from '../../answers/video-jobs.ts';
import { OPERATIONS, type Operation } from '../../contract/operations.ts';
import { type Exchange, idempotencyKeyOf, isSuccess } from '../../exchange/exchange.ts';
import type { UpstreamExchange } from '../../exchange/upstream/upstream-exchange.ts';
import type { UpstreamFailure } from '../../exchange/upstream/upstream-step.ts';
import { type EvidenceKind, isRelay, type Relay, type Series } from '../evidence.ts';
import { attemptsOf } from '../findings/attempts.ts';
import type { ResolvedProfile } from '../profiles/resolved-profile.ts';
import type { Need, Rule } from '../rule.ts';
import { isAbsent } from './absent-operations.ts';

/**
 * The exchanges of one probe as evidence for the rules of all others: single exchanges, the retries
 * with each idempotency key, the video jobs, and both ends.
 */
export class SharedEvidence {
  readonly #byOperation: ReadonlyMap<Operation | 'other', readonly Exchange[]>;
  readonly #keys: readonly Series[];
  readonly #jobs: readonly Series[];
  readonly #relays: readonly Relay[];
  /** Assay was the model: their answers are those of a script, at its pace. */
  readonly #scripted: ReadonlySet<Exchange['id']>;

  /**
   * @param exchanges of one probe, in any order
   * @param pieces what the probe made of them
   */
  constructor(
    exchanges: readonly Exchange[],
    profile: ResolvedProfile,
    pieces: readonly (Exchange | Series)[] = [],
  ) {
    this.#relays = pieces.filter(isRelay);
    this.#scripted = new Set(
      this.#relays.flatMap(({ exchanges: sent }) => sent.map(({ id }) => id)),
    );
    const madeOfNothing = new Set(this.#relays.flatMap(withoutAnAnswerUpstream));
    const ours = exchanges
      .filter((exchange) => isOfItsOperation(exchange) && !isAbsent(exchange.operation, profile))
      .filter((exchange) => !madeOfNothing.has(exchange.id))
      .toSorted((one, other) => one.timing.sendMs - other.timing.sendMs);
    this.#byOperation = Map.groupBy(ours, ({ operation }) => operation);
    this.#keys = retriesIn(ours);
    this.#jobs = jobsOf(ours, profile.expect.videoStates);
  }

  /** The evidence that a rule judges. */
  for({
    evidence,
    operations,
    measuresTime,
    needs = [],
    alsoFrom = [],
  }: Rule): readonly (Exchange | Series)[] {
    switch (evidence) {
      case 'series':
        return [];
      case 'relay':
        return alsoFrom.includes('every probe') ? this.#relaysOf(operations) : [];
      case 'key':
        return this.#keys.filter(({ exchanges: [first] }) =>
          operations.some((operation) => operation === first?.operation),
        );
      case 'job':
        // Only the rule's own probe leaves a job time to end; other probes race it.
        return measuresTime === true ? [] : this.#jobs;
      default: {
        const isOfModel = measuresTime === true || needs.some((need) => OF_MODELS.has(need));
        return operations
          .flatMap((operation) => this.#byOperation.get(operation) ?? [])
          .filter((exchange) => !OF_SUCCESS.has(evidence) || isMeantToSucceed(exchange))
          .filter(({ id }) => !isOfModel || !this.#scripted.has(id));
      }
    }
  }

  #relaysOf(operations: readonly Operation[]): readonly Relay[] {
    return this.#relays.filter(({ exchanges }) =>
      exchanges.some(({ operation }) => operations.some((each) => each === operation)),
    );
  }
}

/** What a model does, and not the gateway alone. */
const OF_MODELS: ReadonlySet<Need> = new Set<Need>(['tools', 'structuredOutput', 'vision']);

/** Kinds that are 2xx answers only: the rules about them say what a good answer contains. */
const OF_SUCCESS: ReadonlySet<EvidenceKind> = new Set(['answer', 'stream', 'reply']);

/** A request of a probe that is valid, or names a job that was created: any other may be meant to be refused. */
function isMeantToSucceed({ expected, madeBy }: Exchange): boolean {
  return expected !== undefined || madeBy !== undefined;
}

/**
 * The 2xx answers that a gateway made of no usable answer of its provider: the rules about both ends judge what
 * they may be.
 */
function withoutAnAnswerUpstream(relay: Relay): readonly Exchange['id'][] {
  const last = attemptsOf(relay).at(-1);
  if (last === undefined || !isUnusable(last)) return [];
  return relay.exchanges.filter(({ answer }) => isSuccess(answer)).map(({ id }) => id);
}

/** HEAD or OPTIONS on the path of an operation is not a request to that operation. */
function isOfItsOperation({ operation, request: { method } }: Exchange): boolean {
  return operation !== 'other' && OPERATIONS[operation].method === method;
}

/** Equal requests of one tenant under one idempotency key, where there are several. */
function retriesIn(exchanges: readonly Exchange[]): readonly Series[] {
  const keyed = exchanges.filter(
    ({ request }) => request.credential === 'first' && idempotencyKeyOf({ request }) !== undefined,
  );
  const equal = Map.groupBy(keyed, ({ operation, request }) =>
    JSON.stringify([operation, idempotencyKeyOf({ request }), request.body]),
  );
  return [...equal.values()]
    .filter(({ length }) => length > 1)
    .map((retries) => ({ label: 'retries under one key', exchanges: retries }));
}

/** All that was made, read and cancelled under each id of a video job by its own tenant. */
function jobsOf(exchanges: readonly Exchange[], states: VideoStates): readonly Series[] {
  const owned = exchanges.filter(({ request: { credential } }) => credential === 'first');
  const byId = Map.groupBy(owned, (exchange) => jobIdOf(exchange, states));
  return [...byId]
    .filter(([id]) => id !== undefined)
    .map(([, ofJob]) => ofJob.slice(ofJob.findIndex(isCreation)))
    .filter(([first]) => first !== undefined && isCreation(first))
    .map((ofJob) => ({ label: 'a video job', exchanges: ofJob }));
}

/** The id that a POST was answered with, or that the address of a read or a cancel names. */
function jobIdOf(exchange: Exchange, states: VideoStates): string | undefined {
  if (isCreation(exchange)) return jobIn(exchange, states)?.id;
  if (!isOfAJob(exchange.operation)) return undefined;
  return decodeURIComponent(new URL(exchange.request.url).pathname.split('/').at(-1) ?? '');
}

function isCreation({ operation }: Exchange): boolean {
  return operation === 'video-create';
}

function isOfAJob(operation: Operation | 'other'): boolean {
  return operation === 'video-read' || operation === 'video-cancel';
}

/** After these, the upstream has not written a whole answer in the form that was requested. */
const UNUSABLE: readonly UpstreamFailure[] = [
  'reset-before-headers',
  'silence',
  'fin-after',
  'rst-after',
  'no-done',
  'no-finish',
  'error-event',
  'malformed-json',
  'html',
  'empty',
];

/** Whether the upstream failed, on purpose: a gateway has nothing from which to make a good answer. */
function isUnusable({ failure, answer: { status } }: UpstreamExchange): boolean {
  return (
    (status !== undefined && !isSuccess({ status })) || UNUSABLE.some((kind) => kind === failure)
  );
}
