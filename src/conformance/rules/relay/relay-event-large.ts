import { needUnusualStream } from '../../findings/unusual-stream.ts';
import { oddlyFramed } from '../../probes/relay/streams.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** An answer that lost its end looks like a whole one. */
export const relayEventLarge: JudgeRule<'relay'> = {
  id: 'relay-event-large',
  level: 'must',
  provenance: 'assumed',
  source: 'fidelity: a part is not the whole',
  statement: 'An event of 1 MiB of the upstream arrives whole, or the caller gets an error.',
  provenBy: 'relay-cap-line',
  evidence: 'relay',
  operations: ['chat', 'responses'],
  needs: ['upstream'],
  probe: oddlyFramed,

  *judge(relay) {
    const { exchange, call, text } = needUnusualStream(relay, 'big-event');
    const written = call.answer.tokens.at(-1)?.characters;
    need(written !== undefined, 'an upstream that wrote a text');
    if (text === undefined || text.length === written) return;
    yield {
      expected: `${written} characters, or an error`,
      actual: `${text.length} characters`,
      where: 'the joined text',
      exchange,
    };
  },
};
