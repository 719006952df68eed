import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { html } from '../../../src/report/formats/html.ts';
import type { Evidence, FindingRecord } from '../../../src/report/schema/finding.ts';
import type { RunReport } from '../../../src/report/schema/run-report.ts';
import { createdAsString, judged, streamEvidence } from '../../report/sample-findings.ts';
import * as samples from '../../report/sample-report.ts';
import { barriersIn } from './barriers.ts';
import { contrastsBelow } from './contrast.ts';
import { sharedBrowser } from './shared-browser.ts';
import { toastAfter } from './toast.ts';

const RULE = 'chat-created-integer';

const browser = sharedBrowser();

async function open(report: RunReport, fragment = ''): Promise<Page> {
  const page = await browser.emptyPage();
  await page.goto((await browser.addressOf(html.render(report))) + fragment);
  return page;
}

type Reads = readonly (readonly [atMs: number, text: string])[];

/** A failing report, in which a rule has one finding with these reads as the body of its response. */
function reportOf(reads: Reads, finding: Partial<FindingRecord> = {}): RunReport {
  const body = reads.map(([atMs, text]) => ({ atMs, text }));
  const evidence: Evidence = { ...streamEvidence(9), body };
  const example = { ...createdAsString(), ...finding, evidence };
  const report = samples.failingGate();
  const rules = report.rules.map((rule) =>
    rule.id === RULE ? { ...rule, conformance: judged(1, [example]) } : rule,
  );
  return { ...report, rules };
}

/** Opens the wire log of the finding. */
async function wireLogOf(page: Page): Promise<Locator> {
  const log = page.locator(`#rule-${RULE} .wire`);
  await log.locator('summary').click();
  return log;
}

/** The reads in sight: the time and the text of each row. */
async function rowsOf(log: Locator): Promise<readonly string[]> {
  const rows = await log.locator('tr.read').filter({ visible: true }).all();
  return await Promise.all(rows.map((row) => row.innerText()));
}

test('html: the key p shows JSON indented, and shows it as received again', async () => {
  const page = await open(reportOf([[214.6, '{"id":"c","choices":[{"index":0}],"empty":{}}']]));
  const log = await wireLogOf(page);
  const received = await rowsOf(log);
  await page.keyboard.press('p');
  const pretty = [
    '{',
    '  "id": "c",',
    '  "choices": [',
    '    {',
    '      "index": 0',
    '    }',
    '  ],',
    '  "empty": {}',
    '}',
  ];
  expect(await log.locator('.pretty pre').innerText()).toBe(pretty.join('\n'));
  expect(await log.locator('tr.sent').innerText()).toContain('\n  "messages": [\n');
  await page.keyboard.press('p');
  expect(await rowsOf(log)).toEqual(received);
  expect(await log.locator('tr.sent').innerText()).toContain('{"model":"gpt-4o-mini","messages":[');
});

test('html: pretty JSON keeps numbers and members as the gateway wrote them', async () => {
  const page = await open(
    reportOf([[1, '{"n":12345678901234567890,"n":1.0,"s":"{\\"a\\":[1]}"}']]),
  );
  const log = await wireLogOf(page);
  await page.keyboard.press('p');
  expect(await log.locator('.pretty pre').innerText()).toBe(
    '{\n  "n": 12345678901234567890,\n  "n": 1.0,\n  "s": "{\\"a\\":[1]}"\n}',
  );
});

test('html: a pretty stream has each event once, in however many reads it came', async () => {
  const page = await open(
    reportOf([
      [50, 'data: {"id":"c",'],
      [51.5, '"n":1}\r\n\r\n'],
      [612.4, 'data: {"usage":{}}\n\ndata: [DONE]\n\n'],
    ]),
  );
  const log = await wireLogOf(page);
  await log.getByRole('button', { name: 'Pretty' }).click();
  expect(await log.locator('.pretty pre').innerText()).toBe(
    'data: {\n  "id": "c",\n  "n": 1\n}\n\ndata: {\n  "usage": {}\n}\n\ndata: [DONE]',
  );
});

