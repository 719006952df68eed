import { expect, test } from 'vitest';
import { answer } from '../../src/library/testing/exchanges.ts';
import { traceRecord } from '../../src/report/assemble/evidence-record.ts';
import { html } from '../../src/report/formats/html.ts';
import { junit } from '../../src/report/formats/junit.ts';
import { markdown } from '../../src/report/formats/markdown.ts';
import { sarif } from '../../src/report/formats/sarif.ts';
import { text } from '../../src/report/formats/text.ts';
import { type RunReport, RunReportSchema } from '../../src/report/schema/run-report.ts';
import { createdAsString } from './sample-findings.ts';
import { load } from './sample-load.ts';
import { failingGate } from './sample-report.ts';

const ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const LINK = 'https://jaeger.example/trace/{traceId}?a=1&b=2';
const URL_OF_TRACE = `https://jaeger.example/trace/${ID}?a=1&b=2`;

const request = (flags: string) =>
  answer({}, { request: { headers: [['traceparent', `00-${ID}-00f067aa0ba902b7-${flags}`]] } })
    .request;

test.each([
  ['is sampled', '01', LINK, { id: ID, url: URL_OF_TRACE }],
  ['is not sampled', '00', LINK, { id: ID }],
  ['has no page', '01', undefined, { id: ID }],
])('report: a trace that %s has its id, and a link where it has one', (_, flags, link, trace) => {
  expect(traceRecord(request(flags), link)).toEqual(trace);
});

test('report: a request without a trace has none', () => {
  expect(traceRecord(answer({}).request, LINK)).toBeUndefined();
});

/** A report whose findings and slow requests have a trace. */
function traced(url: string = URL_OF_TRACE): RunReport {
  const report = failingGate();
  const trace = { id: ID, ...(url !== '' && { url }) };
  const sample = createdAsString();
  const evidence = sample.evidence && { ...sample.evidence, trace };
  const finding = { ...sample, ...(evidence && { evidence }) };
  const rules = report.rules.map((rule) =>
    rule.conformance === undefined || rule.conformance.findings === 0
      ? rule
      : { ...rule, conformance: { ...rule.conformance, examples: [finding] } },
  );
  const slow = { exchange: 7, operation: 'chat', mode: 'stream', e2eMs: 812, ttftMs: 31, trace };
  return { ...report, rules, load: { ...load({}), slowest: [slow] } };
}

const ESCAPED = URL_OF_TRACE.replace('&', '&amp;');

test('report: the page links a finding and a slow request to their traces', () => {
  const links = html.render(traced()).split(`<a href="${ESCAPED}">${ID}</a>`);
  expect(links.length).toBeGreaterThan(2);
  expect(html.render(traced())).toContain('Slowest requests with a trace');
});

test.each([
  ['text', text.render, URL_OF_TRACE],
  ['Markdown', markdown.render, `[${ID}](<${URL_OF_TRACE}>)`],
  ['JUnit', junit.render, ESCAPED],
  ['SARIF', sarif.render, URL_OF_TRACE],
])('report: %s names the trace of a finding', (_, render, shown) => {
  expect(render(traced())).toContain(shown);
});

test('report: a trace without a link is named by its id', () => {
  expect(text.render(traced(''))).toMatch(RegExp(`^ *trace +${ID}$`, 'm'));
});

test.each(['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x'])(
  'report: a report.json whose trace links to %s is malformed',
  (url) => {
    expect(RunReportSchema.safeParse(traced()).success).toBe(true);
    expect(RunReportSchema.safeParse(traced(url)).success).toBe(false);
  },
);
