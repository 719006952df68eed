import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { noncesIn } from '../../../src/exchange/upstream/nonces.ts';
import { LoadMeasure } from '../../../src/measure/load-measure.ts';
import { parseObjective } from '../../../src/measure/objective.ts';
import { testFolder } from '../../support/test-folder.ts';
import { asked, type Harvest, harvestReference } from './load-run.ts';

const folder = await testFolder('arrivals');

/** Removes the rate and the arrival model of the gentle load, as these tests set others. */
const NONE = { arrivalRate: undefined, arrivals: undefined, inFlight: 100 };
const CHAT = { ...NONE, scenario: 'chat' };

/** Every scheduled arrival was started. */
function expectAllStarted({ result }: Harvest): void {
  expect(result.scriptErrors).toEqual({ count: 0, first: [] });
  expect(result.end).toMatchObject({ notStarted: 0, interrupted: 0 });
}

/** The scheduled starts since the first, in whole ms. */
function intendedMs(exchanges: readonly Exchange[]): number[] {
  const all = exchanges.map(({ timing }) => timing.intendedMs).toSorted((a, b) => a - b);
  return all.map((ms) => Math.round(ms - (all[0] ?? 0)));
}

interface ChatQuestion {
  readonly text: string;
  readonly most?: number;
}

/** The questions of chat requests, in the order of their arrivals. */
function questions(exchanges: readonly Exchange[]): ChatQuestion[] {
  const inOrder = exchanges.toSorted((a, b) => a.timing.intendedMs - b.timing.intendedMs);
  return inOrder.map((exchange) => {
    const { messages, max_tokens: most } = JSON.parse(asked(exchange));
    expect(messages).toHaveLength(1);
    return { text: messages[0].content, ...(most !== undefined && { most }) };
  });
}

function wordsOf({ text }: ChatQuestion): number {
  return text.split(/\s+/).length;
}

