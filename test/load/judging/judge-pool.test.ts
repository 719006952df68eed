import { expect, onTestFinished, test } from 'vitest';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import { referenceProfile } from '../../../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import { JudgePool } from '../../../src/load/judging/workers/pool.ts';

const RULES = CATALOGUE.map(({ rule }) => rule);
const EXCHANGE = 2;

test('judge pool: an error that a thread does not catch ends the judging with it', async () => {
  const pool = new JudgePool(1, RULES, resolveProfile(referenceProfile, RULES), {
    secondKey: true,
  });
  onTestFinished(() => pool.close());
  const frame = { type: EXCHANGE, header: Buffer.from('{"id":'), body: Buffer.alloc(0) };
  expect(pool.take(frame, 1, 1)).toBe(true);
  await expect(pool.finish()).rejects.toThrow(/frame/i);
});
