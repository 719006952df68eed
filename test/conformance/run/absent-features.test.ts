import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import type { Feature } from '../../../src/conformance/expectations.ts';
import type { Rule } from '../../../src/conformance/rule.ts';
import type { RuleOutcome } from '../../../src/conformance/run/run-conformance.ts';
import { judgeReference, type ReferenceRun } from '../../support/judge-reference.ts';

const RULES = CATALOGUE.map(({ rule }) => rule);
const IDEMPOTENCY = RULES.filter(({ id }) => id.startsWith('idempotency-'));
const SIGN = 'idempotency-every-billable-post';

/** The outcomes, and the probes that sent something. */
async function judged(rules: readonly Rule[], run: ReferenceRun) {
  const probes = new Set<string>();
  const outcomes = await judgeReference(rules, { ...run, seen: ({ name }) => probes.add(name) });
  return { outcomes, probes };
}

const IGNORED = ['idem-ignored'];
const NOT_OFFERED = `idempotency is not offered: see the findings of ${SIGN}; if that is intended, set "idempotency: not-offered" in assay.yaml`;

function broken(outcomes: readonly RuleOutcome[]): readonly string[] {
  return outcomes.flatMap(({ rule, tally }) => (tally.findings > 0 ? [rule.id] : []));
}

function excluded(outcomes: readonly RuleOutcome[], reason: string): readonly string[] {
  return outcomes.flatMap(({ rule, exclusion }) =>
    exclusion?.verdict === 'not-applicable' && exclusion.reason === reason ? [rule.id] : [],
  );
}

test('features: a gateway that ignores every key has one finding where idempotency is unknown', async () => {
  const { outcomes, probes } = await judged(IDEMPOTENCY, {
    faults: IGNORED,
    features: { idempotency: 'unknown' },
  });
  expect(broken(outcomes)).toEqual([SIGN]);
  const others = IDEMPOTENCY.map(({ id }) => id).filter((id) => id !== SIGN);
  expect(excluded(outcomes, NOT_OFFERED)).toEqual(others);
  expect([...probes]).toEqual(['retries-of-billable-requests']);
});

test('features: a gateway that ignores every key has no finding where idempotency is not offered', async () => {
  const { outcomes, probes } = await judged(IDEMPOTENCY, {
    faults: IGNORED,
    features: { idempotency: 'not-offered' },
  });
  expect(broken(outcomes)).toEqual([]);
  expect(excluded(outcomes, 'idempotency is not offered: It is tried.')).toEqual(
    IDEMPOTENCY.map(({ id }) => id),
  );
  expect([...probes]).toEqual([]);
});

test('features: a gateway that ignores every key breaks each rule where idempotency is offered', async () => {
  const { outcomes } = await judged(IDEMPOTENCY, { faults: IGNORED });
  expect(broken(outcomes).length).toBeGreaterThanOrEqual(9);
});

test('features: a gateway that keeps keys is judged by each rule where idempotency is unknown', async () => {
  const features = {
    idempotency: 'unknown',
    tenants: 'unknown',
    tools: 'unknown',
    storedResponses: 'unknown',
  } as const;
  const { outcomes } = await judged(IDEMPOTENCY, { features });
  expect(outcomes.flatMap(({ rule, exclusion }) => (exclusion ? [rule.id] : []))).toEqual([]);
  expect(broken(outcomes)).toEqual([]);
});

test('features: only the rule that has the finding settles that keys are ignored', async () => {
  const rules = IDEMPOTENCY.filter(({ id }) => id === 'idempotency-replay');
  const run = { faults: IGNORED, features: { idempotency: 'unknown' } } as const;
  expect(broken((await judged(rules, run)).outcomes)).toEqual(['idempotency-replay']);
});

test('features: one operation that keeps keys leaves all rules to judge the others', async () => {
  const { outcomes } = await judged(IDEMPOTENCY, {
    faults: ['idem-chat-only'],
    features: { idempotency: 'unknown' },
  });
  expect(outcomes.flatMap(({ rule, exclusion }) => (exclusion ? [rule.id] : []))).toEqual([]);
  expect(broken(outcomes)).toContain(SIGN);
});

