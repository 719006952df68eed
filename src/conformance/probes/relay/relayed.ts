import { ownTexts } from '../../../answers/failures/own-texts.ts';
import { type Exchange, isSuccess } from '../../../exchange/exchange.ts';
import { credentialDigests, credentialIn } from '../../../exchange/upstream/upstream-credential.ts';
import type { UpstreamExchange } from '../../../exchange/upstream/upstream-exchange.ts';
import type { UpstreamStep } from '../../../exchange/upstream/upstream-step.ts';
import type { Relay, Series } from '../../evidence.ts';
import type { Expectations } from '../../expectations.ts';
import type { ProbeGateway, ProbeRequest } from '../../gateway.ts';
import type { RequestForm } from '../../requests/forms.ts';
import { accepted, legal, sentOnce } from '../../requests/plain.ts';
import type { Probe } from '../../rule.ts';
import { fewer, sequentially } from '../trials.ts';

/** Requests of a caller that all have one nonce. */
export interface MarkedSeries extends Series {
  readonly nonce: string;
}

/** A gateway may still do something upstream for a request that it has answered. */
const SETTLE_MS = 50;

/**
 * Both ends of what was sent.
 * @param withinMs how long to wait for upstream requests that are not over; 5 s when absent
 */
export async function relayed(
  gateway: ProbeGateway,
  sent: readonly MarkedSeries[],
  withinMs?: number,
): Promise<readonly Relay[]> {
  await gateway.sleep(SETTLE_MS);
  return Promise.all(
    sent.map(async ({ label, nonce, exchanges }) => {
      const { exchanges: upstream, open } = await gateway.upstream.seen(nonce, withinMs);
      concealKeys(gateway, exchanges, upstream);
      return { label, exchanges, upstream, open, address: gateway.upstream.address };
    }),
  );
}

/** A report is made to be shared: it must not show a key that the gateway returned. */
function concealKeys(
  { upstream }: ProbeGateway,
  exchanges: readonly Exchange[],
  calls: readonly UpstreamExchange[],
): void {
  const digests = credentialDigests(calls);
  const answered = digests.length === 0 ? [] : exchanges;
  for (const [, text] of answered.flatMap(ownTexts)) {
    const key = credentialIn(text, digests);
    if (key !== undefined) upstream.conceal(key);
  }
}

/** One request of a caller, and what the upstream does with it. */
export interface Case {
  /** After the name of the form, such as `fin-after`; the form alone when absent. */
  readonly label?: string;
  /** The nth attempt of the gateway gets the nth step, later ones the last; a plain answer when absent. */
  readonly steps?: Steps | ((nonce: string) => Steps);
  /** What is unusual about the request. */
  ask?(request: ProbeRequest, nonce: string, gateway: ProbeGateway): ProbeRequest;
  /** Whether some gateways execute it, although the upstream does not answer as it should. */
  readonly mayBeCharged?: true;
  /** In place of that of the matrix. */
  readonly expects?: keyof typeof EXPECTED;
}

type Steps = UpstreamStep | readonly UpstreamStep[];

/** One request of a matrix. */
interface Trial {
  readonly request: ProbeRequest;
  readonly nonce: string;
  readonly form: RequestForm;
}

