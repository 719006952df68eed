import { expect, test } from 'vitest';
import { compare } from '../../../src/report/comparison/compare.ts';
import { COMPARISON } from '../../../src/report/files.ts';
import type { RunReport } from '../../../src/report/schema/run-report.ts';
import { syntheticReport } from '../../report/performance/synthetic-report.ts';
import { failingGate, passingGate } from '../../report/sample-report.ts';
import { barriersIn } from './barriers.ts';
import { sharedBrowser } from './shared-browser.ts';

const browser = sharedBrowser();

test.each([1280, 390])(
  'comparison page: at %d px it opens without an error and does not scroll sideways',
  async (width) => {
    const page = await browser.emptyPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.setViewportSize({ width, height: 800 });
    await page.goto(await write());
    expect(complaints).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(await page.locator('#differs tbody tr').first().isVisible()).toBe(true);
    expect(await page.locator('#same tr').first().isVisible()).toBe(false);
  },
);

test('comparison page: a label of a target stands on one line', async () => {
  const page = await browser.emptyPage();
  await page.goto(await write());
  const lines = await page.evaluate(
    `[...document.querySelectorAll('#targets tbody th')].map((label) => {
      const range = document.createRange();
      range.selectNodeContents(label);
      return range.getClientRects().length;
    })`,
  );
  expect(lines).toEqual([1, 1]);
});

test('comparison page: on a phone each verdict stands in sight, after the label of its target', async () => {
  const page = await browser.emptyPage();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(await write());
  const cells = page.locator('#differs tbody td:visible');
  const boxes = await cells.evaluateAll((all) =>
    all.map((each) => each.getBoundingClientRect().right),
  );
  expect(boxes.length).toBeGreaterThan(1);
  expect(Math.max(...boxes)).toBeLessThanOrEqual(390);
  const labels = await cells.evaluateAll((all) =>
    all.map((each) => each.getAttribute('data-label')),
  );
  expect(labels.slice(0, 2)).toEqual(['good', 'bad']);
});

test('comparison page: on a phone each figure stands in sight with its word, sides and change', async () => {
  const page = await browser.emptyPage();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(await write(syntheticReport({ seed: 1, ttftMs: 20 }), slower()));
  const cells = page.locator('main td:visible, main th:visible');
  const boxes = await cells.evaluateAll((all) =>
    all.map((each) => each.getBoundingClientRect().right),
  );
  expect(Math.max(...boxes)).toBeLessThanOrEqual(390);
  const row = await page.locator('#performance tr', { hasText: 'TTFT p50' }).innerText();
  expect(row).toMatch(/^TTFT p50[\s\S]*Worse/);
  const labels = page.locator('#performance tr', { hasText: 'TTFT p50' }).locator('[data-label]');
  const named = await labels.evaluateAll((all) => all.map((each) => each.dataset.label));
  expect(named.slice(0, 2)).toEqual(['good', 'bad']);
});

test('comparison page: it begins with the word for the second one and the figures behind it', async () => {
  const page = await browser.emptyPage();
  await page.goto(await write(syntheticReport({ seed: 1, ttftMs: 20 }), slower()));
  expect(await page.locator('h1').innerText()).toBe('Worse');
  expect(await page.locator('.meaning').innerText()).toMatch(
    /^bad against good: TTFT p50 \+\d\.\d+\sms, \+\d+\s% · /,
  );
  expect(await page.locator('main').innerText()).not.toMatch(/\bbefore\b/);
  expect(await barriersIn(page)).toEqual([]);
});

test('comparison page: where it cannot decide it says which figures are missing, and what to do', async () => {
  const page = await browser.emptyPage();
  const few = syntheticReport({ seed: 1, ttftMs: 20, perBlock: 1 });
  await page.goto(await write(few, syntheticReport({ seed: 2, ttftMs: 20, perBlock: 1 })));
  expect(await page.locator('h1').innerText()).toBe('Cannot tell');
  const why = (await page.locator('.meaning').innerText()).replaceAll(/\s/g, ' ');
  expect(why).toMatch(/^bad against good: .*TTFT p50.* \(12 observations, p50 needs 20\)/);
  expect(why).toContain(' Send more requests, or use a quieter machine.');
  const other = syntheticReport({ seed: 2, ttftMs: 20 }, { scenario: 'chat' });
  await page.goto(await write(syntheticReport({ seed: 1, ttftMs: 20 }), other));
  const unlike = (await page.locator('.meaning').innerText()).replaceAll(/\s/g, ' ');
  expect(unlike).toMatch(/\(the scenarios differ: mixed and chat\)\. Load both again, with one /);
});

test('comparison page: it begins with who fails what the other passes', async () => {
  const page = await browser.emptyPage();
  await page.goto(await write());
  expect(await page.locator('h1').innerText()).toBe('bad fails 3 required rules that good passes.');
  const ids = await page
    .locator('main > section[id]')
    .evaluateAll((all) => all.map(({ id }) => id));
  expect(ids.slice(0, 2)).toEqual(['targets', 'differs']);
  expect(await barriersIn(page)).toEqual([]);
});

function slower(): RunReport {
  return syntheticReport({ seed: 2, ttftMs: 26 });
}

function write(good = passingGate(), bad = failingGate()): Promise<string> {
  const comparison = compare(
    [
      { label: 'good', source: 'recorded', address: 'reports/good', report: good },
      { label: 'bad', source: 'recorded', address: 'reports/bad', report: bad },
    ],
    { comparedAt: new Date('2026-11-20T12:00:00Z'), exitCode: 0 },
  );
  return browser.addressOf(COMPARISON.formats.html.render(comparison));
}
