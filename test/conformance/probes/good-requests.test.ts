import { describe, expect, test } from 'vitest';
import type { ProbeRequest } from '../../../src/conformance/gateway.ts';
import { referenceProfile } from '../../../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import { accepted, chatRequest } from '../../../src/conformance/requests/plain.ts';
import type { JudgeRule, Rule } from '../../../src/conformance/rule.ts';
import { authSchemeCaseInsensitive } from '../../../src/conformance/rules/auth.ts';
import { chatAccepted } from '../../../src/conformance/rules/chat/prompts.ts';
import { transportRequestForms } from '../../../src/conformance/rules/transport/connections.ts';
import { runConformance } from '../../../src/conformance/run/run-conformance.ts';
import { createProbeGateways } from '../../../src/conformance/sending/live-gateway.ts';
import { decide } from '../../../src/report/assemble/outcome.ts';
import { EXPECT, judgeReference } from '../../support/judge-reference.ts';
import { serveInTest } from '../../support/tcp-server.ts';

test('valid requests: an unusual spelling that is refused is only a finding of the rule on it', async () => {
  const faults = ['auth-scheme-case-sensitive', 'tp-chunked-411'];
  const rules = [authSchemeCaseInsensitive, transportRequestForms, chatAccepted];
  const outcomes = await judgeReference(rules, { faults });
  expect(outcomes.map(({ rule, tally }) => [rule.id, tally.findings > 0])).toEqual([
    ['auth-scheme-case-insensitive', true],
    ['transport-request-forms', true],
    ['chat-accepted', false],
  ]);
});

describe('valid requests: a malformed one', () => {
  test('is a defect of Assay with exit code 3, and reaches neither the target nor its tally', async () => {
    const [outcome, failures, sent] = await run(ruleOver(accepted({ ...GOOD, body: BAD })));
    expect(failures).toEqual([
      expect.stringMatching(/^Internal error in probe .+ \(MalformedRequest: /),
    ]);
    const deciding = { interrupted: false, rules: [], slo: [], judgedShare: 1 };
    expect(decide({ ...deciding, harnessErrors: failures }).exitCode).toBe(3);
    expect(outcome?.tally).toMatchObject({ judged: 0, findings: 0 });
    expect(sent).toBe(0);
  });

  test('is not a defect if it need not be accepted', async () => {
    const [, failures, sent] = await run(ruleOver({ ...GOOD, body: BAD }));
    expect([failures, sent]).toEqual([[], 1]);
  });

  test('is a defect also when a valid request is copied and its body replaced', async () => {
    const [, failures] = await run(ruleOver({ ...accepted(GOOD), body: BAD }));
    expect(failures).toHaveLength(1);
  });
});

const GOOD = chatRequest(EXPECT, { prompt: 'Say hello.' });
const BAD = { json: { model: 1 } };
const REFUSAL = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

function ruleOver(request: ProbeRequest): JudgeRule<'any'> {
  return {
    id: 'a-rule',
    level: 'must',
    provenance: 'assumed',
    source: 'this test',
    statement: 'Every answer is wrong.',
    provenBy: 'none',
    evidence: 'any',
    operations: ['chat'],
    probe: { name: 'a-probe', run: async (gateway) => [await gateway.send(request)] },
    judge: () => [{ expected: 'nothing', actual: 'an answer' }],
  };
}

/** Judges a rule on a target that refuses every request. */
async function run(rule: Rule) {
  const target = await serveInTest((socket) => socket.end(REFUSAL));
  let sent = 0;
  const gateways = createProbeGateways({
    address: target.origin,
    keys: { first: 'test_live_0123456789abcdef' },
    expect: EXPECT,
    seed: 1,
    onExchange: () => {
      sent += 1;
    },
  });
  const { outcomes, failures } = await runConformance({
    rules: [rule],
    profile: resolveProfile(referenceProfile, []),
    capabilities: { secondKey: false },
    target: gateways,
    timekeeping: gateways.timekeeping,
    signal: new AbortController().signal,
  });
  await gateways.close();
  return [outcomes[0], failures, sent] as const;
}
