import { expect } from 'vitest';
import { z } from 'zod';
import type { Rule } from '../../../src/conformance/rule.ts';
import { answer, event, stream } from './exchanges.ts';
import type { Tables } from './row-table.ts';

const TextsSchema = z.object({
  legal: z.array(z.string()),
  illegal: z.tuple([z.string()], z.string()),
});

const failed = (message: string) => answer({ error: { message } }, { status: 500 });
const named = (text: string) => JSON.stringify(text.slice(0, 80));

/** One table for each factory of `rows/texts.ts`. */
export const TEXT_TABLES: Tables = {
  answersWithout(rule) {
    const { illegal } = TextsSchema.parse(rule);
    const [leak] = illegal;
    const found = (where: string) => [{ where: expect.stringContaining(where) }];
    return [
      ...messages(rule),
      {
        name: 'a stream whose error has one',
        evidence: stream([event({ type: 'error', message: `${leak} is gone` })]),
        findings: [{}],
      },
      {
        name: 'a failed job whose error has one',
        evidence: answer({ status: 'failed', error: { message: leak } }),
        findings: [{}],
      },
      {
        name: 'an extra member of a good answer',
        evidence: answer({ choices: [], route: { to: [leak] } }),
        findings: found('member to'),
      },
      {
        name: 'an extra member of an event of a good stream',
        evidence: stream([event({ choices: [] }), event({ route: leak })]),
        findings: found('member route'),
      },
      {
        name: 'a header of a good answer',
        evidence: answer({}, { headers: { 'x-route': leak } }),
        findings: found('header x-route'),
      },
      {
        name: 'the text of the model',
        evidence: answer({ choices: [{ message: { content: leak } }], output_text: leak }),
      },
      {
        name: 'a delta of the model',
        evidence: stream([event({ choices: [{ delta: { content: leak } }] })]),
      },
      {
        name: 'a cookie of the caller',
        evidence: answer({}, { headers: { 'set-cookie': `at=${leak}` } }),
      },
      {
        name: 'what the caller sent',
        evidence: answer({ tag: leak }, { sent: { tag: leak } }),
      },
    ];
  },

  failureWithout: (rule) => [
    ...messages(rule),
    {
      name: 'a page that has one, in a refusal',
      evidence: answer(`<pre>${TextsSchema.parse(rule).illegal[0]}</pre>`, {
        status: 400,
        type: 'text/html',
      }),
      findings: [{ expected: 'a message for callers' }],
    },
    {
      name: 'an empty body',
      evidence: answer('', { status: 500 }),
      unverifiable: 'a failure with a body',
    },
    {
      name: 'a valid answer',
      evidence: answer({ id: 'a' }),
      unverifiable: rule.evidence === 'any' ? 'a failure with a body' : 'answer that is not 2xx',
    },
  ],
};

function messages(rule: Rule) {
  const { legal, illegal } = TextsSchema.parse(rule);
  return [
    ...legal.map((text) => ({ name: `the message ${named(text)}`, evidence: failed(text) })),
    ...illegal.map((text) => ({
      name: `the message ${named(text)}`,
      evidence: failed(text),
      findings: [{ actual: expect.any(String) }],
    })),
  ];
}
