import { relaySplitCharacter } from '../../../../src/conformance/rules/relay/relay-split-character.ts';
import { event, stream } from '../exchanges.ts';
import { unusualStream } from '../relay-tables.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const cut = stream([
  event({ choices: [{ index: 0, delta: { content: 'a\ud83d' } }] }),
  event({ choices: [{ index: 0, delta: { content: '\ude42' } }] }),
  event('[DONE]'),
]);

ruleTable(relaySplitCharacter, [
  ...unusualStream('split-character'),
  {
    name: 'a character of which each event has a half',
    evidence: relay([cut], [call({ failure: 'split-character', answer: { text: 'a🙂' } })]),
    findings: [
      { expected: 'whole characters, no lone surrogate' },
      { expected: 'whole characters, no lone surrogate' },
    ],
  },
]);
