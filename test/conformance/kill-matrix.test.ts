import { describe, expect, test } from 'vitest';
import { FAULTS } from '../../reference-server/alterations.ts';
import { furtherFaults } from '../../reference-server/faults/further.ts';
import { storesFaults } from '../../reference-server/faults/stores.ts';
import { CATALOGUE } from '../../src/conformance/catalogue.ts';
import { readCascades } from '../support/fault-cascades.ts';
import { findsItsFault } from '../support/finds-its-fault.ts';
import { HTTP2_RULES, PLAIN_RULES } from '../support/relay/rule-lists.ts';

const RULES = CATALOGUE.map(({ rule }) => rule);

describe.concurrent('kill matrix', () => {
  test.each(
    [...PLAIN_RULES, ...HTTP2_RULES].map((rule) => [rule.provenBy, rule.id, rule] as const),
  )('%s: %s finds it', (_fault, _id, rule) => findsItsFault(rule));
});

describe('kill matrix', () => {
  const proofs = RULES.map(({ provenBy }) => provenBy);

  test('each fault of the reference gateway proves one rule, or is a further defect', () => {
    expect(
      [...proofs, ...Object.keys(furtherFaults), ...Object.keys(storesFaults)].toSorted(),
    ).toEqual([...FAULTS.keys()]);
  });

  test('each fault has its cascade on record ("npm run kill-matrix -- --update" writes it)', () => {
    expect(Object.keys(readCascades())).toEqual(proofs.toSorted());
  });

  test('a cascade names other rules that exist, in order and once each', () => {
    const others = (fault: string) =>
      RULES.filter(({ provenBy }) => provenBy !== fault).map(({ id }) => id);
    for (const [fault, cascade] of Object.entries(readCascades())) {
      expect(cascade, fault).toEqual([...new Set(cascade)].toSorted());
      expect(others(fault), fault).toEqual(expect.arrayContaining([...cascade]));
    }
  });
});
