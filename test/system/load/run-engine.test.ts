import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { createReferenceServer } from '../../../reference-server/server.ts';
import { SetupError } from '../../../src/input/setup-error.ts';
import { UsageError } from '../../../src/input/usage-error.ts';
import { findEngine } from '../../../src/load/engine/find-engine.ts';
import { EngineFailure } from '../../../src/load/engine/run-engine.ts';
import { readRecording } from '../../load/recording/read-recording.ts';
import type { Ending } from '../../support/loopback-server.ts';
import { serveInTest } from '../../support/tcp-server.ts';
import { testFolder } from '../../support/test-folder.ts';
import { isAlive } from '../support/child-processes.ts';
import { harvest } from './load-run.ts';

const KEYS = { first: 'ref_live_00000000000000000000000000000001' };
/** Nothing listens there. */
const NOT_LISTENING = { address: 'http://127.0.0.1:9', keys: KEYS };

const folder = await testFolder('test');
let binary = '';

beforeAll(async () => {
  binary = await findEngine();
});

async function reference({ onTestFinished }: Ending) {
  const server = createReferenceServer({ keys: [KEYS.first, 'ref_live_2'] });
  const { address } = await server.listen();
  onTestFinished(() => server.close());
  return { server, address, keys: KEYS };
}

/** A gateway that takes requests and never answers. */
async function silent(ending: Ending) {
  const { origin } = await serveInTest(() => undefined, ending);
  return { address: origin, keys: KEYS };
}

/** Writes a custom scenario. */
async function customScenario(name: string, source: string): Promise<string> {
  const path = join(folder, `${name}.ts`);
  await writeFile(path, source);
  return path;
}

const OPTIONS = `export { options } from 'assay/scenarios/lib/workload.ts';`;

async function waitUntilGone(pid: number, deadlineMs: number): Promise<boolean> {
  const endMs = performance.now() + deadlineMs;
  while (isAlive(pid) && performance.now() < endMs) await sleep(50);
  return !isAlive(pid);
}

/** A run in a separate process, once its engine is there. */
async function runForLong({ onTestFinished }: Ending, ...ending: string[]) {
  const temporary = await mkdtemp(join(folder, 'temporary-'));
  const script = fileURLToPath(new URL('./run-for-long.ts', import.meta.url));
  const child = spawn(process.execPath, [script, binary, ...ending], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: temporary },
    detached: true,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    complaint += chunk;
  });
  const printed = once(child.stdout.setEncoding('utf8'), 'data').then(([chunk]) => String(chunk));
  const closed = once(child, 'close').then(() => '');
  const pid = await Promise.race([printed, closed]);
  if (pid === '') throw new Error(`The run did not begin: ${complaint}`);
  return { child, closed, pid: Number(pid), temporary };
}

describe.concurrent('run', () => {
  test('run: a custom scenario is bundled with parts of Assay and sends', async (context) => {
    const scenario = await customScenario(
      'my own.scenario',
      `import { request } from 'k6/x/gateway';
       import { settings } from 'assay/scenarios/lib/gateway.ts';
       ${OPTIONS}
       export default (): void => {
         request({ operation: 'chat', url: settings.address + '/chat/completions', body: '{}' });
       };`,
    );
    const { exchanges } = await harvest({ scenario, duration: '1s' }, await reference(context));
    expect(exchanges.length).toBeGreaterThan(15);
    expect(new Set(exchanges.map(({ sender }) => sender))).toEqual(new Set(['my-own-scenario']));
  });

  test('run: a recording has the frames that came through the tap', async (context) => {
    const recording = join(folder, 'run.rec');
    const { exchanges } = await harvest({ duration: '1s' }, await reference(context), {
      recording,
    });
    const recorded = await Array.fromAsync(readRecording(recording));
    expect(recorded[0]?.type).toBe('hello');
    expect(recorded.at(-1)?.type).toBe('end');
    const ids = recorded.flatMap((frame) =>
      frame.type === 'exchange' ? [[frame.exchange.id, frame.exchange.answer?.sizeBytes]] : [],
    );
    expect(ids).toEqual(exchanges.map(({ id, answer }) => [id, answer?.sizeBytes]));
  });
});

