import { expect, test } from 'vitest';
import { SHEET } from '../../../src/report/files.ts';
import { sheetOf } from '../../report/sample-sheet.ts';
import { barriersIn } from './barriers.ts';
import { sharedBrowser } from './shared-browser.ts';

const browser = sharedBrowser();

const ANSWERS = {
  'repeated-key': '200, the first result again',
  'retry-in-flight': '409',
  'chat-stream-pace': null,
  'unknown-role': '200 <b>',
};

async function opened() {
  const page = await browser.emptyPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(await browser.addressOf(SHEET.formats.html.render(sheetOf(ANSWERS))));
  expect(complaints).toEqual([]);
  return page;
}

test('behaviour sheet: the page begins with what a client asks first', async () => {
  const page = await opened();
  const short = await page.locator('#short').innerText();
  expect(short).toMatch(/Are keys honoured\?\s+200, the first result again/);
  expect(short).toMatch(/wait\?\s+409/);
  expect(short).toMatch(/token by token\?\s+not observed/);
  expect(short).not.toContain('cancelled');
});

test('behaviour sheet: words are not set as code', async () => {
  const page = await opened();
  expect(await page.locator('h1, td').locator('code').count()).toBe(0);
  expect(await page.locator('h1').innerText()).toBe('Behaviour of http://127.0.0.1:8080');
});

test('behaviour sheet: a search shows the questions and answers with its words', async () => {
  const page = await opened();
  const rows = page.locator('tbody tr').filter({ visible: true });
  expect(await rows.count()).toBe(4);
  await page.getByLabel('Search questions and answers').fill('409 flight');
  expect(await rows.allInnerTexts()).toEqual([expect.stringContaining('retry-in-flight')]);
  expect(await page.getByRole('status').innerText()).toBe('1 of 4');
});

test.each([1280, 390])('behaviour sheet: at %d px it has no barrier', async (width) => {
  const page = await opened();
  await page.setViewportSize({ width, height: 800 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  expect(await barriersIn(page)).toEqual([]);
});