test('features: rules that need a second key are not applicable to a target of one tenant', async () => {
  const rules = RULES.filter(
    ({ id }) => id.endsWith('-scope-api-key') || id.endsWith('-scoped-to-key'),
  );
  const { outcomes, probes } = await judged(rules, { features: { tenants: 'not-offered' } });
  expect(excluded(outcomes, 'tenants is not offered: It is tried.')).toEqual(
    rules.map(({ id }) => id),
  );
  expect([...probes]).toEqual([]);
});

/** Those that are judged without an upstream. */
function rulesOf(feature: Feature): readonly Rule[] {
  return RULES.filter(({ needs = [] }) => needs.includes(feature) && !needs.includes('upstream'));
}

const OF_TOOLS = rulesOf('tools');

test.each([
  ['ignores tools', 'chat-tools-ignored', 'returned 200, application/json'],
  ['refuses tools', 'chat-tools-refused', 'returned 400, application/json'],
])(
  'features: the rules on tools are not applicable to a gateway that %s where they are unknown',
  async (_, fault, returned) => {
    const run = { faults: [fault], features: { tools: 'unknown' } } as const;
    const { outcomes, probes } = await judged(OF_TOOLS, run);
    const reason = `no answer to a chat that asks for a call has one: POST /chat/completions ${returned}`;
    expect(broken(outcomes)).toEqual([]);
    expect(excluded(outcomes, `tools is not offered: ${reason}`)).toEqual(
      OF_TOOLS.map(({ id }) => id),
    );
    expect([...probes]).toEqual(['chats-with-tools']);
  },
);

test('features: a gateway that ignores tools has a finding where they are offered', async () => {
  const { outcomes } = await judged(OF_TOOLS, { faults: ['chat-tools-ignored'] });
  expect(broken(outcomes)).toEqual(['chat-tool-choice']);
});

const OF_FORMATS = rulesOf('structuredOutput');
const OF_VISION = rulesOf('vision');

test('features: a gateway that ignores response_format has findings of one rule where formats are unknown', async () => {
  const run = {
    faults: ['chat-format-ignored'],
    features: { structuredOutput: 'unknown' },
  } as const;
  const { outcomes, probes } = await judged(OF_FORMATS, run);
  expect(broken(outcomes)).toEqual(['chat-format-json']);
  const reason =
    'structuredOutput is not offered: see the findings of chat-format-json; if that is intended, set "structuredOutput: not-offered" in assay.yaml';
  const others = OF_FORMATS.map(({ id }) => id).filter((id) => id !== 'chat-format-json');
  expect(excluded(outcomes, reason)).toEqual(others);
  expect([...probes]).toEqual(['chats-in-json']);
});

test.each([
  [
    'asks for JSON',
    'structuredOutput',
    'chat-format-refused',
    OF_FORMATS,
    'no chat that asks for JSON is accepted',
    'chats-in-json',
  ],
  [
    'has an image',
    'vision',
    'chat-image-refused',
    OF_VISION,
    'a chat with an image is refused',
    'chats-with-an-image',
  ],
] as const)(
  'features: a gateway that refuses what %s has one reason where %s is unknown',
  async (_, feature, fault, rules, sign, probe) => {
    const run = { faults: [fault], features: { [feature]: 'unknown' } };
    const { outcomes, probes } = await judged(rules, run);
    expect(broken(outcomes)).toEqual([]);
    const reason = `${feature} is not offered: ${sign}: POST /chat/completions returned 400, application/json`;
    expect(excluded(outcomes, reason)).toEqual(rules.map(({ id }) => id));
    expect([...probes]).toEqual([probe]);
  },
);

const OF_STORED = rulesOf('storedResponses');

test('features: a gateway that refuses each previous_response_id is not judged by its rules where it is unknown', async () => {
  const run = { faults: ['resp-never-stored'], features: { storedResponses: 'unknown' } } as const;
  const { outcomes, probes } = await judged(OF_STORED, run);
  const reason =
    'storedResponses is not offered: a request with previous_response_id is refused: POST /responses returned 400, application/json';
  expect(broken(outcomes)).toEqual([]);
  expect(excluded(outcomes, reason)).toEqual(OF_STORED.map(({ id }) => id));
  expect([...probes]).toEqual(['response-that-continues']);
});