describe.concurrent('run that cannot start or complete', () => {
  test('run: a scenario that does not parse is refused with the place', async () => {
    const scenario = await customScenario('unparsed', 'export default () => {\n  const = 1;\n};');
    const run = harvest({ scenario }, NOT_LISTENING);
    await expect(run).rejects.toThrow(SetupError);
    await expect(run).rejects.toThrow(/unparsed\.ts \(Expected identifier.* at .*unparsed\.ts:2:/);
  });

  test('run: a scenario that imports a missing file is refused with the name of the file', async () => {
    const scenario = await customScenario(
      'lost',
      `import './nowhere.ts';\nexport default () => {};`,
    );
    await expect(harvest({ scenario }, NOT_LISTENING)).rejects.toThrow(/nowhere\.ts/);
  });

  test.each([
    ['chatt', 'Unknown scenario: chatt. Did you mean chat?'],
    ['./nowhere.ts', 'Scenario not found: ./nowhere.ts.'],
  ])('run: the scenario %s is reported as unknown', async (scenario, message) => {
    const run = harvest({ scenario }, NOT_LISTENING);
    await expect(run).rejects.toThrow(UsageError);
    await expect(run).rejects.toThrow(message);
  });

  test('run: a scenario that throws before the run fails it with the exception', async () => {
    const scenario = await customScenario(
      'early',
      `${OPTIONS}\nthrow new Error('no such tariff');\nexport default () => {};`,
    );
    const run = harvest({ scenario }, NOT_LISTENING);
    await expect(run).rejects.toThrow(EngineFailure);
    await expect(run).rejects.toThrow('no such tariff');
  });

  test('run: options that the engine refuses fail the run and are named', async () => {
    const scenario = await customScenario(
      'options',
      `export const options = { scenarios: { a: { executor: 'arrivals', rate: -1, duration: '1s', vus: 1 } } };
       export default () => {};`,
    );
    const run = harvest({ scenario }, NOT_LISTENING);
    await expect(run).rejects.toThrow(EngineFailure);
    await expect(run).rejects.toThrow(/rate/);
  });

  test('run: an exception in an iteration is counted and reported with its place, and the run completes', async () => {
    const scenario = await customScenario(
      'late',
      `${OPTIONS}\nexport default () => {\n  throw new Error('a mistake of the script');\n};`,
    );
    const { result } = await harvest({ scenario, duration: '1s' }, NOT_LISTENING);
    expect(result.end?.started).toBeGreaterThan(15);
    expect(result.scriptErrors.count).toBe(result.end?.started);
    expect(result.scriptErrors.first).toHaveLength(1);
    expect(result.scriptErrors.first[0]).toContain('a mistake of the script');
    expect(result.scriptErrors.first[0]).toMatch(/late\.ts:3/);
  });

  test('run: lines that a script prints are not errors, even from console.error', async () => {
    const scenario = await customScenario(
      'prints',
      `${OPTIONS}\nexport default () => { console.error('still here'); };`,
    );
    const { result } = await harvest({ scenario, duration: '1s' }, NOT_LISTENING);
    expect(result.end?.started).toBeGreaterThan(15);
    expect(result).toMatchObject({ scriptErrors: { count: 0 }, complaints: [] });
  });

  test('run: a crossed threshold of a custom script is reported, and not as an exception', async () => {
    const scenario = await customScenario(
      'thresholds',
      `export const options = { iterations: 1, thresholds: { iterations: ['count>1'] } };
       export default () => {};`,
    );
    const { result } = await harvest({ scenario }, NOT_LISTENING);
    expect(result.scriptErrors.count).toBe(0);
    expect(result.crossed.first).toEqual([expect.stringContaining("'iterations'")]);
  });

  test('run: an engine that cannot be started is a failure', async () => {
    const notExecutable = await customScenario('engine', 'not an engine');
    await expect(harvest({}, NOT_LISTENING, { binary: notExecutable })).rejects.toThrow(
      EngineFailure,
    );
    await expect(harvest({}, NOT_LISTENING, { binary: folder })).rejects.toThrow(
      /cannot be started/,
    );
  });

  test('run: k6 keeps values for thresholds only for a custom scenario, which can have some', async () => {
    const argsFile = join(folder, 'args');
    const stub = await customScenario('stub', `#!/bin/sh\necho "$@" > '${argsFile}'\nexit 1\n`);
    await chmod(stub, 0o700);
    const custom = await customScenario('own', `${OPTIONS}\nexport default () => {};`);
    for (const [scenario, without] of [
      ['chat-stream', true],
      [custom, false],
    ] as const) {
      await expect(harvest({ scenario }, NOT_LISTENING, { binary: stub })).rejects.toThrow(
        EngineFailure,
      );
      expect((await readFile(argsFile, 'utf8')).includes('--no-thresholds')).toBe(without);
    }
  });

  test('run: an engine that exits at once is a failure with its exit code', async () => {
    await expect(harvest({}, NOT_LISTENING, { binary: '/bin/false' })).rejects.toThrow(
      'exit code 1',
    );
  });
});

describe.concurrent('run against a target in trouble', () => {
  test('run: a target that closes half-way gives answers, then refusals, and the run completes', async (context) => {
    const { server, ...target } = await reference(context);
    const { exchanges, result } = await harvest(
      { duration: '3s', retries: { attempts: 2 } },
      target,
      {
        observer: {
          exchange({ id }) {
            if (id === 10) void server.close(0);
          },
        },
      },
    );
    const outcomes = exchanges.map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'answered').length).toBeGreaterThan(5);
    expect(outcomes.filter((outcome) => outcome === 'refused').length).toBeGreaterThan(10);
    expect(result).toMatchObject({ lost: 0, scriptErrors: { count: 0 } });
    expect(result.end?.exchanges).toBe(exchanges.length);
  });
});

