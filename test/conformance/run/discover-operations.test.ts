import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReferenceServer } from '../../../reference-server/server.ts';
import { refusalWords } from '../../../src/answers/refusal.ts';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import { defaultProfile, referenceProfile } from '../../../src/conformance/profiles/bundled.ts';
import type { OperationOverride } from '../../../src/conformance/profiles/profile.ts';
import {
  type ResolvedProfile,
  resolveProfile,
} from '../../../src/conformance/profiles/resolved-profile.ts';
import { absenceReason, isAbsent } from '../../../src/conformance/run/absent-operations.ts';
import {
  discoverOperations,
  withAbsent,
} from '../../../src/conformance/run/discover-operations.ts';
import { runConformance } from '../../../src/conformance/run/run-conformance.ts';
import { createProbeGateways } from '../../../src/conformance/sending/live-gateway.ts';
import { OPERATION_NAMES } from '../../../src/contract/operations.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { exchange as exchangeWith } from '../../measure/exchange-builder.ts';
import { inFrontOf, without } from '../../support/without-operation.ts';

const RULES = CATALOGUE.map(({ rule }) => rule);
const MODELS = referenceProfile.overrides.filter((override) => 'setting' in override);

const server = createReferenceServer();
let address: string;

beforeAll(async () => {
  ({ address } = await server.listen());
});

afterAll(() => server.close(0));

/** The default profile with the models of the reference gateway and these overrides. */
function profileWith(...overrides: readonly OperationOverride[]): ResolvedProfile {
  return resolveProfile(defaultProfile, RULES, [...MODELS, ...overrides]);
}

async function withGateways<T>(
  target: string,
  profile: ResolvedProfile,
  use: (gateways: ReturnType<typeof createProbeGateways>, sent: Exchange[]) => Promise<T>,
): Promise<T> {
  const [first, second] = server.keys;
  const sent: Exchange[] = [];
  const gateways = createProbeGateways({
    address: target,
    keys: { first, second },
    expect: profile.expect,
    seed: 1,
    onExchange: (exchange) => sent.push(exchange),
  });
  try {
    return await use(gateways, sent);
  } finally {
    await gateways.close();
  }
}

function ask(target: string, profile = profileWith()) {
  return withGateways(target, profile, async (gateways, sent) => {
    const asked = await discoverOperations(gateways.gatewayFor({ name: 'operations' }), profile);
    return { ...asked, sent };
  });
}

test('operations: a gateway that offers all receives one valid request for each', async () => {
  const { absent, missing, refused, accepted, sent } = await ask(address);
  expect(absent).toEqual([]);
  expect(refused).toEqual([]);
  expect(missing.size).toBe(0);
  expect(sent.map(({ operation }) => operation).toSorted()).toEqual(
    [...OPERATION_NAMES, 'other'].toSorted(),
  );
  expect(accepted).toEqual(OPERATION_NAMES.filter((operation) => operation !== 'video-read'));
});

test.each([
  ['404', 'POST /images', 404, 'images'],
  ['405', 'POST /audio', 405, 'transcription'],
  ['501', 'POST /responses', 501, 'responses'],
  ['405 to DELETE', 'DELETE /videos', 405, 'video-cancel'],
  ['404 to a DELETE of a job that is there', 'DELETE /videos', 404, 'video-cancel'],
])('operations: %s shows that the operation is absent', async (_, line, status, operation) => {
  const front = await inFrontOf(address, without(line, status));
  const { absent } = await ask(front.address);
  await front.close();
  expect(absent.map((override) => override.operation)).toEqual([operation]);
  expect(absent[0]?.reason).toMatch(new RegExp(`^${line}\\S* returned ${status}`));
});

test('operations: 404 to a DELETE of an unknown job leaves the operation possible', async () => {
  const front = await inFrontOf(address, (line) =>
    /^(?:DELETE|GET) .videos/.test(line) ? without('', 404)(line) : undefined,
  );
  const { absent } = await ask(front.address);
  await front.close();
  expect(absent).toEqual([]);
});

test('operations: a 404 about an unknown model shows that the operation is offered', async () => {
  const body = { error: { message: 'The model `x` does not exist', code: 'model_not_found' } };
  const front = await inFrontOf(address, (line) =>
    line.startsWith('POST /images') ? { status: 404, body } : undefined,
  );
  const { absent } = await ask(front.address);
  await front.close();
  expect(absent).toEqual([]);
});

test('operations: an operation is absent when an unknown path has the same success', async () => {
  const body = { status: 'ok', hint: 'This is not the API.' };
  const front = await inFrontOf(address, (line) =>
    /^POST .(?:images|assay-no)/.test(line) ? { status: 200, body } : undefined,
  );
  const { absent, accepted } = await ask(front.address);
  await front.close();
  expect(absent).toMatchObject([
    {
      operation: 'images',
      reason: expect.stringMatching(/ returned 200, .*, the same as for an unknown path$/),
    },
  ]);
  expect(accepted).not.toContain('images');
});

