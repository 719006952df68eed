import { expect, test } from 'vitest';
import { html, sarif, text } from '../../../src/report/formats/index.ts';
import { failingGate, passingGate } from '../sample-report.ts';

const LINE =
  'openai-node 7.57, openai-python 3.54: no effect of its fault (other claims not tried); AI SDK 7.0: returns a wrong value silently (usage.totalTokens)';
const FORMATS = { text, html, sarif };

/** As one line: a terminal wraps it. */
function rendered(name: keyof typeof FORMATS, report: ReturnType<typeof failingGate>): string {
  return FORMATS[name].render(report).replaceAll(/\s+/g, ' ');
}

test.each(['text', 'html', 'sarif'] as const)(
  'clients: %s has what they do beside a finding, and nothing where a rule passed',
  (name) => {
    expect(rendered(name, failingGate())).toContain(LINE);
    expect(rendered(name, passingGate())).not.toContain(
      'no effect of its fault (other claims not tried)',
    );
  },
);
