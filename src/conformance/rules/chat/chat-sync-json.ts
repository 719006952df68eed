import { isJsonObject } from '../../../answers/json.ts';
import { requestsStream } from '../../../answers/sent-body.ts';
import { shortChat } from '../../probes/chat.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A client that did not request a stream parses one JSON body: events make it fail. */
export const chatSyncJson: JudgeRule<'reply'> = {
  id: 'chat-sync-json',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Endpoints: "POST /chat/completions | JSON chat completion request | JSON chat completion response (application/json)"; rule 1: "one synchronous body"',
  statement:
    'POST /chat/completions without the stream switch returns one application/json object.',
  provenBy: 'chat-always-sse',
  evidence: 'reply',
  operations: ['chat'],
  probe: shortChat,

  *judge(reply, expect) {
    const streams = requestsStream(reply.exchange, expect.streamField);
    need(streams === false, 'a request without the stream switch');
    if (reply.mediaType !== 'application/json') {
      yield { expected: 'application/json', actual: reply.mediaType, where: 'content-type' };
    } else if (reply.form === 'body' && !isJsonObject(reply.json)) {
      yield { expected: 'one JSON object', actual: reply.text };
    }
  },
};
