import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import { judgeReference } from '../../support/judge-reference.ts';
import { takenAwayBy } from '../../support/variant-groups.ts';

const REFUSED = ['formats-refused'];
const IDS = takenAwayBy(REFUSED);
const RULES = CATALOGUE.map(({ rule }) => rule).filter(({ id }) => IDS.includes(id));

test.each(['modest', 'thorough'] as const)(
  'formats: the rules about them are not applicable where each is refused, in a %s run',
  async (effort) => {
    const outcomes = await judgeReference(RULES, { variants: REFUSED, effort });
    const reasons = outcomes.map(({ rule, exclusion }) => [rule.id, exclusion]);
    const taking = (member: string) => ({
      verdict: 'not-applicable',
      reason: expect.stringMatching(
        new RegExp(
          `^needs a gateway that takes ${member}: POST .* returned 400, .*: none was seen$`,
        ),
      ),
    });
    expect(Object.fromEntries(reasons)).toEqual(
      Object.fromEntries(
        IDS.map((id) => [
          id,
          taking(id.startsWith('images') ? 'output_format' : 'response_format'),
        ]),
      ),
    );
  },
);
