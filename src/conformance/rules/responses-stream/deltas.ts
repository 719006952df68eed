import { responseEvents } from '../../../answers/response-events.ts';
import { pacedResponseStream } from '../../probes/responses-stream.ts';
import { paced } from '../../rows/streams.ts';

export const responsesStreamIncremental = paced('responses-stream-incremental', {
  level: 'must',
  assumed: 'the purpose of streaming; dstack #4269; kekzl/imp #754',
  statement:
    'The gateway sends the deltas of a responses stream as the model produces them, not in one burst.',
  harm: 'If the gateway buffers a stream and sends it at once, the user sees an empty screen meanwhile.',
  provenBy: 'rst-buffer-all',
  operations: ['responses'],
  probe: pacedResponseStream,
  arrivalsOf: (stream) =>
    responseEvents(stream)
      .filter(({ type, json }) => type === 'response.output_text.delta' && json.delta !== '')
      .map(({ event }) => event.atMs),
});
