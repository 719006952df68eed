import { expect, test } from 'vitest';
import {
  conform,
  type LiveFinding,
  TargetUnreachable,
  UsageError,
} from '../../src/library/index.ts';
import { startReference } from '../support/reference-gateway.ts';

const ONE_RULE = { rules: ['chat-created-integer'] };

test('library: conform returns the report of the selected rules, and the command that repeats it', async () => {
  const { address: target, env: environment } = await startReference();
  const report = await conform(target, { ...ONE_RULE, seed: 7, environment });
  expect(report).toMatchObject({ outcome: 'pass', exitCode: 0, command: 'conform', seed: 7 });
  expect(report.rules.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
    'chat-created-integer pass',
  ]);
  expect(report.repro).toContain(`npx assay conform --target ${target} --seed 7 --rule `);
});

test('library: findings can be followed, and are those of the report', async () => {
  const { address: target, env: environment } = await startReference({
    faults: ['chat-created-float'],
  });
  const run = conform(target, { ...ONE_RULE, environment });
  let isOver = false;
  const over = run.finally(() => {
    isOver = true;
  });
  const followed: LiveFinding[] = [];
  for await (const finding of run) {
    if (followed.length === 0) expect(isOver).toBe(false);
    followed.push(finding);
  }
  const [rule] = (await over).rules;
  expect(followed.length).toBeGreaterThan(0);
  expect(followed[0]).toMatchObject({ rule: rule?.id, area: 'chat', level: 'must' });
  expect(followed.map(({ actual }) => actual)).toEqual(
    rule?.conformance?.examples.map(({ actual }) => actual),
  );
});

test('library: neither a finding nor the report has the key', async () => {
  const { address: target, env: environment } = await startReference({ faults: ['auth-echo-key'] });
  const run = conform(target, { rules: ['auth-key-not-echoed'], environment });
  const followed: LiveFinding[] = [];
  for await (const finding of run) followed.push(finding);
  expect(followed).not.toEqual([]);
  const text = JSON.stringify([followed, await run]);
  expect(text).not.toContain(environment.ASSAY_API_KEY);
});

test('library: a run whose signal has aborted rejects with its reason', async () => {
  const { address: target, env: environment } = await startReference();
  const signal = AbortSignal.abort(new Error('no longer needed'));
  await expect(conform(target, { ...ONE_RULE, environment, signal })).rejects.toThrow(
    'no longer needed',
  );
});

test('library: an unreachable target rejects, and ends the iteration with the same error', async () => {
  const run = conform('http://127.0.0.1:9/v1', {
    ...ONE_RULE,
    environment: { ASSAY_API_KEY: 'sk-test-1234567890' },
  });
  const follow = async () => {
    for await (const _ of run);
  };
  await expect(follow()).rejects.toThrow(TargetUnreachable);
  await expect(run).rejects.toThrow(TargetUnreachable);
});

test('library: a mistyped option is refused before anything is sent', () => {
  const options = { ...ONE_RULE, aeras: ['chat'] };
  expect(() => conform('embedded', options)).toThrow(UsageError);
  expect(() => conform('embedded', options)).toThrow(
    'Invalid option of conform(). Unknown key: aeras. Did you mean areas?',
  );
});

test('library: an unknown area rejects with the nearest one', async () => {
  await expect(conform('embedded', { areas: ['chat-streem'] })).rejects.toThrow(
    'Did you mean chat-stream?',
  );
});

test('library: progress goes to the function that asks for it', async () => {
  const { address: target, env: environment } = await startReference();
  const lines: string[] = [];
  await conform(target, { ...ONE_RULE, environment, onProgress: (line) => lines.push(line) });
  expect(lines.join('\n')).toContain('Conformance: 1 rule');
});
