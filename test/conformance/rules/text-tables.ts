import { expect } from 'vitest';
import { z } from 'zod';
import type { Rule } from '../../../src/conformance/rule.ts';
import { answer, event, stream } from './exchanges.ts';
import type { Tables } from './row-table.ts';
import { finds, passes, unverified } from './verdicts.ts';

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
      finds(
        'a stream whose error has one',
        stream([event({ type: 'error', message: `${leak} is gone` })]),
        {},
      ),
      finds(
        'a failed job whose error has one',
        answer({ status: 'failed', error: { message: leak } }),
        {},
      ),
      finds(
        'an extra member of a good answer',
        answer({ choices: [], route: { to: [leak] } }),
        ...found('member to'),
      ),
      finds(
        'an extra member of an event of a good stream',
        stream([event({ choices: [] }), event({ route: leak })]),
        ...found('member route'),
      ),
      finds(
        'a header of a good answer',
        answer({}, { headers: { 'x-route': leak } }),
        ...found('header x-route'),
      ),
      passes(
        'the text of the model',
        answer({ choices: [{ message: { content: leak } }], output_text: leak }),
      ),
      passes('a delta of the model', stream([event({ choices: [{ delta: { content: leak } }] })])),
      passes('a cookie of the caller', answer({}, { headers: { 'set-cookie': `at=${leak}` } })),
      passes('what the caller sent', answer({ tag: leak }, { sent: { tag: leak } })),
    ];
  },

  failureWithout: (rule) => [
    ...messages(rule),
    finds(
      'a page that has one, in a refusal',
      answer(`<pre>${TextsSchema.parse(rule).illegal[0]}</pre>`, {
        status: 400,
        type: 'text/html',
      }),
      { expected: 'a message for callers' },
    ),
    unverified('an empty body', answer('', { status: 500 }), 'a failure with a body'),
    unverified(
      'a valid answer',
      answer({ id: 'a' }),
      rule.evidence === 'any' ? 'a failure with a body' : 'answer that is not 2xx',
    ),
  ],
};

function messages(rule: Rule) {
  const { legal, illegal } = TextsSchema.parse(rule);
  return [
    ...legal.map((text) => passes(`the message ${named(text)}`, failed(text))),
    ...illegal.map((text) =>
      finds(`the message ${named(text)}`, failed(text), { actual: expect.any(String) }),
    ),
  ];
}
