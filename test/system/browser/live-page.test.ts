import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startReference } from '../../support/reference-gateway.ts';
import { reportIn, testFolder } from '../../support/test-folder.ts';
import { assay } from '../support/run-assay.ts';
import { barriersIn } from './barriers.ts';
import { contrastsBelow } from './contrast.ts';
import { sharedBrowser } from './shared-browser.ts';

const browser = sharedBrowser();
const folder = await testFolder('live-page');

/** Starts a run, and resolves with the address of its page. */
async function started(args: readonly string[], env: Readonly<Record<string, string>>) {
  const { promise: address, resolve, reject } = Promise.withResolvers<string>();
  const { promise: stop, resolve: setStop } = Promise.withResolvers<() => void>();
  const run = assay([...args, '--live'], {
    env,
    onStart: (signal) => setStop(() => signal('SIGINT')),
    onStderr(text) {
      const found = /^Live page: (\S+)\n/.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    },
  });
  run.then(({ stderr }) => reject(new Error(stderr)), reject);
  return { run, address: await address, stop: await stop };
}

async function opened(address: string) {
  const page = await browser.emptyPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(address);
  return { page, complaints };
}

type Page = Awaited<ReturnType<typeof opened>>['page'];

/** At both widths, light and dark. */
async function expectReadable(page: Page): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect(await barriersIn(page)).toEqual([]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate(contrastsBelow(4.5))).toEqual([]);
    }
  }
}

test('live page: a load shows objectives, rates and a failed rule while it runs, then its verdict', async () => {
  const { address: target, env, keys } = await startReference({ faults: ['cs-chunk-after-done'] });
  const out = join(folder, 'load');
  const order = ['load', '--target', target, '--scenario', 'chat-stream', '--arrival-rate', '20/s'];
  const slo = ['--slo', 'chat ttft p95 < 30s', '--slo', 'chat e2e p50 < 1ms'];
  const load = [...order, '--duration', '12s', ...slo, '--out', out];
  const { run, address } = await started(load, env);
  const { hostname, port } = new URL(address);
  const stalled = connect(Number(port), hostname).pause();
  await once(stalled, 'connect');
  stalled.write('GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const { page, complaints } = await opened(address);

  const failed = page.locator('#failed li');
  await failed.first().waitFor();
  expect(await failed.allInnerTexts()).toContainEqual(
    expect.stringMatching(/^chat-stream-done-once-last \(chat\): /),
  );
  await page.locator('#objectives li.fail').waitFor();
  await page.locator('#objectives li.pass').waitFor();
  const objectives = await page.locator('#objectives').innerText();
  expect(objectives).toMatch(/✓ met chat ttft p95 < 30s [\d.]+ m?s so far/);
  expect(objectives).toMatch(/✗ missed chat e2e p50 < 1ms [\d.]+ m?s so far/);
  await page.locator('.chart', { hasText: 'tokens' }).waitFor();
  const charts = await page.locator('.chart figcaption').allInnerTexts();
  expect(charts).toEqual([
    expect.stringMatching(/^completed .*\d\/s/s),
    expect.stringMatching(/^TTFT p50 .* ms/s),
    expect.stringMatching(/^tokens .*\d\/s/s),
    expect.stringMatching(/^in flight /),
  ]);
  expect(await page.locator('#operations tbody th').innerText()).toBe('chat');
  expect(await page.title()).toMatch(/^chat-stream .* of 12 s, .* left – Assay$/);
  await expectReadable(page);
  expect(await page.locator('#running').isVisible()).toBe(true);

  const { code, stderr } = await run;
  expect({ code, stderr }).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/✗ chat-stream/),
  });
  const verdict = page.locator('.verdict.fail');
  await verdict.waitFor();
  expect(await verdict.innerText()).toMatch(/^Fail/);
  expect(await verdict.innerText()).toContain(`Report: ${out}`);
  await expectReadable(page);
  expect(complaints).toEqual([]);
  expect(await page.content()).not.toContain(keys.first);
  const { repro } = await reportIn(out);
  expect(repro).not.toContain('--live');
  stalled.destroy();
});

test('live page: a gate shows its probes, and Ctrl-C ends the page with the run', async () => {
  const { address: target, env } = await startReference({ faults: ['chat-created-float'] });
  const out = join(folder, 'gate');
  const { run, address, stop } = await started(['gate', '--target', target, '--out', out], env);
  const { page } = await opened(address);
  await page.getByText(/\d+\/\d+ probes/).waitFor();
  await page.locator('#failed li').first().waitFor();
  stop();
  expect((await run).code).toBe(130);
  await page.getByText('The run has ended').waitFor();
  expect(await page.locator('#log').innerText()).toContain('Interrupted: stopping the run.');
  await expect(fetch(address)).rejects.toThrow();
});

test('live page: a port in use ends the command with exit code 3 before anything is sent', async () => {
  const { address, env } = await startReference();
  const { port } = new URL(address);
  const { code, stderr, stdout } = await assay(['load', '--target', address, '--live', port], {
    env,
  });
  expect({ code, stderr, stdout }).toEqual({
    code: 3,
    stderr: `The port is already in use: 127.0.0.1:${port}. Choose another one with --live.\n`,
    stdout: '',
  });
});
