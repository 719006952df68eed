import { expect, test } from 'vitest';
import {
  type ClientEffect,
  clientImpact,
  type MemberEffects,
} from '../../../src/conformance/client-impact.ts';
import { GoodAnswers, rulesAbout } from './good-answers.ts';

/** A program gets no value, another value than the gateway meant, or a text with a part missing. */
const BREAKS: ReadonlySet<ClientEffect['effect']> = new Set([
  'hangs',
  'throws',
  'loses-text',
  'wrong-value',
]);

const good = await GoodAnswers.record();
const { members } = clientImpact();
const breaking = members
  .filter(({ effects }) => effects.some(({ effect }) => BREAKS.has(effect)))
  .map((edit) => ({ ...edit, name: nameOf(edit), findings: good.findings(edit) }));

test('member impact: the table has members of the good answers only', () => {
  const present = new Set(good.edits().map(nameOf));
  expect(members.map(nameOf).filter((name) => !present.has(name))).toEqual([]);
});

test('member impact: a member without which an official client breaks is required', () => {
  expect(breaking.length).toBeGreaterThan(150);
  const weaker = breaking.filter(
    ({ findings }) => !findings.some(({ rule }) => rule.level === 'must'),
  );
  expect(weaker.map(({ name }) => name)).toEqual([]);
});

test('member impact: the rules of a member are those that judge it', () => {
  const stale = breaking.filter(({ rules, findings }) => {
    const present = rulesAbout(findings);
    return rules.some((id) => !present.includes(id));
  });
  expect(stale.map(({ name }) => name)).toEqual([]);
});

function nameOf({
  operation,
  event,
  member,
  change,
}: Omit<MemberEffects, 'rules' | 'effects'>): string {
  return `${operation}${event === undefined ? '' : `, ${event}`}: ${member} ${change}`;
}
