import { expect, onTestFinished, test, vi } from 'vitest';
import { GatewayProcess } from '../../src/target/gateway-process.ts';

const LISTEN = "console.log('listening http://127.0.0.1:9');";
const STAY = 'setInterval(() => {}, 1000);';

function run(script: string): GatewayProcess {
  const gateway = new GatewayProcess(['-e', script], {});
  onTestFinished(() => gateway.stop(0));
  return gateway;
}

function refusal(sentence: string): unknown {
  return expect.objectContaining({ name: 'SetupError', message: sentence });
}

test('gateway process: it has started once it prints its address', async () => {
  const gateway = run(`console.log('hello'); ${LISTEN} ${STAY}`);
  expect(await gateway.listening()).toBe('http://127.0.0.1:9');
  expect(gateway.ended()).toBeUndefined();
});

test('gateway process: an end before it listens is reported with its last message', async () => {
  const gateway = run("console.error('first\\nlast words'); process.exitCode = 7;");
  await expect(gateway.listening()).rejects.toThrow(
    refusal(
      'The embedded reference gateway did not start: it ended with exit code 7 (last words).',
    ),
  );
});

test('gateway process: an endless message is cut', async () => {
  const gateway = run("console.error('x'.repeat(1_000_000)); process.exitCode = 7;");
  const error = await gateway.listening().catch((reason: unknown) => reason);
  expect(String(error).length).toBeLessThan(5000);
});

test('gateway process: silence is reported when the deadline passes', async () => {
  const gateway = run(STAY);
  await expect(gateway.listening(300)).rejects.toThrow(
    refusal('The embedded reference gateway did not start: it did not listen within 0.3 s.'),
  );
});

test('gateway process: an unexpected end is reported with its reason', async () => {
  const gateway = run(`${LISTEN} setTimeout(() => process.kill(process.pid, 'SIGSEGV'), 50);`);
  await gateway.listening();
  await expect.poll(() => gateway.ended()).toBe('it ended with SIGSEGV');
});

test('gateway process: one that ignores the request to stop is killed', async () => {
  const gateway = run(`process.on('SIGTERM', () => {}); ${LISTEN} ${STAY}`);
  await gateway.listening();
  const start = performance.now();
  await gateway.stop(200);
  expect(performance.now() - start).toBeGreaterThan(190);
  expect(gateway.ended()).toBeUndefined();
});

test('gateway process: its environment has the keys that it is given, not those of the user', async () => {
  vi.stubEnv('ASSAY_API_KEY', 'first-of-the-user');
  vi.stubEnv('ASSAY_API_KEY_OURS', 'that-of-another-target');
  const names = 'Object.keys(process.env).filter((name) => name.startsWith("ASSAY_API"))';
  const script = `console.error(${names} + ' ' + process.env.ASSAY_API_KEY); process.exitCode = 7;`;
  const gateway = new GatewayProcess(['-e', script], { ASSAY_API_KEY: 'its own' });
  vi.unstubAllEnvs();
  await expect(gateway.listening()).rejects.toThrow('(ASSAY_API_KEY its own)');
});
