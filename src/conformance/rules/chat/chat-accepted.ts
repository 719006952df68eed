import { refusalsIn } from '../../findings/acceptance-rules.ts';
import { shortChat } from '../../probes/chat.ts';
import type { JudgeRule } from '../../rule.ts';

/** A client whose valid request is refused cannot chat, or can only sometimes. */
export const chatAccepted: JudgeRule<'sent'> = {
  id: 'chat-accepted',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Endpoints, POST /chat/completions ("JSON chat completion request | JSON chat completion response")',
  statement: 'A valid chat request with a valid key returns 2xx.',
  provenBy: 'chat-401-some',
  evidence: 'sent',
  operations: ['chat'],
  probe: shortChat,

  judge: refusalsIn,
};
