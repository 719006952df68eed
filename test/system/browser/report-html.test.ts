import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { runDocument } from '../../../src/report/document/run-document.ts';
import { html } from '../../../src/report/formats/html.ts';
import type { RunReport } from '../../../src/report/schema/run-report.ts';
import { HOSTILE_TEXTS } from '../../report/hostile-texts.ts';
import { foundKnee, weakGenerator } from '../../report/sample-capacity.ts';
import { overheadRun } from '../../report/sample-overhead.ts';
import * as samples from '../../report/sample-report.ts';
import { barriersIn } from './barriers.ts';
import { launch } from './chromium.ts';
import { contrastsBelow } from './contrast.ts';
import { resetView, sharedBrowser } from './shared-browser.ts';
import { toastAfter } from './toast.ts';
import { countInSight } from './whole-in-sight.ts';

const REPORTS = {
  'a pass': samples.passingGate(),
  'a fail': samples.failingGate(),
  'an interrupted run': samples.interruptedGate(),
  'a load ended early': samples.loadEndedEarly(),
  'a capacity': foundKnee(),
  'an overhead': { ...overheadRun(), command: 'overhead', rules: [], slo: [] },
};

const browser = sharedBrowser();

interface Opened {
  readonly page: Page;
  /** Messages of the console and errors of the page. */
  readonly complaints: string[];
  /** Addresses that the page requests, without its own. */
  readonly requests: string[];
}

async function open(
  report: RunReport,
  fragment = '',
  newPage: () => Promise<Page> = browser.emptyPage,
): Promise<Opened> {
  const address = await browser.addressOf(html.render(report));
  const page = await newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(address)) requests.push(request.url());
  });
  await page.goto(address + fragment);
  return { page, complaints, requests };
}

/** A page that several tests look at and none of them changes, opened by the first one. */
function openOnce(report: RunReport): () => Promise<Opened> {
  let opened: Promise<Opened> | undefined;
  return async () => {
    opened ??= open(report);
    await resetView((await opened).page);
    return opened;
  };
}

async function openAll(page: Page): Promise<void> {
  await page.locator('details').evaluateAll((boxes) => {
    for (const box of boxes) box.setAttribute('open', '');
  });
}