describe.concurrent('run that is stopped', () => {
  test('run: a stop ends it cleanly, with its totals and without a process left', async (context) => {
    const stop = new AbortController();
    const startedMs = performance.now();
    const { result, exchanges } = await harvest({ duration: '60s' }, await reference(context), {
      signal: stop.signal,
      observer: {
        exchange({ id }) {
          if (id === 10) stop.abort();
        },
      },
    });
    expect(performance.now() - startedMs).toBeLessThan(30_000);
    expect(result).toMatchObject({ interrupted: true, lost: 0 });
    expect(result.end?.exchanges).toBe(exchanges.length);
    expect(exchanges.length).toBeGreaterThan(5);
    expect(isAlive(result.hello?.pid ?? 0)).toBe(false);
  });

  test('run: a stop cuts the requests in flight to a target that never answers', async (context) => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 1000);
    const startedMs = performance.now();
    const workload = { scenario: 'chat', duration: '60s', gracefulStop: '500ms' };
    const { result } = await harvest(workload, await silent(context), { signal: stop.signal });
    expect(performance.now() - startedMs).toBeLessThan(30_000);
    expect(result.interrupted).toBe(true);
    expect(isAlive(result.hello?.pid ?? 0)).toBe(false);
  });

  test('run: a stop before it began is an interrupted run', async () => {
    const startedMs = performance.now();
    const { result } = await harvest({ duration: '60s' }, NOT_LISTENING, {
      signal: AbortSignal.abort(),
    });
    expect(performance.now() - startedMs).toBeLessThan(30_000);
    expect(result.interrupted).toBe(true);
    expect(result.exchanges).toBeLessThan(10);
  });

  test('run: an engine that no longer reacts is killed', async (context) => {
    const stop = new AbortController();
    let pid = 0;
    const workload = { duration: '60s', gracefulStop: '0s' };
    const { result } = await harvest(workload, await reference(context), {
      signal: stop.signal,
      observer: {
        hello(hello) {
          pid = hello.pid;
        },
        health() {
          process.kill(pid, 'SIGSTOP');
          // Not before it has stopped: otherwise it may still end cleanly.
          setTimeout(() => stop.abort(), 500);
        },
      },
    });
    expect(result).toMatchObject({ interrupted: true });
    expect(result.end).toBeUndefined();
    expect(isAlive(pid)).toBe(false);
  });

  test('run: an engine that freezes is killed, and is a failure that says so', async (context) => {
    let pid = 0;
    let frozen = false;
    const run = harvest({ duration: '60s' }, await reference(context), {
      silentSeconds: 3,
      observer: {
        hello(hello) {
          pid = hello.pid;
        },
        health() {
          if (!frozen) process.kill(pid, 'SIGSTOP');
          frozen = true;
        },
      },
    });
    await expect(run).rejects.toThrow(
      'Load engine failed: it froze (it sent nothing for 3 s) and was killed.',
    );
    expect(isAlive(pid)).toBe(false);
  });

  test('run: an observer that throws ends the engine and is what the run throws', async (context) => {
    const broken = new Error('a rule broke');
    let pid = 0;
    const run = harvest({ duration: '60s' }, await reference(context), {
      observer: {
        hello(hello) {
          pid = hello.pid;
        },
        exchange() {
          throw broken;
        },
      },
    });
    await expect(run).rejects.toBe(broken);
    expect(isAlive(pid)).toBe(false);
  });

  test('run: the engine has the priority of the session of the process that judges', async (context) => {
    if (!existsSync('/proc/self/autogroup'))
      context.skip('this system has no sessions with shares');
    const { child, pid } = await runForLong(context, 'yield');
    expect(await readFile(`/proc/${child.pid}/autogroup`, 'utf8')).toContain('nice 5');
    expect(await readFile(`/proc/${pid}/autogroup`, 'utf8')).toContain('nice 5');
  });

  test('run: the engine ends when the process that judges is killed', async (context) => {
    const { child, pid } = await runForLong(context);
    expect(isAlive(pid)).toBe(true);
    child.kill('SIGKILL');
    expect(await waitUntilGone(pid, 10_000)).toBe(true);
  });

  test('run: a process that exits takes the engine and the folder of the tap with it', async (context) => {
    const { closed, pid, temporary } = await runForLong(context, 'exit');
    await closed;
    expect(await waitUntilGone(pid, 10_000)).toBe(true);
    expect(await readdir(temporary)).toEqual([]);
  });
});
