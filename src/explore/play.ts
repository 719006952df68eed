import { narrow } from '../answers/narrow.ts';
import { replyId } from '../answers/reply.ts';
import { jobIn } from '../answers/video-jobs.ts';
import type { History, Played } from '../conformance/evidence.ts';
import { isAccepted } from '../conformance/findings/acceptance.ts';
import type { ProbeGateway, ProbeRequest } from '../conformance/gateway.ts';
import { RANGE_BEYOND } from '../conformance/probes/video-polls.ts';
import { type Expected, trialOf } from '../conformance/requests/difference.ts';
import type { RequestForm } from '../conformance/requests/forms.ts';
import { freshKey } from '../conformance/requests/keys.ts';
import { accepted, promptOf, withMembers, withPrompt } from '../conformance/requests/plain.ts';
import { OPERATIONS } from '../contract/operations.ts';
import { brokeUnanswered, type Exchange } from '../exchange/exchange.ts';
import { type Block, hasRestart, type Program, type Step, stepsOf } from './program.ts';
import type { Restarts } from './restarts.ts';
import { isFailing, type Vocabulary } from './vocabulary.ts';

/** Where programs are played. */
export interface Stage {
  readonly gateway: ProbeGateway;
  readonly vocabulary: Vocabulary;
  /** Further addresses that steps can be sent to. */
  readonly replicas: number;
  /** Absent where the gateway cannot be restarted. */
  readonly restarts?: Restarts | undefined;
  /** Kinds of requests that were accepted so far; grows. */
  readonly accepted: Set<string>;
}

/**
 * Plays a program: its steps as its blocks say, with words and keys of its own. A program with restarts is played
 * alone, once.
 * @returns a history for each copy of it
 * @throws BudgetSpent, OperationStalled, ProbeInterrupted, RestartFailed
 */
export async function play(program: Program, stage: Stage): Promise<readonly History[]> {
  const once = () => new Player(stage).play(program);
  const copies = () => Promise.all(Array.from({ length: program.copies ?? 1 }, once));
  const { restarts } = stage;
  if (restarts === undefined) return await copies();
  return hasRestart(program)
    ? await restarts.alone(async () => [await once()])
    : await restarts.beside(copies);
}

interface Prepared extends Omit<Played, 'exchange' | 'step' | 'send'> {
  readonly own: Step;
  readonly request: ProbeRequest;
}

class Player {
  readonly #gateway: ProbeGateway;
  readonly #vocabulary: Vocabulary;
  /** By step. */
  readonly #words = new Map<number, string>();
  readonly #exchanges = new Map<number, Exchange>();
  readonly #keys = new Map<number, string>();
  readonly #played: Played[] = [];
  readonly #accepted: Set<string>;
  readonly #restarts: Restarts | undefined;
  /** Beginnings and ends of restarts so far. */
  #turns = 0;
  /** What a restart may have cut: it may have had an effect, and it is not judged. */
  readonly #lost = new Set<Exchange>();

  constructor({ gateway, vocabulary, accepted: known, restarts }: Stage) {
    this.#gateway = gateway;
    this.#vocabulary = vocabulary;
    this.#accepted = known;
    this.#restarts = restarts;
  }

  async play(program: Program): Promise<History> {
    for (const block of program.blocks) await this.#block(block);
    const played = this.#played.toSorted(
      (one, other) => one.exchange.timing.sendMs - other.exchange.timing.sendMs,
    );
    const effectsByKey = await this.#effects(stepsOf(program));
    for (const { kind, exchange, expected } of played) {
      if (expected !== 'refused' && isAccepted(exchange)) this.#accepted.add(kind);
    }
    return {
      label: [...new Set(played.map(({ label }) => label))].join(', then '),
      exchanges: played
        .map(({ exchange }) => exchange)
        .filter((exchange) => !this.#lost.has(exchange)),
      played,
      accepted: this.#accepted,
      ...(effectsByKey && { effectsByKey }),
    };
  }

