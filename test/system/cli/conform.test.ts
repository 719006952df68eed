import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ReferenceOptions } from '../../../reference-server/server.ts';
import type { RunReport } from '../../../src/report/schema/run-report.ts';
import { assay } from '../../support/assay-in-process.ts';
import { withReference } from '../../support/reference-gateway.ts';
import { reportIn, testFolder, writerIn } from '../../support/test-folder.ts';
import { inFrontOf, without } from '../../support/without-operation.ts';
import type { CommandRun } from '../support/run-assay.ts';

const folder = await testFolder('conform');

const MODELS = `models:
  chat: ref-chat
  responses: ref-responses
  images: ref-image
  transcription: ref-transcription
  video: ref-video
`;

interface Judged extends CommandRun {
  readonly out: string;
  readonly report: RunReport;
}

type Answering = Parameters<typeof inFrontOf>[1];

/** `assay conform` of a reference gateway of its own, as any address. */
async function conform(
  args: readonly string[],
  options: ReferenceOptions = {},
  answering: Answering = () => undefined,
): Promise<CommandRun & { readonly out: string }> {
  const out = await mkdtemp(join(folder, 'out-'));
  return withReference(options, async ({ address, env }) => {
    const front = await inFrontOf(address, answering);
    const all = ['conform', '--target', front.address, '--out', out, ...args];
    const run = await assay(all, { env });
    await front.close();
    return { ...run, out };
  });
}

async function judged(...given: Parameters<typeof conform>): Promise<Judged> {
  const run = await conform(...given);
  return { ...run, report: await reportIn(run.out) };
}

const file = writerIn(folder);

function ruleIn({ report }: Judged, id: string) {
  return report.rules.find((rule) => rule.id === id);
}

describe('rule sets', () => {
  test.each([
    ['2026.12', 'chat-stream-choices-shape', 'cs-object-completion', { code: 1, verdict: 'fail' }],
    ['2026.11', 'chat-stream-choices-shape', 'cs-object-completion', { code: 0, verdict: 'warn' }],
  ])(
    'conform: in rule set %s a finding of %s has the level of that set',
    async (set, rule, fault, { code, verdict }) => {
      const run = await judged(['--rule-set', set, '--rule', rule], { faults: [fault] });
      expect(ruleIn(run, rule)?.verdict).toBe(verdict);
      expect(run.code).toBe(code);
      expect(run.report.ruleSet).toEqual({ number: set, newer: [] });
    },
  );

  test('conform: --level selects rules by their level in the rule set', async () => {
    const rules = ['--rule', 'chat-usage-integers', '--rule', 'chat-choices-shape'];
    const run = await judged(['--rule-set', '2026.11', '--level', 'must', ...rules]);
    expect(run.report.rules.map(({ id }) => id)).toEqual(['chat-choices-shape']);
  });
});

describe('profiles', () => {
  test('conform: a profile that changes a stated rule passes, and is not conformant', async () => {
    const profile = await file(
      'stated-off.yaml',
      `name: mine
extends: reference
overrides:
  - { rule: chat-created-integer, value: 'off', reason: Ours has a fraction. }
  - { setting: mismatchStatus, value: [409], reason: Ours says conflict. }
`,
    );
    const rules = ['--rule', 'chat-created-integer', '--rule', 'idempotency-mismatch-422'];
    const run = await judged(['--profile', profile, ...rules]);
    expect(run.code).toBe(0);
    expect(run.report.conformant).toBe(false);
    expect(run.stdout).toContain(
      'Not conformant to the interface: profile mine changes stated rules',
    );
    expect(ruleIn(run, 'chat-created-integer')).toMatchObject({
      verdict: 'not-applicable',
      override: 'Ours has a fraction.',
    });
    expect(ruleIn(run, 'idempotency-mismatch-422')).toMatchObject({
      verdict: 'warn',
      override: 'mismatchStatus is [409]: Ours says conflict.',
    });
    expect(run.report.profile.overrides.at(-1)).toEqual({
      kind: 'setting',
      subject: 'mismatchStatus',
      value: [409],
      reason: 'Ours says conflict.',
      rules: ['idempotency-mismatch-422'],
    });
  });
});

test.concurrent('conform: where lines cannot be redrawn, one line states what is judged', async () => {
  const { stderr } = await judged(['--rule', 'chat-choices-shape']);
  expect(stderr).toBe('Conformance: 1 rule, profile reference\n');
});

