import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { requestsStream } from '../src/answers/sent-body.ts';
import { CATALOGUE } from '../src/conformance/catalogue.ts';
import { referenceProfile } from '../src/conformance/profiles/bundled/reference.ts';
import { resolveProfile } from '../src/conformance/profiles/resolved-profile.ts';
import { AS_FORM, BROKEN_BODIES, MEDIA_TYPES } from '../src/conformance/requests/bodies.ts';
import { NO_KEY } from '../src/conformance/requests/callers.ts';
import { CLIENTS } from '../src/conformance/requests/clients.ts';
import { DIALOGS, SYSTEM_MESSAGE } from '../src/conformance/requests/dialogs.ts';
import type { Difference } from '../src/conformance/requests/difference.ts';
import { allForms, type RequestForm } from '../src/conformance/requests/forms.ts';
import { keysOfLengths } from '../src/conformance/requests/keys.ts';
import { memberDifferences, refusedDifferences } from '../src/conformance/requests/members.ts';
import { parameterDifferences } from '../src/conformance/requests/parameters.ts';
import { FILE_SIZES, SIZES } from '../src/conformance/requests/sizes.ts';
import { smallChanges } from '../src/conformance/requests/small-changes.ts';
import { TEXTS } from '../src/conformance/requests/texts.ts';
import { DryRunGateway } from '../src/conformance/run/dry-run-gateway.ts';
import { BEHAVIOURS } from '../src/conformance/run/observe-behaviours.ts';
import { gather } from '../src/conformance/run/run-probes.ts';
import { type Exchange, header } from '../src/exchange/exchange.ts';
import { cell } from './markdown-cell.ts';

/**
 * `npm run coverage` writes dist/docs/coverage.md: which points of the product of requests a thorough
 * run sends, which it does not, and why.
 */

const PAGE = join(import.meta.dirname, '..', 'dist', 'docs', 'coverage.md');

const RULES = CATALOGUE.map(({ rule }) => rule);
const { expect } = resolveProfile(referenceProfile, RULES);
const forms = allForms(new DryRunGateway('coverage', expect));

/** The differences of each axis that make sense for a form, and why others are not sent. */
const AXES: readonly {
  readonly name: string;
  readonly of: (form: RequestForm) => readonly Difference[];
  /** '' where all of them are sent. */
  readonly whyNot: string;
}[] = [
  {
    name: 'members: to be refused',
    of: (form) => refusedDifferences(new DryRunGateway('coverage', expect), form),
    whyNot: 'A second file or model of a form is tried under other names than its own.',
  },
  {
    name: 'members: to be accepted',
    of: (form) => ofExpected(form, 'accepted'),
    whyNot: 'It is in every plain request.',
  },
  {
    name: 'members: nothing states what they get',
    of: (form) => ofExpected(form, 'either'),
    whyNot: 'No answer could be a finding; `assay describe` sends those whose answer differs.',
  },
  {
    name: 'parameters beyond the contract',
    of: (form) => parameterDifferences(expect, form),
    whyNot: 'All parameters together are sent.',
  },
  {
    name: 'dialogs',
    of: ({ operation }) => (operation === 'chat' ? [SYSTEM_MESSAGE, ...DIALOGS] : []),
    whyNot: 'Messages are read before it is known whether the answer is streamed.',
  },
  {
    name: 'small changes under one key',
    of: (form) => smallChanges(expect, form, 'word').changed,
    whyNot: '',
  },
  { name: 'keys', of: keysOfLengths, whyNot: '' },
  {
    name: 'texts',
    of: ({ operation }) => (operation === 'transcription' ? [] : TEXTS),
    whyNot: '',
  },
  { name: 'sizes', of: sizesOf, whyNot: '' },
  { name: 'clients', of: () => CLIENTS, whyNot: '' },
  {
    name: 'bodies and media types',
    of: ({ operation }) =>
      operation === 'transcription' ? [] : [...BROKEN_BODIES, ...MEDIA_TYPES, AS_FORM],
    whyNot:
      'A broken body does not say that it wants a stream; and official clients create videos with a form.',
  },
  { name: 'a missing key', of: () => [NO_KEY], whyNot: '' },
];

function ofExpected(form: RequestForm, wanted: Difference['expected']): readonly Difference[] {
  return memberDifferences(expect, form).filter(({ expected }) => expected === wanted);
}

function sizesOf({ operation }: RequestForm): readonly Difference[] {
  if (operation === 'transcription') return FILE_SIZES;
  return operation === 'chat' || operation === 'responses' ? SIZES : [];
}

/** Names of forms with names of differences, as the requests of all probes have them. */
const walked = new Set<string>();
for (const { probe } of [...RULES, ...BEHAVIOURS.map(({ behaviour }) => behaviour)]) {
  const { pieces } = await gather(probe, new DryRunGateway(probe.name, expect));
  for (const piece of pieces) {
    const { label, exchanges } = 'label' in piece ? piece : { label: '', exchanges: [piece] };
    for (const exchange of exchanges) note(exchange, label.split(/ · |, /));
  }
}

function note(exchange: Exchange, names: readonly string[]): void {
  const { operation, request } = exchange;
  const stream = requestsStream(exchange, expect.streamField) === true;
  const key = header(request.headers, 'idempotency-key');
  const others = [
    ...(request.credential === 'none' ? [NO_KEY.name] : []),
    ...(key === undefined ? [] : [keyName(key)]),
  ];
  for (const name of [...names, ...others]) {
    walked.add(`${stream ? `${operation} stream` : operation}: ${name}`);
  }
}

/** As `keysOfLengths` names it. */
function keyName(key: string): string {
  if (key.trim() === '') return key === '' ? 'an empty key' : 'a key of spaces';
  if (key.length > 200) return `a key of ${key.length} characters`;
  return key.length === 1 ? 'a key of one character' : 'an ordinary key';
}

function page(): string {
  const head = ['axis', ...forms.map(({ name }) => name)];
  return [
    '# Coverage',
    'A request of Assay is a point of a product: an operation in one form, with differences from a plain request on some axes (docs/testing.md, Requests). The table shows how many differences of each axis a thorough run sends in each form. `npm run coverage` writes this page.',
    [row(head), row(head.map(() => '---')), ...AXES.map(rowOf)].join('\n'),
    '## What is not sent, and why',
    AXES.flatMap(missing).join('\n'),
  ].join('\n\n');
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function rowOf({ name, of }: (typeof AXES)[number]): string {
  return row([
    name,
    ...forms.map((form) => {
      const all = of(form);
      const sent = all.filter((difference) => isWalked(form, difference));
      return all.length === 0 ? '' : `${sent.length} of ${all.length}`;
    }),
  ]);
}

function missing({ name, of, whyNot }: (typeof AXES)[number]): readonly string[] {
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
}

function isWalked(form: RequestForm, { name }: Difference): boolean {
  return walked.has(`${form.name}: ${name}`);
}

mkdirSync(dirname(PAGE), { recursive: true });
writeFileSync(PAGE, `${page()}\n`);
