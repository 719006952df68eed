import { expect, test } from 'vitest';
import { z } from 'zod';
import { sarif } from '../../../src/report/formats/sarif.ts';
import type { RunReport } from '../../../src/report/schema/run-report.ts';
import * as samples from '../sample-report.ts';

/** What consumers of SARIF read, strictly. */
const LogSchema = z.strictObject({
  $schema: z.url(),
  version: z.literal('2.1.0'),
  runs: z.tuple([
    z.object({
      tool: z.object({
        driver: z.object({
          name: z.literal('Assay'),
          informationUri: z.url(),
          rules: z.array(
            z.object({
              id: z.string(),
              shortDescription: z.object({ text: z.string().min(1) }),
              help: z.object({ text: z.string().min(1), markdown: z.string().min(1) }),
              helpUri: z.url(),
              defaultConfiguration: z.object({ level: z.enum(['error', 'warning', 'note']) }),
            }),
          ),
        }),
      }),
      invocations: z.tuple([
        z.object({
          executionSuccessful: z.boolean(),
          toolExecutionNotifications: z.array(
            z.object({ level: z.string(), message: z.object({ text: z.string() }) }),
          ),
        }),
      ]),
      results: z.array(
        z.object({
          ruleId: z.string(),
          ruleIndex: z.int(),
          kind: z.enum(['fail', 'open']),
          level: z.enum(['error', 'warning', 'note', 'none']),
          message: z.object({ text: z.string().min(1) }),
          occurrenceCount: z.int().min(1).optional(),
          locations: z.tuple([
            z.object({
              physicalLocation: z.object({
                artifactLocation: z.object({ uri: z.string(), uriBaseId: z.string().optional() }),
                region: z.object({ startLine: z.int().min(1) }).optional(),
              }),
            }),
          ]),
          partialFingerprints: z.record(z.string(), z.string()),
        }),
      ),
    }),
  ]),
});

function runOf(report: RunReport) {
  return LogSchema.parse(JSON.parse(sarif.render(report))).runs[0];
}

test('sarif: every result names its rule by id and by place', () => {
  const { tool, results } = runOf(samples.failingGate());
  expect(results.length).toBeGreaterThan(0);
  for (const { ruleId, ruleIndex } of results) {
    expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
  }
});

test('sarif: the level of a result is that of its rule', () => {
  const levels = runOf(samples.failingGate()).results.map(({ ruleId, level }) => [ruleId, level]);
  expect(levels).toEqual([
    ['chat-created-integer', 'error'],
    ['chat-usage-sum', 'warning'],
    ['chat-stream-done-once-last', 'error'],
    ['responses-stream-done-sentinel', 'note'],
    ['chat-stream-done-once-last', 'error'],
    ['idempotency-concurrent-one-effect', 'error'],
    ['video-id-scoped-to-key', 'none'],
    ['slo-objective-met', 'error'],
  ]);
});

test('sarif: a passing run has no results', () => {
  expect(runOf(samples.passingGate()).results).toEqual([]);
});

test('sarif: an unverified required rule is an open result, a recommended one a notification', () => {
  const report = samples.conformanceOnly();
  const open = runOf(report).results;
  expect(open.map(({ kind }) => kind)).toEqual(['open']);
  for (const rule of report.rules) if (rule.verdict === 'could-not-verify') rule.level = 'should';
  const { results, invocations } = runOf(report);
  expect(results).toEqual([]);
  expect(invocations[0].toolExecutionNotifications.at(-1)?.message.text).toBe(
    'could-not-verify: video-id-scoped-to-key (needs an API key of another tenant (ASSAY_API_KEY_2))',
  );
});

test('sarif: an inconclusive run is not a successful execution', () => {
  expect(runOf(samples.interruptedGate()).invocations[0].executionSuccessful).toBe(false);
  expect(runOf(samples.failingGate()).invocations[0].executionSuccessful).toBe(true);
});

test('sarif: the fingerprint of a finding does not depend on the observed value', () => {
  const report = samples.failingGate();
  const before = runOf(report).results.map(({ partialFingerprints }) => partialFingerprints);
  for (const { conformance } of report.rules) {
    for (const example of conformance?.examples ?? []) example.actual = 'something else';
  }
  expect(runOf(report).results.map((each) => each.partialFingerprints)).toEqual(before);
  expect(new Set(before.map((prints) => JSON.stringify(prints))).size).toBe(before.length);
});

test('sarif: a link in the text of a gateway is shown as text', () => {
  const report = samples.hostileGate('[click](http://127.0.0.1/)');
  for (const { message } of runOf(report).results) expect(message.text).not.toContain('](');
});

test('sarif: a result has the line of its operation or objective in the configuration', () => {
  const report = samples.failingGate();
  const [missed] = report.slo.filter(({ met }) => met === false);
  report.configuration = {
    file: './gateways/our gateway.yaml',
    sha256: '',
    lines: {
      target: 2,
      models: 4,
      'models.chat': 5,
      [`slo.${missed?.objective}`]: 12,
    },
  };
  const places = runOf(report).results.map(({ ruleId, locations: [{ physicalLocation }] }) => {
    const { artifactLocation, region } = physicalLocation;
    return `${ruleId} ${artifactLocation.uri}:${region?.startLine}`;
  });
  expect(places).toContain('chat-created-integer gateways/our%20gateway.yaml:5');
  expect(places).toContain('slo-objective-met gateways/our%20gateway.yaml:12');
  expect(places).toContain('video-id-scoped-to-key gateways/our%20gateway.yaml:2');
  Object.assign(report.configuration.lines ?? {}, { 'operations.chat': 9 });
  expect(runOf(report).results[0]?.locations[0].physicalLocation.region?.startLine).toBe(9);
});

test('sarif: without a configuration a result has the path of its operation', () => {
  const { configuration: _, ...report } = samples.failingGate();
  const result = runOf(report).results.find(({ ruleId }) => ruleId === 'chat-created-integer');
  expect(result?.locations[0].physicalLocation).toEqual({
    artifactLocation: { uri: 'chat/completions', uriBaseId: 'TARGET' },
  });
});

test('sarif: the help of a rule names the commands for it, and no text is markup', () => {
  const report = samples.hostileGate('<img src=x> [a](http://b)');
  for (const { id, help } of runOf(report).tool.driver.rules) {
    expect(help.markdown).not.toMatch(/<img|\]\(/);
    if (id !== 'slo-objective-met') expect(help.markdown).toContain(`npx assay explain ${id}\n`);
  }
});
