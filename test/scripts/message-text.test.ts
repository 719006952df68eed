import { expect, test } from 'vitest';
import { messagesIn } from '../../scripts/messages/message-text.ts';

test.each([
  ['a sentence', "say('Nothing was sent.')", ['Nothing was sent.']],
  [
    'values by their names',
    'say(`Got ${text} from ${format(rate)}/s.`)',
    ['Got ‹text› from ‹rate›/s.'],
  ],
  [
    'members and lists',
    "say(`Known are ${names.join(', ')} of ${a.b}.`)",
    ['Known are ‹names› of ‹b›.'],
  ],
  ['a choice', "say(`${n} was ${on ? 'sent' : 'kept'}.`)", ['‹n› was [sent | kept].']],
  [
    'a part that may be missing',
    "say(`No file${why ? ` (${why})` : ''}.`)",
    ['No file[ (‹why›)].'],
  ],
  ['parts that are joined', "say('One half, ' + 'other half.')", ['One half, other half.']],
  [
    'the text of a page',
    'markup`<p>No load <b>was run</b>.</p><h3>The plan</h3>`',
    ['No load was run.', 'The plan'],
  ],
  [
    'the label of a figure',
    '`<svg aria-label="Latency of chats"><path d="M0 0"/></svg>`',
    ['Latency of chats'],
  ],
  ['neither names nor code', "f('word', './a b.ts', 'p { color: red; }', /two words/)", []],
])('messages: those of a source are %s', (_, source, messages) => {
  expect(messagesIn(source, 'source.ts')).toEqual(messages);
});