/** Each form of a request is sent once for each case. */
interface Matrix extends Pick<Probe<'relay'>, 'name' | 'alone' | 'modest'> {
  forms(gateway: ProbeGateway): readonly RequestForm[];
  /** One plain request when absent. */
  readonly cases?:
    | readonly Case[]
    | ((gateway: ProbeGateway, form: RequestForm) => readonly Case[]);
  /** The number of cases in a modest run; all when absent. */
  readonly few?: number;
  /** What the requests are; `once` are those that the gateway may fail, which are not sent again. */
  readonly expects?: keyof typeof EXPECTED;
  /** One form after the other: concurrently when absent. The cases of a form always are in succession. */
  readonly inTurn?: true;
  /**
   * Only where the gateway relays the plain request of a form: otherwise that one is what was sent. It returns the
   * one that another probe has sent, if there is one.
   */
  ifRelayed?(gateway: ProbeGateway, form: RequestForm): Promise<MarkedSeries | undefined>;
  /** As of a case, for all of them. */
  readonly mayBeCharged?: true;
  /** What it returns in a modest run, in which it sends nothing of its own. */
  modestly?(gateway: ProbeGateway): Promise<readonly Relay[]>;
  /** How a request is sent, and what follows it; once when absent. */
  send?(gateway: ProbeGateway, trial: Trial): Promise<readonly Exchange[]>;
  /** Relays of other requests beside them. */
  beside?(gateway: ProbeGateway): Promise<readonly Relay[]>;
  /** How long to wait for upstream requests that are not over; 5 s when absent. */
  withinMs?(expect: Expectations): number;
}

const EXPECTED = {
  accepted,
  legal,
  once: sentOnce,
  'accepted, once': (request: ProbeRequest) => sentOnce(accepted(request)),
  'legal, once': (request: ProbeRequest) => sentOnce(legal(request)),
};

/** A probe that walks a matrix. */
export function scripted(matrix: Matrix): Probe<'relay'> {
  const { name, alone, modest, forms, inTurn, beside, withinMs, modestly } = matrix;
  return {
    name,
    ...(alone && { alone }),
    ...(modest !== undefined && { modest }),
    async run(gateway) {
      if (modestly !== undefined && gateway.effort === 'modest') return modestly(gateway);
      const each = (form: RequestForm) => sendForm(gateway, matrix, form);
      const all = inTurn
        ? sequentially(forms(gateway), each)
        : Promise.all(forms(gateway).map(each));
      const [sent, others = []] = await Promise.all([all, beside?.(gateway)]);
      return [...(await relayed(gateway, sent.flat(), withinMs?.(gateway.expect))), ...others];
    },
  };
}

async function sendForm(
  gateway: ProbeGateway,
  matrix: Matrix,
  form: RequestForm,
): Promise<readonly MarkedSeries[]> {
  const { cases = [{}], few, ifRelayed } = matrix;
  const all = typeof cases === 'function' ? cases(gateway, form) : cases;
  if (ifRelayed) {
    const known = await ifRelayed(gateway, form);
    const plain = known ?? (await sendCase(gateway, matrix, form, { label: 'plain' }));
    if (!plain.exchanges.every(({ answer }) => isSuccess(answer))) return [plain];
  }
  return sequentially(few === undefined ? all : fewer(gateway, all, few), (one) =>
    sendCase(gateway, matrix, form, one),
  );
}

async function sendCase(
  gateway: ProbeGateway,
  { send, ...matrix }: Matrix,
  form: RequestForm,
  { label, steps, ask, expects = matrix.expects, mayBeCharged = matrix.mayBeCharged }: Case,
): Promise<MarkedSeries> {
  const nonce = gateway.nonce();
  const script = typeof steps === 'function' ? steps(nonce) : steps;
  if (script !== undefined) await gateway.upstream.script(nonce, named([script].flat(), label));
  const request = form.request(nonce);
  const unusual = ask === undefined ? request : ask(request, nonce, gateway);
  const marked = { ...unusual, ...(mayBeCharged && { mayBeCharged }) };
  const given = expects === undefined ? marked : EXPECTED[expects](marked);
  const exchanges =
    send === undefined
      ? [await gateway.send(given)]
      : await send(gateway, { request: given, nonce, form });
  return { label: label === undefined ? form.name : `${form.name}, ${label}`, nonce, exchanges };
}

function named(steps: readonly UpstreamStep[], name: string | undefined): readonly UpstreamStep[] {
  return name === undefined ? steps : steps.map((step) => ({ name, ...step }));
}
