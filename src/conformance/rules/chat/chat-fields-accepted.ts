import { member } from '../../../answers/json.ts';
import { narrow } from '../../../answers/narrow.ts';
import { notAccepted } from '../../findings/acceptance.ts';
import { fullChats } from '../../probes/chat-turns.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A client that sets how the model must answer gets no answer. */
export const chatFieldsAccepted: JudgeRule<'series'> = {
  id: 'chat-fields-accepted',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Chat completion request: "temperature | number | Sampling temperature."; §Message: "The roles system and user are used."',
  statement:
    'A chat request may have a temperature, as an integer or a fraction, and messages with the role system.',
  provenBy: 'chat-temperature-integer-only',
  evidence: 'series',
  operations: ['chat'],
  probe: fullChats,

  *judge(series) {
    const refused = series.exchanges.map((exchange) => narrow('failure', exchange));
    const codes = refused.map((failure) => member(member(failure?.json, 'error'), 'code'));
    // A value that one model refuses says nothing about the gateway.
    need(!codes.includes('unsupported_value'), 'a model that accepts every value');
    yield* notAccepted(series);
  },
};