describe.concurrent('capabilities', () => {
  const RULES = ['--rule', 'images-shape', '--rule', 'chat-choices-shape'];

  test('conform: the rules of a missing operation are not applicable', async () => {
    const config = await file('models.yaml', MODELS);
    const args = ['--profile', 'default', '--config', config, ...RULES];
    const run = await judged(args, {}, without('POST /images'));
    expect(run.code).toBe(0);
    expect(run.stderr).toMatch(/^Not offered: images \(POST \/images\/generations returned 404/m);
    expect(ruleIn(run, 'images-shape')).toMatchObject({
      verdict: 'not-applicable',
      reason: expect.stringContaining('images is not offered'),
    });
    expect(ruleIn(run, 'chat-choices-shape')?.verdict).toBe('pass');
    expect(run.report.missingOperations?.map(({ operation }) => operation)).toEqual(['images']);
    expect(run.report.conformant).toBe(false);
    expect(run.stdout).toContain(
      'Not conformant to the interface: the target does not support images.',
    );
  });

  test.each([
    [
      'unknown',
      1,
      'see the findings of idempotency-every-billable-post; if that is intended, set "idempotency: not-offered" in assay.yaml',
    ],
    ['not-offered', 0, 'Set in the configuration, idempotency'],
  ])(
    'conform: keys that are ignored, where idempotency is %s, give exit code %i and one line',
    async (idempotency, code, reason) => {
      const config = await file(
        `idempotency-${idempotency}.yaml`,
        `${MODELS}idempotency: ${idempotency}\n`,
      );
      const args = ['--profile', 'default', '--config', config, '--area', 'idempotency'];
      const run = await judged(args, { faults: ['idem-ignored'] });
      expect(run.code).toBe(code);
      expect(run.report.rules.filter(({ verdict }) => verdict === 'fail')).toHaveLength(code);
      expect(run.report.target.note).toBe(`Not offered: idempotency (${reason}).`);
      expect(run.report.conformant).toBe(false);
      expect(run.stdout).toContain(
        'Not conformant to the interface: the target does not support idempotency.',
      );
    },
  );

  test('conform: an operation that is declared and missing gives exit code 1', async () => {
    const config = await file(
      'declared.yaml',
      `${MODELS}operations:
  - { operation: images, value: offered, reason: It is on the price list. }
`,
    );
    const args = ['--profile', 'default', '--config', config, ...RULES];
    const run = await judged(args, {}, without('POST /images'));
    expect(run.code).toBe(1);
    expect(ruleIn(run, 'images-shape')).toMatchObject({ verdict: 'fail' });
    expect(ruleIn(run, 'images-shape')?.conformance?.examples[0]?.expected).toBe(
      'images offered, as profile default declares (It is on the price list.)',
    );
  });
});

describe.concurrent('baseline', () => {
  const RULES = ['--rule', 'chat-created-integer', '--rule', 'chat-choices-shape'];
  const FAULT = { faults: ['chat-created-float'] };

  test('conform: a baseline that cannot be written changes no failed verdict, and no passed one into success', async () => {
    const path = join(folder, 'missing', 'baseline.yaml');
    const args = ['--profile', 'reference', ...RULES, '--baseline', path, '--update-baseline'];
    const failed = await judged(args, FAULT);
    expect(failed.code).toBe(1);
    const passed = await judged(args);
    expect(passed.code).toBe(3);
    for (const { stdout, stderr } of [failed, passed]) {
      expect((stdout + stderr).replaceAll(/\s+/g, ' ')).toContain(
        `Cannot write the baseline ${path} (ENOENT). Check its folder.`,
      );
    }
  });

  test('conform: a baseline is written, accepts, goes stale and expires', async () => {
    const path = join(folder, 'baseline.yaml');
    const args = ['--profile', 'reference', ...RULES, '--baseline', path];
    const written = await judged([...args, '--update-baseline'], FAULT);
    expect(written.code).toBe(0);
    const text = await readFile(path, 'utf8');
    expect(text).toMatch(
      /rule: chat-created-integer\n\s+operations:\n\s+- chat\n\s+reason: Say here why/,
    );
    const reasoned = await judged([...args, '--update-baseline', '--reason', 'ticket 12'], FAULT);
    expect(reasoned.code).toBe(0);
    const accepted = await judged([...args, '--verbose'], FAULT);
    expect(accepted.code).toBe(0);
    expect(accepted.report.conformant).toBe(false);
    expect(ruleIn(accepted, 'chat-created-integer')).toMatchObject({
      verdict: 'note',
      accepted: { operations: ['chat'], reason: 'ticket 12' },
    });
    expect(accepted.stdout).toMatch(/accepted by the baseline in chat until [\d-]+: ticket 12/);
    expect(accepted.report.reasons).toEqual([
      expect.stringMatching(
        /^Passed with exceptions: 1 of 2 required rules passed, 1 is accepted by the baseline until [\d-]+\.$/,
      ),
    ]);

    const stale = await judged(args);
    expect(stale.code).toBe(0);
    const sentence = `Baseline entry is stale: chat-created-integer has no finding in chat any more. Remove the entry in ${path}, or run with --update-baseline.`;
    expect(stale.report.baseline?.stale).toEqual([sentence]);
    expect(stale.stdout.replaceAll(/\s+/g, ' ')).toContain(sentence);
    const strict = await judged([...args, '--strict-baseline']);
    expect(strict.code).toBe(1);
    expect(strict.report.reasons).toEqual([sentence]);

    const filled = await readFile(path, 'utf8');
    await writeFile(path, filled.replace(/expires: .*/, 'expires: 2026-01-01'));
    const expired = await judged(args, FAULT);
    expect(expired.code).toBe(1);
    expect(expired.report.reasons).toContain(
      'Baseline entry expired on 2026-01-01: chat-created-integer still fails in chat.',
    );
  });
});