test('html: a body that is neither JSON nor events stays as it was received', async () => {
  const page = await open(reportOf([[1, '<h1>502 {bad}</h1>']]));
  const log = await wireLogOf(page);
  await page.keyboard.press('p');
  expect(await log.locator('.pretty pre').innerText()).toBe('<h1>502 {bad}</h1>');
});

test('html: hostile depth makes neither an error nor a page that cannot be shown', async () => {
  const page = await open(reportOf([[1, '['.repeat(8000) + ']'.repeat(8000)]]));
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.keyboard.press('p');
  const length = await page.evaluate('document.body.textContent.length');
  expect(length).toBeLessThan(2_000_000);
  expect(errors).toEqual([]);
});

test('html: the address keeps how bodies are shown, beside the filter', async () => {
  const page = await open(samples.failingGate());
  await page.getByText('stated', { exact: true }).click();
  const choice = page.getByRole('group', { name: 'Bodies' }).getByText('pretty');
  await choice.click();
  const fragment = '#provenance=stated&bodies=pretty';
  await expect.poll(() => new URL(page.url()).hash).toBe(fragment);
  const again = await open(samples.failingGate(), fragment);
  const log = again.locator(`#rule-${RULE} .wire`);
  const button = log.locator('button');
  expect(await button.getAttribute('aria-pressed')).toBe('true');
  expect(await again.getByRole('radio', { name: 'pretty' }).isChecked()).toBe(true);
  await again.keyboard.press('p');
  await expect.poll(() => new URL(again.url()).hash).toBe('#provenance=stated');
});

test('html: Tab leads to the switch of a wire log, and Enter switches', async () => {
  const page = await open(samples.failingGate());
  const log = await wireLogOf(page);
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Pretty');
  await page.keyboard.press('Enter');
  expect(await log.locator('tbody.pretty').isVisible()).toBe(true);
});

test('html: an issue gets the bodies as received', async () => {
  const page = await open(samples.failingGate(), '#bodies=pretty');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const rule = page.locator(`#rule-${RULE}`);
  const button = rule.getByRole('button', { name: 'Copy for an issue' });
  await toastAfter(page, 'Finding copied', () => button.click());
  const issue = String(await page.evaluate('navigator.clipboard.readText()'));
  expect(issue).toContain('{"id":"chatcmpl-9","object":"chat.completion"');
  expect(issue).not.toContain('"id": "chatcmpl-9"');
});

test('html: a report without bodies offers no switch', async () => {
  const page = await open(samples.passingGate());
  expect(await page.locator('#filter').isVisible()).toBe(true);
  expect(await page.locator('#filter .bodies').isVisible()).toBe(false);
  await toastAfter(page, 'The report has no body', () => page.keyboard.press('p'));
});

test('html: long bodies have no barrier and enough contrast, as received and pretty', async () => {
  const long = JSON.stringify({ data: Array.from({ length: 200 }, (_, index) => ({ index })) });
  for (const fragment of ['', '#bodies=pretty']) {
    const page = await open(reportOf([[1, long.slice(0, 4000)]]), fragment);
    await wireLogOf(page);
    expect(await barriersIn(page)).toEqual([]);
    expect(await page.evaluate(contrastsBelow(4.5))).toEqual([]);
  }
});

test('html: an opened wire log shows where the finding is, below a long response', async () => {
  const chunks = Array.from({ length: 60 }, (_, index) => [
    index,
    `data: {"id":"c","n":${index},"text":"${'x'.repeat(150)}"}\n\n`,
  ]) satisfies [number, string][];
  const finding = { actual: '{"late":true}', atMs: 612.4 };
  const page = await open(reportOf([...chunks, [612.4, 'data: {"late":true}\n\n']], finding));
  const log = await wireLogOf(page);
  const region = await log.locator('.scroll').boundingBox();
  const found = await log.locator('mark').boundingBox();
  expect(found?.y).toBeGreaterThan(region?.y ?? Number.NaN);
  expect(found?.y).toBeLessThan((region?.y ?? 0) + (region?.height ?? 0));
});
