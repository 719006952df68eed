import { member } from '../../../answers/json.ts';
import { narrow } from '../../../answers/narrow.ts';
import { notAccepted } from '../../findings/acceptance.ts';
import { fullChats } from '../../probes/chat-turns.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A client that says how its model is to answer gets no answer. */
export const chatFieldsAccepted: JudgeRule<'series'> = {
  id: 'chat-fields-accepted',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Chat completion request: "temperature | number | Sampling temperature."; §Message: "The roles system and user are used."',
  statement:
    'A chat may have a temperature, an integer as well as a fraction, and turns of the role system.',
  provenBy: 'chat-temperature-integer-only',
  evidence: 'series',
  operations: ['chat'],
  probe: fullChats,

  *judge(series) {
    const refused = series.exchanges.map((exchange) => narrow('failure', exchange));
    const codes = refused.map((failure) => member(member(failure?.json, 'error'), 'code'));
    // What one model cannot do says nothing of the gateway before it.
    need(!codes.includes('unsupported_value'), 'a model that takes any value');
    yield* notAccepted(series);
  },
};
