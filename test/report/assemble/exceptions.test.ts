import { expect, test } from 'vitest';
import * as formats from '../../../src/report/formats/index.ts';
import { exceptionsSentence } from '../../../src/report/phrases/sentences.ts';
import type { RuleResult } from '../../../src/report/schema/rules.ts';
import type { RunReport } from '../../../src/report/schema/run-report.ts';
import type { Format } from '../../../src/report/write.ts';
import * as samples from '../sample-report.ts';

const ACCEPTED = { reason: 'ticket 12', expires: '2026-12-22' };
const STALE = 'Baseline is stale: chat-shape in chat has no finding any more.';

/** The failing sample with a baseline that accepts all its findings. */
function excepted(): RunReport {
  const report = samples.failingGate();
  const rules = report.rules.map((rule): RuleResult => {
    if (rule.verdict === 'could-not-verify') return { ...rule, accepted: ACCEPTED };
    if (rule.verdict !== 'fail') return rule;
    return { ...rule, verdict: 'note', accepted: { ...ACCEPTED, operations: ['chat'] } };
  });
  return {
    ...report,
    outcome: 'pass',
    exitCode: 0,
    reasons: [exceptionsSentence(rules) ?? ''],
    baseline: { file: 'b.yaml', accepted: 4, expired: [], stale: [STALE] },
    rules,
    slo: [],
    ...(report.load && {
      load: {
        ...report.load,
        violations: report.load.violations.map((each) => ({ ...each, accepted: true })),
      },
    }),
  };
}

function rendered(format: Format): string {
  return format.render(excepted()).replaceAll(/\s+/g, ' ');
}

test.each([formats.text, formats.markdown, formats.html])(
  'exceptions: $file states once that it passed with exceptions and what is stale, never "not conformant"',
  (format) => {
    const page = rendered(format);
    expect(page.split('Passed with exceptions').length - 1).toBe(1);
    expect(page).toContain(STALE);
    expect(page).not.toContain('Not conformant');
    expect(page).not.toContain('All checks passed');
  },
);

test('exceptions: an accepted finding is not a failure in JUnit, and has its reason', () => {
  const junit = rendered(formats.junit);
  expect(junit).not.toMatch(/<failure|<error/);
  expect(junit).toContain('accepted by the baseline in chat until 2026-12-22: ticket 12');
  expect(junit).toMatch(
    /<skipped message="could-not-verify: [^"]*accepted by the baseline as not verified until 2026-12-22: ticket 12"/,
  );
  expect(junit).toContain(STALE);
});

test('exceptions: an accepted finding is a suppressed note in SARIF, and nothing is open', () => {
  const [run] = JSON.parse(formats.sarif.render(excepted())).runs;
  const [notification] = run.invocations[0].toolExecutionNotifications;
  expect(notification).toMatchObject({
    level: 'note',
    message: { text: expect.stringMatching(/^Passed with exceptions: /) },
  });
  expect(run.results).not.toContainEqual(expect.objectContaining({ level: 'error' }));
  expect(run.results).not.toContainEqual(expect.objectContaining({ kind: 'open' }));
  expect(run.results).toContainEqual(
    expect.objectContaining({
      level: 'note',
      suppressions: [{ kind: 'external', status: 'accepted', justification: 'ticket 12' }],
    }),
  );
});

test('exceptions: findings of an operation that is not accepted stay errors in SARIF', () => {
  const report = samples.failingGate();
  const rules = report.rules.map((rule) =>
    rule.id !== 'chat-stream-done-once-last' || rule.conformance === undefined
      ? rule
      : {
          ...rule,
          accepted: { ...ACCEPTED, operations: ['responses'] },
          conformance: { ...rule.conformance, operations: { chat: 2, responses: 1 }, findings: 3 },
        },
  );
  const [run] = JSON.parse(formats.sarif.render({ ...report, rules })).runs;
  const levels = run.results
    .filter(({ ruleId }: { ruleId: string }) => ruleId === 'chat-stream-done-once-last')
    .filter(({ properties }: { properties: { phase: string } }) => properties.phase !== 'load')
    .map(({ level }: { level: string }) => level);
  expect(levels).toEqual(['error', 'note']);
});
