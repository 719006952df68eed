import { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { expect, onTestFinished, test } from 'vitest';
import { bundleScenario, scenarioPath } from '../../../src/load/scenarios/bundle.ts';

/** The processes that are started during this test. */
function startedProcesses(): readonly ChildProcess[] {
  const started: ChildProcess[] = [];
  const note = (message: unknown) => {
    const isStart = typeof message === 'object' && message !== null && 'process' in message;
    if (isStart && message.process instanceof ChildProcess) started.push(message.process);
  };
  subscribe('child_process', note);
  onTestFinished(() => {
    unsubscribe('child_process', note);
  });
  return started;
}

test('bundle: two at the same time succeed, and leave no helper process', async () => {
  const started = startedProcesses();
  const path = await scenarioPath('chat-stream');
  const [one, other] = await Promise.all([bundleScenario(path), bundleScenario(path)]);
  expect(one).toContain('export');
  expect(other).toBe(one);
  expect(await bundleScenario(path)).toBe(one);
  expect(started).not.toEqual([]);
  expect(started.every(({ killed }) => killed)).toBe(true);
});