test('operations: the job that discovery creates is cancelled', async () => {
  const { sent } = await ask(address);
  const cancel = sent.find(({ operation }) => operation === 'video-cancel');
  expect(cancel?.answer?.status).toBe(200);
});

test('operations: a valid request that is refused is reported, with the exchange', async () => {
  const body = { error: { message: 'Out of credit.', code: 'insufficient_quota' } };
  const front = await inFrontOf(address, (line) =>
    line.startsWith('POST /images') ? { status: 402, body } : undefined,
  );
  const { absent, refused } = await ask(front.address);
  await front.close();
  expect(absent).toEqual([]);
  expect(refused.map(({ operation, exchange }) => [operation, refusalWords(exchange)])).toEqual([
    ['images', '402 insufficient_quota: "Out of credit."'],
  ]);
});

test('operations: a redirect is reported with its address, without the query', async () => {
  const location = 'https://login.example/start?token=abc';
  const answer = {
    status: 302,
    headers: [['location', location]],
    sizeBytes: 0,
    reads: [],
  } as const;
  expect(refusalWords({ ...exchangeWith(), answer })).toBe(
    '302, a redirect to https://login.example/start, which is not followed: use that address',
  );
});

test('operations: one that is absent by the profile receives no request', async () => {
  const said = { operation: 'images', value: 'absent', reason: 'not sold' } as const;
  const { sent } = await ask(address, profileWith(said));
  expect(sent.map(({ operation }) => operation)).not.toContain('images');
});

test('operations: without video-create there is no job to read or to cancel', () => {
  const profile = withAbsent(profileWith(), [
    { operation: 'video-create', value: 'absent', reason: 'returned 404' },
  ]);
  expect(isAbsent('video-read', profile)).toBe(true);
  expect(absenceReason(['video-cancel'], profile)).toBe(
    'video-cancel is not offered: there is no video job without video-create: returned 404',
  );
});

type Answering = Parameters<typeof inFrontOf>[1];

const SOME = RULES.filter(({ id }) =>
  [
    'images-shape',
    'images-decodes',
    'auth-missing-refused',
    'idempotency-scope-endpoint',
    'chat-choices-shape',
    'auth-missing-401',
  ].includes(id),
);

const WITHOUT_IMAGES = without('POST /images');

async function judge(profile: ResolvedProfile, answer: Answering = WITHOUT_IMAGES) {
  const front = await inFrontOf(address, answer);
  try {
    return await withGateways(front.address, profile, async (gateways) => {
      const { absent, missing } = await discoverOperations(
        gateways.gatewayFor({ name: 'operations' }),
        profile,
      );
      const { outcomes } = await runConformance({
        rules: SOME,
        profile: withAbsent(profile, absent),
        capabilities: { secondKey: true },
        target: gateways,
        timekeeping: gateways.timekeeping,
        missingOperations: missing,
        signal: new AbortController().signal,
      });
      return new Map(outcomes.map((outcome) => [outcome.rule.id, outcome]));
    });
  } finally {
    await front.close();
  }
}

test('operations: rules over an absent one are not applicable, and others are judged without it', async () => {
  const outcomes = await judge(profileWith());
  const reason = expect.stringContaining('images is not offered: POST /images/generations');
  const excluded = { verdict: 'not-applicable', reason };
  expect(outcomes.get('images-shape')?.exclusion).toEqual(excluded);
  expect(outcomes.get('idempotency-scope-endpoint')?.exclusion).toEqual(excluded);
  for (const id of ['auth-missing-refused', 'chat-choices-shape']) {
    expect(outcomes.get(id)?.exclusion).toBeUndefined();
    expect(outcomes.get(id)?.tally.findings).toBe(0);
    expect(outcomes.get(id)?.tally.judged).toBeGreaterThan(0);
  }
});

test('operations: a rule that the offered ones do not settle is unverified, although another is absent', async () => {
  const served = { status: 200, body: {} };
  const outcomes = await judge(profileWith(), (line) =>
    line.includes('/assay-no-such-path') ? undefined : (WITHOUT_IMAGES(line) ?? served),
  );
  const { exclusion, tally } = outcomes.get('auth-missing-401') ?? {};
  expect(exclusion).toBeUndefined();
  expect(tally?.judged).toBe(0);
  expect([...(tally?.reasons ?? [])]).toContain('needs a refusal');
});

test('operations: a missing one that the profile declares is a finding of its first stated rule', async () => {
  const said = { operation: 'images', value: 'offered', reason: 'on the price list' } as const;
  const outcomes = await judge(profileWith(said));
  const { findings, byOperation } = outcomes.get('images-decodes')?.tally ?? {};
  expect(findings).toBe(1);
  expect(byOperation?.get('images')?.examples[0]?.finding).toEqual({
    expected: 'images offered, as profile default declares (on the price list)',
    actual: expect.stringMatching(/^POST \/images\/generations returned 404/),
  });
  expect(outcomes.get('images-shape')?.tally.findings).toBe(0);
  expect(outcomes.get('images-shape')?.exclusion).toBeUndefined();
});