describe.each(Object.entries(REPORTS))('%s', (_name, report) => {
  const opened = openOnce(report);

  test.each(['light', 'dark'] as const)(
    'html: the page opens in %s without an error or a request, and with enough contrast',
    async (colorScheme) => {
      const { page, complaints, requests } = await opened();
      await page.emulateMedia({ colorScheme });
      await openAll(page);
      const answer = runDocument(report).head.answer?.words ?? report.outcome;
      const shown = (await page.locator('h1').innerText()).replaceAll('\u{a0}', ' ');
      expect(shown.toLowerCase()).toBe(answer.toLowerCase());
      expect(await page.evaluate(contrastsBelow(4.5))).toEqual([]);
      expect(complaints).toEqual([]);
      expect(requests).toEqual([]);
    },
  );

  test('html: the page fits the width of a desktop, a phone and a small phone', async () => {
    const { page } = await opened();
    await openAll(page);
    for (const width of [1280, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const wide = await page.evaluate('document.documentElement.scrollWidth');
      expect(wide).toBeLessThanOrEqual(width);
    }
  });

  test('html: the page has one main landmark, one first heading, no id twice', async () => {
    const { page } = await opened();
    expect(await page.locator('main').count()).toBe(1);
    expect(await page.locator('h1').count()).toBe(1);
    const ids = await page.locator('[id]').evaluateAll((all) => all.map((each) => each.id));
    expect(ids).toEqual([...new Set(ids)]);
    expect(await page.locator('th:not([scope])').count()).toBe(0);
    expect(await page.locator('svg:not([aria-hidden]):not([role=img][aria-label])').count()).toBe(
      0,
    );
  });

  test('html: axe finds no barrier, with everything open', async () => {
    const { page } = await opened();
    await openAll(page);
    expect(await barriersIn(page)).toEqual([]);
  });
});

function shownRules(page: Page): Promise<number> {
  return page.locator('#rules .rule:not([hidden])').count();
}

describe('reading', () => {
  test('html: the filter shows what matches, with the count', async () => {
    const { page } = await open(samples.failingGate());
    expect(await shownRules(page)).toBe(49);
    await page.getByText('✗ fail 3').click();
    expect(await shownRules(page)).toBe(3);
    expect(await page.getByRole('status').innerText()).toBe('3 of 49 rules');
    await page.getByText('stated', { exact: true }).click();
    expect(await shownRules(page)).toBe(1);
    await page.getByText('both', { exact: true }).click();
    await page.getByLabel('Search').fill('ONE-EFFECT');
    expect(await shownRules(page)).toBe(1);
    await page.getByLabel('Search').press('Enter');
    await page.getByText('all', { exact: true }).click();
    expect(await shownRules(page)).toBe(2);
    await page.getByLabel('Search').fill('');
    expect(await page.getByRole('status').innerText()).toBe('49 rules');
  });

  test('html: a passing rule that the filter finds is in sight', async () => {
    const { page } = await open(samples.passingGate());
    const rule = page.locator('#rule-auth-missing-refused');
    expect(await rule.isVisible()).toBe(false);
    await page.getByLabel('Search').fill('auth-missing');
    expect(await rule.isVisible()).toBe(true);
    await page.getByLabel('Search').fill('');
    expect(await rule.isVisible()).toBe(false);
  });

  test('html: a failing rule opens to its evidence, with the read that shows it', async () => {
    const { page } = await open(samples.failingGate());
    const rule = page.locator('#rule-chat-stream-done-once-last');
    await rule.locator('.wire > summary').first().click();
    const found = rule.locator('.found').first();
    expect(await found.innerText()).toMatch(/612\.4[\s\S]*the finding is here[\s\S]*"usage"/);
    expect(await found.locator('mark').innerText()).toMatch(/^\{"usage".*\}$/);
    const [command, script] = await rule.locator('.curl pre').allInnerTexts();
    expect(command).toMatch(/^(?:npx )?assay conform .* --rule chat-stream-done-once-last$/);
    expect(script).toContain('$ASSAY_API_KEY');
  });

  test('html: one card holds the findings of a rule in conformance and under load', async () => {
    const { page } = await open(samples.failingGate());
    const counts = page.locator('#rule-chat-stream-done-once-last .count');
    expect(await counts.allInnerTexts()).toEqual([
      expect.stringMatching(/findings? in conformance/),
      expect.stringMatching(/611 findings under load in chat/),
    ]);
    await page.getByText('Findings under load', { exact: true }).click();
    await page.locator('#load').getByRole('link', { name: 'chat-stream-done-once-last' }).click();
    await expect.poll(() => page.url()).toContain('#rule-chat-stream-done-once-last');
  });

  test('html: one finding of a rule is open, with the one way to repeat it', async () => {
    const { page } = await open(samples.failingGate());
    const rule = page.locator('#rule-chat-stream-done-once-last');
    const findings = rule.locator('.findings > li');
    expect(await findings.filter({ visible: true }).count()).toBe(1);
    await rule.getByText('1 more like it').click();
    expect(await findings.filter({ visible: true }).count()).toBe(2);
    expect(await rule.locator('.curl').count()).toBe(2);
  });

  test('html: what is unlike the expected value is marked in a long actual one', async () => {
    const report = samples.failingGate();
    const said = 'Hello, I am a model, and this is my answer.';
    const pairs = [
      [said, said.replace('model', 'modal')],
      ['one', 'two'],
      [said, 'Good morning'],
      [said, said.slice(0, -5)],
    ] as const;
    const rules = report.rules.map((rule) => {
      const [first] = rule.conformance?.examples ?? [];
      if (rule.id !== 'chat-created-integer' || rule.conformance === undefined || !first)
        return rule;
      const examples = pairs.map(([expected, actual]) => ({ ...first, expected, actual }));
      return { ...rule, conformance: { ...rule.conformance, findings: 4, examples } };
    });
    const { page } = await open({ ...report, rules });
    const marks = page.locator('#rule-chat-created-integer .pair mark');
    expect(await marks.allTextContents()).toEqual(['a']);
  });

  test('html: a pass with a load of every operation prints on at most four pages', async () => {
    const { page } = await open(samples.passingGate());
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(4);
  });

  test('html: rules of one cause stand below it, the first of them open', async () => {
    const report = samples.failingGate();
    const sentence = 'Answers are cut.';
    const rules = ['chat-created-integer', 'chat-stream-done-once-last'];
    const reasons = [`${sentence} 2 required rules failed.`];
    const { page } = await open({ ...report, reasons, causes: [{ sentence, rules }] });
    const cause = page.locator('#rules .group', { hasText: sentence });
    expect(await cause.locator('.rule').count()).toBe(2);
    expect(await cause.locator('.rule[open]').count()).toBe(1);
    expect(await page.locator('.rule').count()).toBe(report.rules.length);
    await page.getByRole('link', { name: '2 required rules failed' }).click();
    await expect.poll(() => page.url()).toContain('#rule-chat-created-integer');
  });

  test('html: nine failed rules are on seven screens of 900 pixels, and two causes in sight', async () => {
    const report = samples.failingGate();
    const failed = report.rules.find(({ id }) => id === 'chat-stream-done-once-last');
    const { conformance, harm, clients } = failed ?? {};
    const like = { verdict: 'fail' as const, level: 'must' as const, conformance, harm, clients };
    let left = 9 - report.rules.filter(({ verdict }) => verdict === 'fail').length;
    const rules = report.rules.map((rule) =>
      rule.verdict === 'pass' && left-- > 0 ? { ...rule, ...like } : rule,
    );
    const ids = rules.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []));
    expect(ids).toHaveLength(9);
    const causes = [{ sentence: 'Keys are ignored.', rules: ids.slice(0, 8) }];
    const { page } = await open({ ...report, rules, causes });
    expect(await page.locator('.rule.fail[open]').count()).toBe(2);
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(6500);
  });

  test('html: objectives come before rules', async () => {
    const { page } = await open(samples.failingGate());
    const ids = await page
      .locator('main > section[id]')
      .evaluateAll((all) => all.map(({ id }) => id));
    expect(ids.slice(0, 2)).toEqual(['objectives', 'rules']);
  });

  test('html: failed rules are open and first, passed rules are one row', async () => {
    const { page } = await open(samples.failingGate());
    const verdicts = await page
      .locator('#rules .rule')
      .evaluateAll((all) => all.map((each) => each.getAttribute('data-verdict')));
    expect(verdicts.slice(0, 5)).toEqual(['fail', 'fail', 'fail', 'could-not-verify', 'warn']);
    expect(await page.locator('#rule-chat-created-integer .pair').isVisible()).toBe(true);
    expect(await page.locator('.rule.pass').first().isVisible()).toBe(false);
    expect(await page.getByText('42 rules passed').isVisible()).toBe(true);
  });

  test('html: rules that could not be verified for one reason are grouped under it', async () => {
    const report = samples.failingGate();
    const reason = 'needs a valid request to succeed first, as a control';
    const ids = ['auth-missing-refused', 'chat-sync-json'];
    const rules = report.rules.map((rule) =>
      ids.includes(rule.id) ? { ...rule, verdict: 'could-not-verify' as const, reason } : rule,
    );
    const { page } = await open({ ...report, rules });
    const group = page.locator('.same-reason');
    expect(await group.locator('> p').innerText()).toBe(`2 rules for one reason: ${reason}`);
    expect(await group.locator('.rule').count()).toBe(2);
  });

  test('html: the address keeps the filter, and brings it back', async () => {
    const { page } = await open(samples.failingGate());
    await page.getByText('assumed', { exact: true }).click();
    await page.getByLabel('Search').fill('one effect');
    const fragment = '#provenance=assumed&text=one+effect';
    await expect.poll(() => new URL(page.url()).hash).toBe(fragment);
    const before = await shownRules(page);
    const again = await open(samples.failingGate(), fragment);
    expect(await shownRules(again.page)).toBe(before);
    expect(await again.page.getByLabel('Search').inputValue()).toBe('one effect');
  });

  test('html: another address of the same page replaces the whole filter', async () => {
    const { page } = await open(samples.failingGate(), '#verdict=fail');
    expect(await shownRules(page)).toBe(3);
    await page.evaluate(`location.hash = '#text=one-effect'`);
    await expect.poll(() => page.getByRole('status').first().innerText()).toBe('2 of 49 rules');
  });

  test('html: keys move to the search, from rule to rule and from failure to failure', async () => {
    const { page } = await open(samples.failingGate());
    const focused = () =>
      page.evaluate(`document.activeElement.closest('.rule')?.id ?? document.activeElement.name`);
    const walked: unknown[] = [];
    for (const key of ['j', 'j', 'k', 'f', 'f', '/']) {
      await page.keyboard.press(key);
      walked.push(await focused());
    }
    expect(walked).toEqual([
      'rule-chat-created-integer',
      'rule-chat-stream-done-once-last',
      'rule-chat-created-integer',
      'rule-chat-stream-done-once-last',
      'rule-idempotency-concurrent-one-effect',
      'text',
    ]);
    await page.keyboard.type('jf');
    expect(await page.getByLabel('Search').inputValue()).toBe('jf');
  });

  test('html: a rule gives a link to itself, and its finding as text for an issue', async () => {
    const { page } = await open(samples.failingGate());
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.keyboard.press('f');
    await toastAfter(page, 'Link copied', () => page.keyboard.press('c'));
    const link = await page.evaluate('navigator.clipboard.readText()');
    expect(link).toMatch(/report\.html#rule-chat-created-integer$/);
    const rule = page.locator('#rule-chat-created-integer');
    const button = rule.getByRole('button', { name: 'Copy for an issue' });
    await toastAfter(page, 'Finding copied', () => button.click());
    const issue = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(issue).toMatch(/^### fail: .*integer/);
    expect(issue).toContain('expected: an integer\nactual: "1763721727"');
    expect(issue).toContain('```\ncurl ');
    expect(issue).toContain('http://127.0.0.1:8080/v1');
  });

  test('html: the knee and its chart are in the first screen', async () => {
    const { page } = await open(foundKnee());
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await page.locator('h1').innerText()).toMatch(/^40\.1\sreq\/s$/);
    const chart = await page.locator('figure', { hasText: 'Completed against' }).boundingBox();
    expect((chart?.y ?? 900) + (chart?.height ?? 0)).toBeLessThanOrEqual(900);
  });

  test('html: the title names the outcome, the target and the build', async () => {
    const { page } = await open({ ...samples.failingGate(), label: 'v2.1 </style>"\\' });
    expect(await page.title()).toBe('✗ fail: gate of 127.0.0.1:8080, build v2.1 </style>"\\');
    expect(await page.locator('.identity').innerText()).toContain('build v2.1 </style>');
    expect(await page.locator('style').count()).toBe(1);
  });

  test('html: a load that ended early is shown with its reason and without partial seconds', async () => {
    const { page } = await open(samples.loadEndedEarly());
    expect(await page.locator('.callout.fail').innerText()).toMatch(
      /Load ended early after 12\.1\ss: all errors > 20% over 10s/,
    );
    const arrivals = page.locator('figure', { hasText: 'Arrivals' });
    const started = await arrivals.locator('path.line.first').getAttribute('d');
    expect(started?.split('L')).toHaveLength(12);
  });

  test('html: a link to a rule of a closed area opens it', async () => {
    const fragment = '#rule-auth-missing-refused';
    const { page } = await open(samples.passingGate(), fragment);
    expect(await page.locator(`${fragment} .facts`).isVisible()).toBe(true);
  });

  test('html: a copied curl line is the line', async () => {
    const { page } = await open(samples.failingGate());
    await page.locator('#run').getByRole('button', { name: 'Copy' }).click();
    expect(await page.evaluate('String(getSelection())')).toBe(samples.failingGate().repro);
  });

  test('html: the counts stay in sight, and a key of their hints leads to a failure', async () => {
    const { page } = await open(samples.failingGate());
    const counts = page.locator('.counts');
    expect(await counts.innerText()).toMatch(/fail · \d+ rules? failed · .*\d+ passed/);
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    const top = 'document.querySelector(".counts").getBoundingClientRect().top';
    await expect.poll(() => page.evaluate(top)).toBe(0);
    expect(await counts.locator('.keys').isVisible()).toBe(true);
    await page.keyboard.press('f');
    const focused = 'document.activeElement.getBoundingClientRect().top';
    await expect.poll(() => page.evaluate(focused)).toBeGreaterThan(40);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await counts.locator('.keys').isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await counts.isVisible()).toBe(false);
  });

  test('html: on a pass, the counts offer no way to a failure', async () => {
    const { page } = await open(samples.passingGate());
    const counts = page.locator('.counts');
    expect(await counts.innerText()).toMatch(/^✓ pass · \d+ passed\s+j k next and previous rule$/);
    expect(await counts.locator('a').count()).toBe(0);
    expect(await page.getByText('next failure').filter({ visible: true }).count()).toBe(0);
  });

  test('html: on a phone, what the gateway adds stands in sight', async () => {
    const { page } = await open(overheadRun());
    await page.setViewportSize({ width: 390, height: 800 });
    const cells = page.locator('#overhead td:visible');
    const edges = await cells.evaluateAll((all) =>
      all.map((each) => each.getBoundingClientRect().right),
    );
    expect(edges.length).toBeGreaterThan(4);
    expect(Math.max(...edges)).toBeLessThanOrEqual(390);
  });

  test('html: printing shows the evidence of what failed, and no controls', async () => {
    const { page } = await open(samples.failingGate());
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#filter').isVisible()).toBe(false);
    expect(await page.locator('#rule-chat-created-integer .pair').first().isVisible()).toBe(true);
    expect(await page.locator('#rule-auth-missing-refused .facts').isVisible()).toBe(false);
  });

  test('html: a rule is printed with one finding and one wire log', async () => {
    const { page } = await open(samples.failingGate());
    await page.emulateMedia({ media: 'print' });
    const rule = page.locator('#rule-chat-stream-done-once-last');
    expect(await rule.locator('.findings > li').filter({ visible: true }).count()).toBe(1);
    expect(await rule.locator('.wire').filter({ visible: true }).count()).toBe(1);
    expect(await rule.locator('.count').first().innerText()).toBe('2 findings in conformance');
    expect(await rule.locator('.count').last().innerText()).toMatch(
      /^611 findings under load in chat/,
    );
  });

  test('html: a pass is printed on at most four pages', async () => {
    const { page } = await open(samples.passingGate());
    const printed = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1');
    expect(printed.match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(4);
  });

  test('html: what the profile changes is one row until it is opened', async () => {
    const { page } = await open(samples.failingGate());
    const changes = page.locator('#run details', { hasText: 'by profile' });
    expect(await changes.locator('table').isVisible()).toBe(false);
    await changes.locator('summary').click();
    expect(await changes.locator('table').isVisible()).toBe(true);
  });

  test('html: without scripts everything can be read', async () => {
    const still = await launch({ scripts: false });
    try {
      const { page, complaints } = await open(samples.failingGate(), '', () =>
        still.context.newPage(),
      );
      expect(await page.locator('#filter').isVisible()).toBe(false);
      const rule = page.locator('#rule-chat-created-integer');
      expect(await rule.locator('.pair').first().isVisible()).toBe(true);
      expect(complaints).toEqual([]);
    } finally {
      await still.close();
    }
  });
});