describe.concurrent('arrivals', () => {
  test('stages: the arrivals of a ramp and a plateau follow the rate', async () => {
    const harvest = await harvestReference({
      ...CHAT,
      arrivals: 'constant',
      duration: undefined,
      stages: [
        { arrivalRate: '0/s..40/s', duration: '1s' },
        { arrivalRate: '40/s', duration: '500ms' },
      ],
    });
    expectAllStarted(harvest);
    const ats = intendedMs(harvest.exchanges);
    expect(ats).toHaveLength(40);
    // Arrival n of a ramp to 40/s within 1 s comes at sqrt(n / 20) s.
    expect([ats[5], ats[20], ats[39]]).toEqual([500, 1000, 1475]);
  });

  test('bursts: arrivals come together, again and again', async () => {
    const harvest = await harvestReference({
      ...CHAT,
      bursts: { size: 5, every: '400ms' },
      duration: '1s',
    });
    expectAllStarted(harvest);
    expect(intendedMs(harvest.exchanges)).toEqual(
      [0, 400, 800].flatMap((ms) => Array.from({ length: 5 }, () => ms)),
    );
  });

  test('closed model: at most one request per user is in flight, and every request ends', async () => {
    const harvest = await harvestReference({
      ...CHAT,
      // It follows from the users.
      inFlight: undefined,
      closed: { users: 3, think: '100ms' },
      duration: '4s',
    });
    expectAllStarted(harvest);
    const { exchanges } = harvest;
    // A user sends every 100 ms plus an answer, or less often on a busy machine.
    expect(exchanges.length).toBeGreaterThanOrEqual(9);
    expect(exchanges.length).toBeLessThanOrEqual(120);
    for (const { timing } of exchanges) {
      const others = exchanges.filter(
        (other) => other.timing.sendMs <= timing.sendMs && other.timing.endMs > timing.sendMs,
      );
      expect(others.length).toBeLessThanOrEqual(3);
    }
  });

  test('trace: its times, lengths and scenarios reach the requests', async () => {
    const trace = join(folder, 'trace.jsonl');
    await writeFile(
      trace,
      `{"timestamp":100,"input_length":40,"output_length":7,"scenario":"chat"}
{"timestamp":1100,"input_length":3000,"scenario":"chat"}
{"timestamp":1100,"input_length":20,"output_length":3,"scenario":"responses"}
`,
    );
    const harvest = await harvestReference({
      ...NONE,
      trace: { file: trace, speed: 2 },
      duration: '501ms',
    });
    expectAllStarted(harvest);
    const { exchanges } = harvest;
    expect(intendedMs(exchanges)).toEqual([0, 500, 500]);
    const [first, second] = questions(exchanges.filter(({ operation }) => operation === 'chat'));
    expect(first).toMatchObject({ most: 7 });
    expect([first, second].map((question) => question && wordsOf(question))).toEqual([40, 3000]);
    const response = exchanges.find(({ operation }) => operation === 'responses');
    expect(JSON.parse(response ? asked(response) : '{}')).toMatchObject({ max_output_tokens: 3 });
  });

  test('prompts: words and tokens of a distribution stay within its limits and are repeatable', async () => {
    const run = () =>
      harvestReference({
        scenario: 'chat',
        duration: '1s',
        prompts: { words: { mean: 60, sd: 20, min: 40, max: 90 } },
        answers: { tokens: { min: 5, max: 9 } },
      });
    const [one, other] = await Promise.all([run(), run()]);
    const asks = questions(one.exchanges);
    expect(new Set(asks.map(wordsOf)).size).toBeGreaterThan(5);
    for (const ask of asks) {
      expect(wordsOf(ask)).toBeGreaterThanOrEqual(40);
      expect(wordsOf(ask)).toBeLessThanOrEqual(90);
      expect(ask.most).toBeGreaterThanOrEqual(5);
      expect(ask.most).toBeLessThanOrEqual(9);
      expect(noncesIn(ask.text).size).toBe(1);
    }
    const lengths = (harvest: Harvest) =>
      questions(harvest.exchanges).map((ask) => [wordsOf(ask), ask.most]);
    expect(lengths(other)).toEqual(lengths(one));
  });

  test.each([
    ['prompts.txt', 'Tell me a story.\n\nAnother, please?\n', {}],
    ['prompts.jsonl', '"Tell me a story."\n{"prompt":"Another, please?","output_length":5}\n', 5],
  ])('prompts: the lines of %s are sent one after the other', async (name, text, most) => {
    const file = join(folder, name);
    await writeFile(file, text);
    const { exchanges } = await harvestReference({
      scenario: 'chat',
      duration: '500ms',
      prompts: { file },
    });
    const asks = questions(exchanges);
    expect(asks.length).toBeGreaterThan(5);
    for (const [index, ask] of asks.entries()) {
      const second = { text: 'Another, please?', ...(most === 5 && { most }) };
      expect(ask).toEqual(index % 2 === 0 ? { text: 'Tell me a story.' } : second);
    }
  });

  test('rates: each scenario has its own rate', async () => {
    const harvest = await harvestReference({
      ...NONE,
      arrivals: 'constant',
      rates: { chat: '20/s', images: '5/s' },
      duration: '1s',
    });
    expectAllStarted(harvest);
    const of = (name: string) =>
      harvest.exchanges.filter(({ operation }) => operation === name).length;
    expect([of('chat'), of('images')]).toEqual([20, 5]);
  });

  test('end of the run: cut requests are not successful, and miss a limit that they had exceeded', async () => {
    const { exchanges, result } = await harvestReference(
      { ...CHAT, arrivalRate: '20/s', arrivals: 'constant', duration: '1s', gracefulStop: '3s' },
      { ttftMs: 30_000 },
    );
    expect(result.end).toMatchObject({
      scheduled: 20,
      started: 20,
      notStarted: 0,
      interrupted: 20,
    });
    expect(new Set(exchanges.map(({ outcome }) => outcome))).toEqual(new Set(['cut-by-end']));
    const objectives = ['chat e2e p50 < 300ms', 'chat e2e p99 < 10s'].map(parseObjective);
    const measure = new LoadMeasure(objectives);
    for (const exchange of exchanges) measure.record(exchange);
    const [passed, open] = measure.compliance({ durationMs: 1000, findings: [] });
    expect(passed).toMatchObject({ met: false });
    expect(passed?.reason).toMatch(/^\d+ requests had exceeded the limit when the run ended$/);
    expect(open).toMatchObject({ met: null, reason: 'nothing was measured' });
  });
});
