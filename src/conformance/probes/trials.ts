import { describeOutcome } from '../../answers/narrow.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Series } from '../evidence.ts';
import { dispositionOf, isAccepted, isSettled, wasReset } from '../findings/acceptance.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import type { Difference, Trial } from '../requests/difference.ts';
import { type RequestForm, streamForms } from '../requests/forms.ts';
import { accepted } from '../requests/plain.ts';
import { trialsOf } from '../requests/walk.ts';
import { needSeen, type Probe } from '../rule.ts';
import { BudgetSpent } from '../sending/budget.ts';

/** A request to try, labelled by what is unusual about it. */
export type LabelledRequest = Pick<Trial, 'label' | 'request'>;

interface EachForm extends Pick<Probe<'series'>, 'name' | 'alone' | 'modest'> {
  forms(gateway: ProbeGateway): readonly RequestForm[];
  /** The number of forms in a modest run; all when absent. */
  readonly few?: number;
}

/** A probe that does the same with each form of a request; concurrently, unless it runs alone. */
export function inEachForm({
  forms,
  few,
  gather,
  ...probe
}: EachForm & {
  gather(gateway: ProbeGateway, form: RequestForm): Promise<readonly Series[]>;
}): Probe<'series'> {
  return {
    ...probe,
    async run(gateway) {
      const all = forms(gateway);
      const some = few === undefined ? all : fewer(gateway, all, few);
      const each = (form: RequestForm) => gather(gateway, form);
      const gathered = probe.alone
        ? await sequentially(some, each)
        : await Promise.all(some.map(each));
      return gathered.flat();
    },
  };
}

/** A probe that sends each form with each difference alone, beside a plain request. */
export function walk({
  differences,
  ...probe
}: EachForm & {
  differences(gateway: ProbeGateway, form: RequestForm): readonly Difference[];
}): Probe<'series'> {
  return inEachForm({
    ...probe,
    gather: (gateway, form) =>
      withControl(
        gateway,
        form.request(gateway.nonce()),
        trialsOf(gateway, form, differences(gateway, form)),
      ),
  });
}

/**
 * Each trial with a control: one valid request, which is sent before them and once; and again after
 * a legal request without an answer, to show that the gateway still answers others.
 */
export async function withControl(
  gateway: ProbeGateway,
  control: ProbeRequest,
  trials: readonly LabelledRequest[],
): Promise<readonly Series[]> {
  const plain = await gateway.control(accepted(control));
  return sequentially(trials, async ({ label, request }) => {
    const trial = await sendTrial(gateway, request);
    const again = await controlAfter(gateway, control, trial, request);
    return { label, exchanges: [plain, trial, ...again] };
  });
}

/** The control once more, after a legal request that got no answer in time. */
export async function controlAfter(
  gateway: ProbeGateway,
  control: ProbeRequest,
  trial: Exchange | undefined,
  { expected }: ProbeRequest,
): Promise<readonly Exchange[]> {
  if (trial?.outcome !== 'timed-out' || expected !== 'legal') return [];
  return [await gateway.send(accepted(control))];
}

/**
 * The answer to a request that is unusual. After a failure, the request is sent once more: what does
 * not recur says nothing about what is unusual. The rules about every answer judge the first one too.
 */
export async function sendTrial(gateway: ProbeGateway, request: ProbeRequest): Promise<Exchange> {
  const first = await gateway.send(request);
  if (!mayPass(first, request)) return first;
  const { attempt = 1 } = request;
  const again = await withinBudget(gateway.send({ ...request, attempt: attempt + 1 }));
  // A gateway that the first one broke may not answer the second.
  return again && (isSettled(again) || wasReset(again)) ? again : first;
}

/** Whether it may be due to chance: a gateway that fails now and then refuses legal requests, too. */
function mayPass(first: Exchange, { expected }: ProbeRequest): boolean {
  if (wasReset(first)) return true;
  if (!isSettled(first)) return false;
  const status = first.answer?.status ?? 0;
  return status >= 500 || (expected !== undefined && !isAccepted(first));
}

/** The result of another try; undefined if the budget of billable requests does not allow it. */
export async function withinBudget<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BudgetSpent) return undefined;
    throw error;
  }
}

/** Sends those whose operation the target may support, one after the other. */
export function sendOffered(
  gateway: ProbeGateway,
  requests: readonly ProbeRequest[],
): Promise<readonly Exchange[]> {
  return sequentially(
    requests.filter(({ operation }) => gateway.offers(operation)),
    (request) => gateway.send(request),
  );
}

/** Does the work for one item after the other. */
export async function sequentially<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

/** This number of repeats; fewer in a modest run. */
export function repeats({ effort }: ProbeGateway, all: number, modest: number): number {
  return effort === 'modest' ? Math.min(all, modest) : all;
}

/** What is made for each place; fewer in a modest run. */
export function repeated<Item>(
  gateway: ProbeGateway,
  all: number,
  modest: number,
  make: (place: number) => Item,
): readonly Item[] {
  return Array.from({ length: repeats(gateway, all, modest) }, (_, at) => make(at + 1));
}

/** Every form of a stream; in a modest run one. */
export function oneStream(gateway: ProbeGateway): readonly RequestForm[] {
  return fewer(gateway, streamForms(gateway), 1);
}

/** All of them; in a modest run the first few. */
export function fewer<Item>(
  gateway: ProbeGateway,
  all: readonly Item[],
  modest: number,
): readonly Item[] {
  return all.slice(0, repeats(gateway, all.length, modest));
}

/**
 * The requests with a member that a gateway need not know, without those that it refuses.
 * @param name of the member
 */
export function takenOf(sent: readonly Exchange[], name: string): readonly Exchange[] {
  const taken = sent.filter((exchange) => dispositionOf(exchange) !== 'refused');
  const [first] = sent.map(describeOutcome);
  needSeen(taken.length > 0, `a gateway that takes ${name}: ${first}`);
  return taken;
}