const CENSORED = '15 requests had exceeded the limit when the run ended';
const SPOILT =
  '59 of 240 arrivals could not start before the end. Raise inFlight (--in-flight), lower the arrival rate, or give the generator more cores.';

/** Reports with a sentence beside figures, and how often it stands there. */
const NOTES = [
  ['why a step was missed', foundKnee(), 'latency kept rising (15.0\u{a0}ms per second)', 2],
  ['why a step says nothing', withHealthReason(weakGenerator(), SPOILT), SPOILT, 1],
  ['why an objective was missed by more', censored(samples.failingGate()), CENSORED, 3],
  [
    'why an objective was not judged',
    samples.interruptedGate(),
    'load generator could not keep up',
    3,
  ],
] as const;

describe.each(NOTES)('beside the figures: %s', (_what, report, sentence, standing) => {
  const opened = openOnce(report);

  test.each([
    [1280, 'screen'],
    [390, 'screen'],
    // A4 without its margins.
    [718, 'print'],
  ] as const)('html: at %d px on %s the whole sentence is visible', async (width, media) => {
    const { page } = await opened();
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ media });
    expect(await page.evaluate(countInSight(sentence))).toEqual({ standing, inSight: standing });
  });
});

function censored(report: RunReport): RunReport {
  return { ...report, slo: report.slo.map((objective) => ({ ...objective, reason: CENSORED })) };
}

function withHealthReason(report: RunReport, reason: string): RunReport {
  const { capacity } = report;
  if (capacity === undefined) throw new Error('no capacity');
  const steps = capacity.steps.map((step) => ({ ...step, health: { ...step.health, reason } }));
  return { ...report, capacity: { ...capacity, steps } };
}

describe.each(Object.entries(HOSTILE_TEXTS))('hostile text: %s', (_what, text) => {
  test('html: hostile text is shown as text', async () => {
    const { page, complaints, requests } = await open(samples.hostileGate(text));
    await openAll(page);
    expect(complaints).toEqual([]);
    expect(requests).toEqual([]);
    expect(await page.evaluate('globalThis.pwned')).toBeUndefined();
    expect(await page.locator('script').count()).toBe(1);
    expect(await page.locator('style').count()).toBe(1);
    expect(await page.locator('img, link, iframe, object, embed, base').count()).toBe(0);
    expect(await page.locator('main').count()).toBe(1);
    expect(await page.locator('footer').count()).toBe(1);
  });
});
