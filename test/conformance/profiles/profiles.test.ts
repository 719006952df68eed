import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import {
  bundledProfile,
  PROFILES,
  parseProfile,
} from '../../../src/conformance/profiles/profile-file.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import { exclusionOf } from '../../../src/conformance/run/prerequisites.ts';
import { HTTP2_RULES } from '../../support/relay/rule-lists.ts';

const RULES = CATALOGUE.map(({ rule }) => rule);
const CAPABILITIES = { secondKey: true, upstream: {} };

function applicable(name: string): readonly string[] {
  const profile = resolveProfile(bundledProfile(name), RULES);
  return RULES.filter(
    (rule) => exclusionOf(rule, profile, CAPABILITIES)?.verdict !== 'not-applicable',
  ).map(({ id }) => id);
}

function parse(override: Record<string, unknown>) {
  return parseProfile({ name: 'mine', overrides: [{ ...override, reason: 'why not' }] }, 'my.yaml');
}

describe('bundled profiles', () => {
  test('profiles: one is for the interface alone, one for any gateway, and some for known gateways', () => {
    expect([...PROFILES.keys()].toSorted()).toEqual([
      'default',
      'litellm',
      'open-responses',
      'openai',
      'openrouter',
      'reference',
      'stated',
      'vllm',
    ]);
  });

  test.each([...PROFILES.values()])(
    'profile $name: it applies, each override with a reason',
    (profile) => {
      expect(() => resolveProfile(profile, RULES)).not.toThrow();
      for (const { reason } of profile.overrides) expect(reason).toMatch(/^[A-Za-z].{8,}\.$/);
    },
  );

  test('profile reference: every rule is applicable that does not need HTTP/2', () => {
    expect(applicable('reference')).toHaveLength(RULES.length - HTTP2_RULES.length);
  });

  test('profile default: no rule is changed, and none is unverified because of a missing prerequisite', () => {
    const profile = resolveProfile(bundledProfile('default'), RULES);
    expect(profile.rules.size).toBe(0);
    const unsettled = RULES.filter(
      (rule) => exclusionOf(rule, profile, { secondKey: false })?.verdict === 'could-not-verify',
    );
    expect(unsettled).toEqual([]);
  });

  test.each([
    ['unknown', 'not-applicable', 'second-key is waived: ASSAY_API_KEY_2 is not set.'],
    ['offered', 'could-not-verify', 'needs an API key of another tenant: set ASSAY_API_KEY_2'],
    ['not-offered', 'not-applicable', 'tenants is not offered: It has one.'],
  ])(
    'profile default: without a second key, where tenants is %s, rules about two are %s',
    (value, verdict, reason) => {
      const profile = resolveProfile(bundledProfile('default'), RULES, [
        { setting: 'tenants', value, reason: 'It has one.' },
      ]);
      const rule = RULES.find(({ id }) => id === 'video-id-scoped-to-key');
      expect(rule && exclusionOf(rule, profile, { secondKey: false })).toEqual({ verdict, reason });
    },
  );

  test('profile stated: a stated rule is applicable, an assumed one is not, and none is changed', () => {
    const ids = applicable('stated');
    const stated = applicable('default').filter(
      (id) => RULES.find((rule) => rule.id === id)?.provenance === 'stated',
    );
    expect(ids).toEqual(stated);
    const profile = resolveProfile(bundledProfile('stated'), RULES);
    expect([...profile.rules.keys()].toSorted()).toEqual(
      RULES.filter(({ provenance }) => provenance === 'assumed')
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  test('profile without a key: no rule about keys of the API is applicable', () => {
    const reason = 'It takes no key.';
    const profile = resolveProfile(bundledProfile('default'), RULES, [
      { setting: 'keyHeader', value: null, reason },
    ]);
    const judged = CATALOGUE.filter(
      ({ area, rule }) =>
        area === 'auth' && exclusionOf(rule, profile, CAPABILITIES)?.verdict !== 'not-applicable',
    );
    expect(judged).toEqual([]);
  });

  test.each(['openai', 'litellm'])('profile %s: no rule over keys is applicable', (name) => {
    expect(applicable(name).filter((id) => id.startsWith('idempotency-'))).toEqual([]);
  });

  test('profile openai: no rule over video jobs is applicable', () => {
    expect(applicable('openai').filter((id) => id.startsWith('video-'))).toEqual([]);
  });
});

describe('a profile of the user', () => {
  test.each([
    [
      'a setting',
      { setting: 'chatModl', value: 'x' },
      /^Unknown setting: chatModl in my\.yaml\. Did you mean chatModel\?/,
    ],
    [
      'an operation',
      { operation: 'imges', value: 'absent' },
      /Unknown operation: imges\. Did you mean images\?/,
    ],
    [
      'a prerequisite',
      { prerequisite: 'leger', value: 'waived' },
      /Unknown prerequisite: leger\. Did you mean ledger\?/,
    ],
  ])(
    'profile: %s that does not exist is an error that names the nearest',
    (_, override, message) => {
      expect(() => parse(override)).toThrow(message);
    },
  );

  test('profile: a rule that does not exist is an error that names the nearest', () => {
    const profile = parse({ rule: 'chat-usge-sum', value: 'off' });
    expect(() => resolveProfile(profile, RULES)).toThrow(
      'Unknown rule: chat-usge-sum. Did you mean chat-usage-sum?',
    );
  });

  test('profile: a prefix that matches no rule is an error', () => {
    const profile = parse({ rule: 'idempotent-*', value: 'off' });
    expect(() => resolveProfile(profile, RULES)).toThrow(/^Unknown rule: idempotent-\*\./);
  });

  test('profile: a later override of a rule is the one that counts', () => {
    const profile = parseProfile(
      {
        name: 'mine',
        extends: 'stated',
        overrides: [{ rule: 'chat-usage-sum', value: 'must', reason: 'we bill by it' }],
      },
      'my.yaml',
    );
    expect(resolveProfile(profile, RULES).rules.get('chat-usage-sum')).toEqual({
      value: 'must',
      reason: 'we bill by it',
    });
  });
});
