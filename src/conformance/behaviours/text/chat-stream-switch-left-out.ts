import { sentBodyOf } from '../../../answers/sent-body.ts';
import type { Behaviour } from '../../behaviour.ts';
import { formWords } from '../../observations/observation-words.ts';
import { shortChat } from '../../probes/chat.ts';

export const chatStreamSwitchLeftOut: Behaviour = {
  id: 'chat-stream-switch-left-out',
  question: 'How does a chat answer if the stream switch is absent or off?',
  silence: 'Name of the body field that switches streaming, and further body fields: not shown.',
  probe: shortChat,

  observe({ exchanges }) {
    return exchanges.map((exchange) => ({
      subject: sentBodyOf(exchange)?.body.stream === undefined ? 'absent' : 'off',
      value: formWords(exchange),
      exchange,
    }));
  },
};
