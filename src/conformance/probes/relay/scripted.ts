import { type Exchange, isSuccess } from '../../../exchange/exchange.ts';
import type { UpstreamStep } from '../../../exchange/upstream/upstream-step.ts';
import type { Expectations } from '../../expectations.ts';
import type { ProbeGateway, ProbeRequest } from '../../gateway.ts';
import type { RequestForm } from '../../requests/forms.ts';
import { accepted, legal, sentOnce } from '../../requests/plain.ts';
import type { Probe } from '../../rule.ts';
import { fewer } from '../fewer.ts';
import { relayed, type Sent } from '../relayed.ts';
import { sequentially } from '../sequentially.ts';
import { failingJob, type JobCase } from './jobs.ts';

/** One request of a caller, and what the upstream does with it. */
export interface Case {
  /** After the name of the form, such as `fin-after`; the form alone when absent. */
  readonly label?: string;
  /** The nth attempt of the gateway gets the nth step, later ones the last; a plain answer when absent. */
  readonly steps?: Steps | ((nonce: string) => Steps);
  /** What is unusual about the request. */
  ask?(request: ProbeRequest, nonce: string, gateway: ProbeGateway): ProbeRequest;
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
  /** Only where the gateway relays the plain request of a form: otherwise that one is what was sent. */
  readonly afterPlain?: true;
  /** How a request is sent, and what follows it; once when absent. */
  send?(gateway: ProbeGateway, trial: Trial): Promise<readonly Exchange[]>;
  /** What the upstream does with reads and cancels of a video job beside them. */
  ofJob?(gateway: ProbeGateway): readonly JobCase[];
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
  const { name, alone, modest, forms, inTurn, ofJob, withinMs } = matrix;
  return {
    name,
    ...(alone && { alone }),
    ...(modest !== undefined && { modest }),
    async run(gateway) {
      const each = (form: RequestForm) => sendForm(gateway, matrix, form);
      const all = inTurn
        ? sequentially(forms(gateway), each)
        : Promise.all(forms(gateway).map(each));
      const [sent, ofJobs] = await Promise.all([
        all,
        ofJob === undefined ? [] : failingJob(gateway, ofJob(gateway)),
      ]);
      return [...(await relayed(gateway, sent.flat(), withinMs?.(gateway.expect))), ...ofJobs];
    },
  };
}

async function sendForm(
  gateway: ProbeGateway,
  matrix: Matrix,
  form: RequestForm,
): Promise<readonly Sent[]> {
  const { cases = [{}], few, afterPlain } = matrix;
  const all = typeof cases === 'function' ? cases(gateway, form) : cases;
  if (afterPlain) {
    const plain = await sendCase(gateway, matrix, form, { label: 'plain' });
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
  { label, steps, ask, expects = matrix.expects }: Case,
): Promise<Sent> {
  const nonce = gateway.nonce();
  const script = typeof steps === 'function' ? steps(nonce) : steps;
  if (script !== undefined) await gateway.upstream.script(nonce, named([script].flat(), label));
  const request = form.request(nonce);
  const asked = ask === undefined ? request : ask(request, nonce, gateway);
  const given = expects === undefined ? asked : EXPECTED[expects](asked);
  const exchanges =
    send === undefined
      ? [await gateway.send(given)]
      : await send(gateway, { request: given, nonce, form });
  return { label: label === undefined ? form.name : `${form.name}, ${label}`, nonce, exchanges };
}

function named(steps: readonly UpstreamStep[], name: string | undefined): readonly UpstreamStep[] {
  return name === undefined ? steps : steps.map((step) => ({ name, ...step }));
}

/** The request with other members of its JSON. */
export function withMembers(
  request: ProbeRequest,
  members: Readonly<Record<string, unknown>>,
): ProbeRequest {
  const { body } = request;
  if (body === undefined || !('json' in body)) return request;
  return { ...request, body: { ...body, json: Object.assign({}, body.json, members) } };
}
