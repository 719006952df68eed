import { expect, test } from 'vitest';
import { TREND } from '../../../src/report/files.ts';
import { trendOf } from '../../../src/report/trend/trend.ts';
import { trendRun } from '../../../src/report/trend/trend-run.ts';
import { foundKnee } from '../../report/sample-capacity.ts';
import { gatesByDay } from '../../report/sample-report.ts';
import { barriersIn } from './barriers.ts';
import { contrastsBelow } from './contrast.ts';
import { sharedBrowser } from './shared-browser.ts';

const browser = sharedBrowser();

async function opened(width = 1280) {
  const page = await browser.emptyPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.setViewportSize({ width, height: 800 });
  const reports = [...gatesByDay({ count: 20, slowerFrom: 14, failing: [9, 10] }), foundKnee()];
  const runs = reports.map((report, at) => trendRun(report, `runs/${at}/report.json`));
  const trend = trendOf(runs, ['File is not valid JSON: runs/x/report.json.']);
  await page.goto(await browser.addressOf(TREND.formats.html.render(trend)));
  expect(complaints).toEqual([]);
  return page;
}

test('trend page: a chart has a dot for each run with its build, and a line where the level changes', async () => {
  const page = await opened();
  const chart = page.locator('#series-1 .chart', { hasText: 'chat: TTFT p95' });
  expect(await chart.locator('circle').count()).toBe(20);
  const [title] = await chart.locator('circle title').allTextContents();
  expect(title).toMatch(/^build v0 of 2026-11-01 10:00 UTC: [\d.]+\sms$/);
  const line = await chart.locator('.mark-line').boundingBox();
  const dots = await chart
    .locator('circle')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left));
  expect(line?.x).toBeGreaterThan(dots[13] ?? Number.NaN);
  expect(line?.x).toBeLessThan(dots[14] ?? Number.NaN);
  expect(await chart.locator('.mark-name').textContent()).toMatch(/^\+\d\d\s%$/);
  expect(await chart.getByRole('img').getAttribute('aria-label')).toMatch(/\+\d\d % at build v14/);
});

test('trend page: it begins with the changes, and says why the knee is a series of its own', async () => {
  const page = await opened();
  expect(await page.locator('h1').innerText()).toBe(
    '3 changes in 21 runs, 2 series, too few for 1 of 9 figures.',
  );
  expect(await page.locator('#series-2').innerText()).toMatch(
    /Not comparable with the runs above: command capacity instead of gate/,
  );
  // A single run makes no line.
  expect(await page.locator('#series-2 .chart').count()).toBe(0);
});

test.each([1280, 390])(
  'trend page: at %d px it has no barrier, in both colour schemes',
  async (width) => {
    const page = await opened(width);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect(await barriersIn(page)).toEqual([]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate(contrastsBelow(4.5))).toEqual([]);
    }
  },
);
