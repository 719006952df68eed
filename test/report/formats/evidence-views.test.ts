import { expect, test } from 'vitest';
import { lanes, reproductionTabs, tokenRail } from '../../../src/report/formats/html/finding.ts';
import { typescriptOf } from '../../../src/report/formats/html/typescript.ts';
import { wireLog } from '../../../src/report/formats/html/wire-log.ts';
import type { SeriesEntry } from '../../../src/report/schema/finding.ts';
import { streamEvidence, twoEffects } from '../sample-findings.ts';

const FINDING = { expected: 'a', actual: 'b', atMs: 612.4 };

function entry(exchange: number, id: string, startMs: number): SeriesEntry {
  const times = { startMs, endMs: startMs + 100 };
  const answer = { outcome: 'answered', status: 200, id };
  return { exchange, attempt: 1, method: 'POST', path: '/v1/images', ...times, ...answer };
}

test('lanes: requests that were answered with one id have one colour, another id has another', () => {
  const { text } = lanes([entry(1, 'a', 0), entry(2, 'b', 50), entry(3, 'a', 100)], 'a rule');
  const colours = [...text.matchAll(/<code class="(lane-\d)">/g)].map(([, colour]) => colour);
  expect(colours).toEqual(['lane-0', 'lane-1', 'lane-0']);
  const bars = [...text.matchAll(/<rect x="([\d.]+)" y="1" width="([\d.]+)"/g)];
  expect(bars.map(([, x, width]) => [Number(x), Number(width)])).toEqual([
    [0, 120],
    [60, 120],
    [120, 120],
  ]);
});

test('token rail: each read is a tick, a stall is thick, and the finding is marked', () => {
  const rail = tokenRail(streamEvidence(1), FINDING);
  const text = rail === false ? '' : rail.text;
  expect(/class="ticks" d="([^"]*)"/.exec(text)?.[1]?.match(/M/g)).toHaveLength(4);
  expect(text.match(/class="stall"/g)).toHaveLength(1);
  expect(text.match(/class="found-tick"/g)).toHaveLength(1);
  expect(text).toContain('median gap 5.30');
});

test('token rail: a response that is not a stream has none', () => {
  const evidence = { ...streamEvidence(1), headers: [] };
  expect(tokenRail(evidence, FINDING)).toBe(false);
});

test('wire log: the head that each event of a stream repeats is dimmed', () => {
  const { text } = wireLog(streamEvidence(1), { expected: 'a', actual: 'b' }, 'a rule');
  const dimmed = [...text.matchAll(/<span class="again">([^<]*)</g)].map(([, again]) => again);
  expect(dimmed).toEqual([expect.stringMatching(/^data: \{&quot;id&quot;:&quot;chatcmpl-17/)]);
});

test('wire log: a character is never cut in two where a repetition ends', () => {
  const head = `data: {"content":"${'x'.repeat(30)}`;
  const read = (atMs: number, end: string) => ({ atMs, text: `${head}${end}` });
  // The two have the first half of their code units in common.
  const evidence = { ...streamEvidence(1), body: [read(1, '\u{1f600}'), read(2, '\u{1f601}')] };
  const { text } = wireLog(evidence, { expected: 'a', actual: 'b' }, 'a rule');
  expect(text).toContain('\u{1f601}');
  expect(text).not.toContain('\ufffd');
});

test('reproduction: the command, the request and a program are tabs', () => {
  const tabs = reproductionTabs(twoEffects(), 'a rule');
  const text = tabs === false ? '' : tabs.text;
  const names = [...text.matchAll(/<span>([^<]*)<\/span><\/label>/g)].map(([, name]) => name);
  expect(names).toEqual(['assay', 'curl', 'TypeScript']);
  expect(text.match(/ checked/g)).toHaveLength(1);
});

test('reproduction: a single way needs no tabs', () => {
  const tabs = reproductionTabs({ ...FINDING, evidence: streamEvidence(1) }, 'a rule');
  expect(tabs === false ? '' : tabs.text).toMatch(/^<div class="curl"><pre [^>]*>curl /);
});

test('reproduction: a program does what the command does, quoted words included', () => {
  const command = `assay conform --target http://127.0.0.1:1/v1 --config 'a b.yaml' --profile 'it'\\''s' --seed 7 --header 'X-Team: \${TEAM}' --rule a --rule=b-c`;
  expect(typescriptOf(command)?.split('\n')).toEqual([
    "import { conform } from 'assay';",
    '',
    'const report = await conform("http://127.0.0.1:1/v1", {',
    '  config: "a b.yaml",',
    `  profile: "it's",`,
    '  seed: 7,',
    '  headers: {"X-Team":"${TEAM}"},',
    '  rules: ["a","b-c"],',
    '});',
    'for (const { id, verdict } of report.rules) console.log(verdict, id);',
  ]);
});

test.each(['assay load --target embedded', 'assay conform --area chat --rule a', 'curl x'])(
  'reproduction: a program is offered for what it can do, which is not %s',
  (command) => {
    expect(typescriptOf(command)).toBeUndefined();
  },
);