  async #effects(steps: readonly Step[]) {
    const isKeyed = steps.some(({ key }) => key !== undefined);
    return isKeyed ? await this.#gateway.ledger?.effectsOf([...this.#keys.values()]) : undefined;
  }

  async #block({ pauseMs, restartMs, ...block }: Block): Promise<void> {
    if (pauseMs !== undefined) await this.#gateway.sleep(pauseMs);
    const restarting = restartMs === undefined ? [] : [this.#restart(restartMs)];
    const ends = await Promise.allSettled([this.#steps(block), ...restarting]);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  async #restart(afterMs: number): Promise<void> {
    await this.#gateway.sleep(afterMs);
    this.#turns += 1;
    await this.#restarts?.run();
    this.#turns += 1;
    const { lostAtRestart } = this.#gateway.expect;
    if (lostAtRestart.includes('keys')) this.#keys.clear();
    if (lostAtRestart.includes('jobs')) this.#exchanges.clear();
  }

  async #steps({ how, steps }: Block): Promise<void> {
    const turns = this.#turns;
    if (how === 'in turn') {
      for (const step of steps) {
        const before = this.#turns;
        const prepared = this.#prepared(step);
        if (prepared !== undefined)
          this.#note(prepared, await this.#send(prepared.request), before);
      }
      return;
    }
    const all = steps.flatMap((step) => this.#prepared(step) ?? []);
    const prepared =
      how === 'together' ? all.map((one) => ({ ...one, races: races(one, all) })) : all;
    if (prepared.length === 0) return;
    const requests = prepared.map(({ request }) => request);
    const exchanges =
      how === 'together'
        ? await this.#gateway.together(requests)
        : await this.#gateway.inOrder(requests);
    for (const [at, exchange] of exchanges.entries()) {
      const sent = prepared[at];
      if (sent !== undefined) this.#note(sent, exchange, turns);
    }
  }

  /** On a new connection, if a kept one broke: the gateway may have been closing it. */
  async #send(request: ProbeRequest): Promise<Exchange> {
    const exchange = await this.#gateway.send(request);
    if (!brokeUnanswered(exchange) || request.idempotencyKey !== undefined) return exchange;
    const [again] = await this.#gateway.together([request]);
    return again ?? exchange;
  }

  /** @param turns when it was sent */
  #note(prepared: Prepared, exchange: Exchange, turns: number): void {
    const { own, request: _, ...played } = prepared;
    const { label, word, key } = played;
    const { id: step, send } = own;
    this.#exchanges.set(step, exchange);
    const isWhole = exchange.outcome === 'answered' && isAccepted(exchange);
    if (isWhole || (turns === this.#turns && turns % 2 === 0)) {
      const when = turns === 0 ? [] : ['after a restart'];
      this.#played.push({ ...played, step, send, label: [label, ...when].join(' · '), exchange });
      return;
    }
    this.#lost.add(exchange);
    this.#played.push({
      label: `${label} · during a restart`,
      expected: 'either',
      kind: 'lost',
      meaning: 'lost',
      mayFail: true,
      word,
      changes: [],
      ...(key !== undefined && { key }),
      step,
      send,
      exchange,
    });
  }

  /** Undefined where what it refers to does not exist. */
  #prepared(step: Step): Prepared | undefined {
    if (step.as === 'second' && !this.#gateway.hasSecondKey) return undefined;
    const form = this.#vocabulary.form(step.send);
    const sent = form === undefined ? this.#ofJob(step) : this.#ofForm(step, form);
    if (sent === undefined) return undefined;
    const { at, key, leavesAfterMs, leavesAfterEvents } = step;
    const as = isOfStranger(sent.request) ? undefined : step.as;
    const isKeyed = key !== undefined && sent.request.idempotencyKey === undefined;
    const idempotencyKey = isKeyed ? this.#vocabulary.keyOf(step, this.#keyOf(key)) : undefined;
    const { expected: marked, ...plain } = sent.request;
    // Without an API key it is refused, and with an Idempotency-Key it may be.
    const mark = isKeyed ? marked && ('legal' as const) : marked;
    const request = {
      ...plain,
      ...(mark !== undefined && as !== 'none' && { expected: mark }),
      ...(as !== undefined && { credential: as }),
      ...(at !== undefined && { replica: at }),
      ...(idempotencyKey !== undefined && {
        idempotencyKey,
        group: plain.group ?? { kind: 'key' as const, id: idempotencyKey },
      }),
      ...(leavesAfterMs !== undefined && { disconnectAfterMs: leavesAfterMs }),
      ...(leavesAfterEvents !== undefined && { disconnectAfterEvents: leavesAfterEvents }),
      retries: 0,
    };
    const expected = as === 'none' ? 'refused' : sent.expected;
    const whose = as === undefined ? [] : [as === 'none' ? 'no key' : 'the other tenant'];
    const where = at === undefined ? [] : [`replica ${at}`];
    return {
      ...sent,
      label: [sent.label, ...whose, ...where].join(' · '),
      own: step,
      expected,
      request,
      ...(idempotencyKey !== undefined && { key: idempotencyKey }),
    };
  }

  #keyOf(number: number): string {
    const key = this.#keys.get(number) ?? freshKey();
    this.#keys.set(number, key);
    return key;
  }

  #wordOf({ id, like }: Step): string {
    const word = (like === undefined ? undefined : this.#words.get(like)) ?? this.#gateway.nonce();
    this.#words.set(id, word);
    return word;
  }

  #ofForm(step: Step, form: RequestForm): Omit<Prepared, 'own'> | undefined {
    const word = this.#wordOf(step);
    const model = this.#vocabulary.model(step, form);
    if (step.model !== undefined && model === null) return undefined;
    const differences = this.#vocabulary.differences(form, step, word);
    const plain = form.request(word, model);
    const isSaid = step.say !== undefined && !isFailing(step);
    const said = isSaid ? withPrompt(plain, `${step.say} ${promptOf(plain)}`) : plain;
    const continued = this.#continued(step, said);
    if (continued === undefined) return undefined;
    const { label, request, expected } = trialOf(form, continued, differences);
    const what = [form.name, step.model, step.say];
    const names = differences.map(({ name }) => name);
    const isPlain = step.model === undefined && differences.length === 0 && step.of === undefined;
    const of = step.of === undefined ? undefined : this.#exchanges.get(step.of);
    return {
      label,
      expected: isUnsure(request, step) ? either(expected) : expected,
      kind: JSON.stringify([...what, ...names]),
      meaning: JSON.stringify([...what, ...this.#vocabulary.meaningful(names)]),
      mayFail: isFailing(step),
      word,
      changes: this.#vocabulary.changesIn(form, step.with ?? []),
      request: isPlain ? accepted(request) : request,
      ...(of && { of }),
    };
  }

  /** The request with what it continues; undefined where there is nothing. */
  #continued({ of }: Step, request: ProbeRequest): ProbeRequest | undefined {
    if (of === undefined) return request;
    const made = this.#exchanges.get(of);
    const reply = made && narrow('reply', made);
    const id = reply && replyId(reply);
    return id === undefined ? undefined : withMembers(request, { previous_response_id: id });
  }

  #ofJob(step: Step): Omit<Prepared, 'own'> | undefined {
    const { send, of } = step;
    const made = of === undefined ? undefined : this.#exchanges.get(of);
    const id = made && jobIn(made, this.#gateway.expect.videoStates)?.id;
    if (made === undefined || id === undefined) return undefined;
    const group = { kind: 'job' as const, id };
    const shared = {
      label: send,
      kind: send,
      meaning: send,
      mayFail: false,
      word: id,
      changes: [],
      of: made,
      expected: 'either' as const,
    };
    switch (send) {
      case 'video-read':
      case 'video-cancel':
        if (!this.#gateway.offers(send)) return undefined;
        return { ...shared, request: { operation: send, id, group } };
      case 'video-content':
      case 'video-range': {
        const path = `${OPERATIONS['video-create'].path}/${encodeURIComponent(id)}/content`;
        const headers = send === 'video-range' ? { range: rangeOf(step.id) } : {};
        return { ...shared, request: { operation: 'other', path, headers, group } };
      }
      default:
        return undefined;
    }
  }
}

function races({ own }: Prepared, all: readonly Prepared[]): boolean {
  return all.some(
    ({ own: other }) =>
      other !== own &&
      ((own.key !== undefined && other.key === own.key) ||
        (own.of !== undefined && other.of === own.of)),
  );
}

/** The beginning of a content, a part of it, or what is beyond it, by turns. */
function rangeOf(step: number): string {
  return ['bytes=0-99', 'bytes=10-19', RANGE_BEYOND][step % 3] ?? '';
}

/** Whether a difference already decides who sends it. */
function isOfStranger({ credential, authorization, carryKey }: ProbeRequest): boolean {
  return credential !== undefined || authorization !== undefined || carryKey !== undefined;
}

/** Whether the gateway, rather than the contract, decides on it. */
function isUnsure({ expected }: ProbeRequest, { model, of }: Step): boolean {
  return expected === undefined || model !== undefined || of !== undefined;
}

function either(expected: Expected): Expected {
  return expected === 'refused' ? 'refused' : 'either';
}
