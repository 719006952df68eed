import { DONE } from '../../../contract/stream-events.ts';
import { shortResponseStream } from '../../probes/responses-stream.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A client that stops at [DONE] loses what follows, and finds it in the next answer. */
export const responsesStreamDoneSentinel: JudgeRule<'stream'> = {
  id: 'responses-stream-done-sentinel',
  level: 'may',
  provenance: 'assumed',
  source: 'Open Responses (the terminal event is [DONE]); OpenAI OpenAPI 2.3.0 (it has none)',
  statement: 'If a responses stream sends [DONE], it sends it once, as the last event.',
  provenBy: 'rst-done-twice',
  evidence: 'stream',
  operations: ['responses'],
  probe: shortResponseStream,

  *judge({ events }, expect) {
    need(events.length > 0, 'a stream with events');
    const done = events.findIndex(({ data }) => data === DONE);
    if (done === -1) {
      if (expect.responsesDone === 'required') yield { expected: DONE, actual: 'absent' };
      return;
    }
    if (expect.responsesDone === 'forbidden') {
      yield { expected: `no ${DONE}`, actual: DONE, atMs: events[done]?.atMs ?? 0 };
    }
    for (const { data, atMs } of events.slice(done + 1)) {
      yield { expected: `end of stream after ${DONE}`, actual: `a further event: ${data}`, atMs };
    }
  },
};
