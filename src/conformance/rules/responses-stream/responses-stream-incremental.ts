import { responseEvents } from '../../../answers/response-events.ts';
import { requestsModel } from '../../../answers/sent-body.ts';
import { bufferedDeltas } from '../../findings/pacing.ts';
import { pacedResponseStream } from '../../probes/responses-stream.ts';
import type { JudgeRule } from '../../rule.ts';

/**
 * If the gateway buffers a stream and sends it at once, the user sees an empty screen meanwhile.
 */
export const responsesStreamIncremental: JudgeRule<'stream'> = {
  id: 'responses-stream-incremental',
  level: 'must',
  provenance: 'assumed',
  source: 'the purpose of streaming; dstack #4269; kekzl/imp #754',
  statement:
    'The gateway sends the deltas of a responses stream as the model produces them, not in one burst.',
  provenBy: 'rst-buffer-all',
  evidence: 'stream',
  operations: ['responses'],
  measuresTime: true,
  probe: pacedResponseStream,

  judge(stream, expect) {
    const arrivalsMs = responseEvents(stream)
      .filter(({ type, json }) => type === 'response.output_text.delta' && json.delta !== '')
      .map(({ event }) => event.atMs);
    return bufferedDeltas(
      stream.exchange,
      arrivalsMs,
      requestsModel(stream.exchange, expect.slowModel),
    );
  },
};
