import type { Alteration } from '../hooks.ts';
import type { Body } from '../http/fields.ts';
import type { Refusal } from '../http/refusal.ts';
import { onRefusal } from '../on-refusal.ts';

export const err200Sse: Alteration = {
  id: 'err-200-sse',
  summary: 'A refused stream request returns a stream.',
  hooks({ checkChat, checkResponses, presentRefusal, encode }) {
    const streamed = new WeakSet<Refusal>();
    const mark = <T>(check: (body: Body) => T) => {
      return (body: Body) =>
        onRefusal(
          () => check(body),
          (refusal) => {
            if (body.stream === true) streamed.add(refusal);
            throw refusal;
          },
        );
    };
    return {
      checkChat: mark(checkChat),
      checkResponses: mark(checkResponses),
      presentRefusal(refusal, context) {
        const answer = presentRefusal(refusal, context);
        if (!streamed.has(refusal)) return answer;
        return { ...answer, status: 200, headers: { 'content-type': 'text/event-stream' } };
      },
      encode(answer, context) {
        const wire = encode(answer, context);
        const events = answer.headers['content-type'] === 'text/event-stream';
        return events ? { ...wire, payload: `data: ${wire.payload.toString()}\n\n` } : wire;
      },
    };
  },
};
