import { requestsStream } from '../../src/answers/sent-body.ts';
import { CATALOGUE } from '../../src/conformance/catalogue.ts';
import { referenceProfile } from '../../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../../src/conformance/profiles/resolved-profile.ts';
import { AS_FORM, BROKEN_BODIES, MEDIA_TYPES } from '../../src/conformance/requests/bodies.ts';
import { NO_KEY } from '../../src/conformance/requests/callers.ts';
import { CLIENTS } from '../../src/conformance/requests/clients.ts';
import { DIALOGS, SYSTEM_MESSAGE } from '../../src/conformance/requests/dialogs.ts';
import type { Difference } from '../../src/conformance/requests/difference.ts';
import { allForms, type RequestForm } from '../../src/conformance/requests/forms.ts';
import { keysOfLengths } from '../../src/conformance/requests/keys.ts';
import { memberDifferences, refusedDifferences } from '../../src/conformance/requests/members.ts';
import { parameterDifferences } from '../../src/conformance/requests/parameters.ts';
import { FILE_SIZES, SIZES } from '../../src/conformance/requests/sizes.ts';
import { smallChanges } from '../../src/conformance/requests/small-changes.ts';
import { TEXTS } from '../../src/conformance/requests/texts.ts';
import { DryRunGateway } from '../../src/conformance/run/dry-run-gateway.ts';
import { BEHAVIOURS } from '../../src/conformance/run/observe-behaviours.ts';
import { type Exchange, header } from '../../src/exchange/exchange.ts';
import { cell, table } from '../markdown.ts';

const RULES = CATALOGUE.map(({ rule }) => rule);
const { expect } = resolveProfile(referenceProfile, RULES);

/** What the page says where the table below gives no reason; a test finds it. */
export const NO_REASON = 'no reason is known';

/** The differences of one kind that make sense for a form, and why some of them are not sent. */
interface Axis {
  readonly name: string;
  readonly of: (form: RequestForm) => readonly Difference[];
  /** Absent where all of them are sent. */
  readonly whyNot?: string;
}

const AXES: readonly Axis[] = [
  {
    name: 'members: to be refused',
    of: (form) => refusedDifferences(new DryRunGateway('coverage', expect), form),
    whyNot: 'A second file or model of a form is tried under other names than its own.',
  },
  {
    name: 'members: to be accepted',
    of: (form) => ofExpected(form, 'accepted'),
  },
  {
    name: 'members: nothing states what they get',
    of: (form) => ofExpected(form, 'either'),
    whyNot: 'No answer could be a finding; `assay describe` sends those whose answer differs.',
  },
  {
    name: 'parameters beyond the contract',
    of: (form) => parameterDifferences(expect, form),
  },
  {
    name: 'dialogs',
    of: ({ operation }) => (operation === 'chat' ? [SYSTEM_MESSAGE, ...DIALOGS] : []),
    whyNot: 'Messages are read before it is known whether the answer is streamed.',
  },
  {
    name: 'small changes under one key',
    of: (form) => smallChanges(expect, form, 'word').changed,
  },
  { name: 'keys', of: keysOfLengths },
  { name: 'texts', of: ({ operation }) => (operation === 'transcription' ? [] : TEXTS) },
  { name: 'sizes', of: sizesOf },
  { name: 'clients', of: () => CLIENTS },
  {
    name: 'bodies and media types',
    of: ({ operation }) =>
      operation === 'transcription' ? [] : [...BROKEN_BODIES, ...MEDIA_TYPES, AS_FORM],
    whyNot:
      'A broken body does not say that it wants a stream; and official clients create videos with a form.',
  },
  { name: 'a missing key', of: () => [NO_KEY] },
];

/** Requests that a key has no effect on. */
const JOB_REQUESTS = ['video-read', 'video-cancel'];

function ofExpected(form: RequestForm, wanted: Difference['expected']): readonly Difference[] {
  return memberDifferences(expect, form).filter(({ expected }) => expected === wanted);
}

function sizesOf({ operation }: RequestForm): readonly Difference[] {
  if (operation === 'transcription') return FILE_SIZES;
  return operation === 'chat' || operation === 'responses' ? SIZES : [];
}

/** The text of dist/docs/coverage.md: which points of the product of requests a thorough run sends, which not, and why. */
export async function coveragePage(): Promise<string> {
  const walked = await walkedPoints();
  const forms = allForms(new DryRunGateway('coverage', expect));
  const isWalked = (form: RequestForm, { name }: Difference) =>
    walked.has(pointOf(form.name, name));
  const rowOf = ({ name, of }: Axis) => [
    name,
    ...forms.map((form) => {
      const all = of(form);
      const sent = all.filter((difference) => isWalked(form, difference));
      return all.length === 0 ? '' : `${sent.length} of ${all.length}`;
    }),
  ];
  const missing = ({ name, of, whyNot = NO_REASON }: Axis) => {
    const byNames = Map.groupBy(forms, (form) =>
      of(form)
        .filter((difference) => !isWalked(form, difference))
        .map((difference) => cell(difference.name))
        .join(', '),
    );
    byNames.delete('');
    return [...byNames].map(
      ([names, some]) =>
        `- ${name}, ${some.map((form) => form.name).join(' and ')} (${names}): ${whyNot}`,
    );
  };
  return [
    '# Coverage',
    'A request of Assay is a point of a product: an operation in one form, with differences from a plain request on some axes ([Tests](../../docs/contributing/testing.md#requests)). The table shows how many differences of each axis a thorough run sends in each form.',
    table(['axis', ...forms.map(({ name }) => name)], AXES.map(rowOf)),
    `Requests of a video job with an Idempotency-Key: ${JOB_REQUESTS.filter((operation) => walked.has(pointOf(operation, 'an ordinary key'))).join(' and ')}.`,
    '## What is not sent, and why',
    AXES.flatMap(missing).join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
}

/** The points that the requests of all probes are. */
async function walkedPoints(): Promise<ReadonlySet<string>> {
  const points = new Set<string>();
  for (const { probe } of [...RULES, ...BEHAVIOURS.map(({ behaviour }) => behaviour)]) {
    for (const piece of await probe.run(new DryRunGateway(probe.name, expect))) {
      const { label, exchanges } = 'label' in piece ? piece : { label: '', exchanges: [piece] };
      const named = label.split(/ · |, /);
      for (const exchange of exchanges) {
        const { operation } = exchange;
        const stream = requestsStream(exchange, expect.streamField) === true;
        const form = stream ? `${operation} stream` : operation;
        for (const name of [...named, ...unnamed(exchange)]) points.add(pointOf(form, name));
      }
    }
  }
  return points;
}

function pointOf(form: string, difference: string): string {
  return `${form}: ${difference}`;
}

/** Names of the differences that labels do not have. */
function unnamed({ request: { credential, headers } }: Exchange): readonly string[] {
  const key = header(headers, 'idempotency-key');
  return [
    ...(credential === 'none' ? [NO_KEY.name] : []),
    ...(key === undefined ? [] : [keyName(key)]),
  ];
}

/** As `keysOfLengths` names it. */
function keyName(key: string): string {
  if (key.trim() === '') return key === '' ? 'an empty key' : 'a key of spaces';
  if (key.length > 200) return `a key of ${key.length} characters`;
  return key.length === 1 ? 'a key of one character' : 'an ordinary key';
}
