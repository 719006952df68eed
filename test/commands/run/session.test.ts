import { expect, test } from 'vitest';
import { exampleListener, type LiveFinding } from '../../../src/commands/run/session.ts';
import { knowKeysOf } from '../../../src/commands/terminal/secrets.ts';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import { findRuleSet } from '../../../src/conformance/find-rule-set.ts';
import { referenceProfile } from '../../../src/conformance/profiles/bundled/reference.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import { chatIdUnique } from '../../../src/conformance/rules/chat/answers.ts';

const KEY = 'sk-live-7c1f0b6e52d94a83';
const RULES = CATALOGUE.map(({ rule }) => rule);
const LATER = { rule: 'chat-id-unique', value: 'should', reason: 'known' } as const;

test('live findings: a decoded key is a marker, and the level is that of the profile', () => {
  knowKeysOf({ ASSAY_API_KEY: KEY });
  const findings: LiveFinding[] = [];
  const listener = exampleListener({
    onFinding: (finding) => findings.push(finding),
    profile: resolveProfile(referenceProfile, RULES, [LATER]),
    catalogue: CATALOGUE,
    ruleSet: findRuleSet(),
  });
  listener?.(chatIdUnique, { finding: { expected: 'another id', actual: `id-${KEY}` } });
  expect(findings).toMatchObject([
    { rule: 'chat-id-unique', area: 'chat', level: 'should', expected: 'another id' },
  ]);
  expect(findings[0]?.actual).toMatch(/^id-/);
  expect(JSON.stringify(findings)).not.toContain(KEY);
});
