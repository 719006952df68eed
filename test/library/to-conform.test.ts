import { expect, test } from 'vitest';
import '../../src/library/vitest.ts';
import { conform } from '../../src/library/index.ts';
import { startReference } from '../support/reference-gateway.ts';

const RULES = ['chat-created-integer', 'chat-finish-reason'];

test('toConform: a report whose required rules passed conforms, as a whole and by area or rule', async () => {
  const { address: target, env: environment } = await startReference();
  const report = await conform(target, { rules: RULES, environment });
  expect(report).toConform();
  expect(report).toConform({ area: 'chat' });
  expect(report).toConform({ area: ['chat', 'images'], rule: RULES });
});

test('toConform: a failed rule is named with its finding and the command that repeats the run', async () => {
  const { address: target, env: environment } = await startReference({
    faults: ['chat-created-float'],
  });
  const report = await conform(target, { rules: RULES, environment });
  expect(report).not.toConform();
  expect(() => expect(report).toConform({ area: 'chat' })).toThrow(
    /^1 of 2 required rules did not pass at http:\S+\n {2}chat-created-integer: .*\n {4}expected .*, got .*\nRepeat: npx assay conform/,
  );
  expect(report).toConform({ rule: 'chat-finish-reason' });
});

test('toConform: an area in which nothing was judged does not conform', async () => {
  const { address: target, env: environment } = await startReference();
  const report = await conform(target, { rules: RULES, environment });
  expect(() => expect(report).toConform({ area: 'video' })).toThrow('No required rule was judged');
});

test('toConform: a rule that could not be verified does not pass', async () => {
  const { address: target, env: environment } = await startReference();
  const { ASSAY_API_KEY } = environment;
  const rules = ['video-id-scoped-to-key'];
  const report = await conform(target, { rules, environment: { ASSAY_API_KEY } });
  expect(() => expect(report).toConform()).toThrow(
    /video-id-scoped-to-key: .*\n {4}could not be verified: /,
  );
});
