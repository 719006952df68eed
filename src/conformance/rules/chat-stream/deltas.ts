import { chatChunks } from '../../../answers/chat-chunks.ts';
import { pacedStream, shortStream } from '../../probes/chat-stream.ts';
import { constant, paced } from '../../rows/streams.ts';

export const chatStreamCreatedConstant = constant('chat-stream-created-constant', {
  level: 'should',
  assumed: 'OpenAI OpenAPI 2.3.0, "Each chunk has the same timestamp"',
  statement: 'All chunks of one chat stream have the same created.',
  harm: 'A log that files an answer by its time finds one answer at several times.',
  provenBy: 'cs-created-per-chunk',
  operations: ['chat'],
  probe: shortStream,
  member: 'created',
});

export const chatStreamIdConstant = constant('chat-stream-id-constant', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, "Each chunk has the same ID"',
  statement: 'All chunks of one chat stream have the same id.',
  harm: 'Clients and logs join chunks to an answer by id: if the id changes, one answer becomes two, each with a part missing.',
  provenBy: 'cs-id-per-chunk',
  operations: ['chat'],
  probe: shortStream,
  member: 'id',
});

export const chatStreamIncremental = paced('chat-stream-incremental', {
  level: 'must',
  assumed: 'the purpose of streaming; dstack #4269; kekzl/imp #754',
  statement:
    'The gateway sends the deltas of a chat stream as the model produces them, not in one burst.',
  harm: 'If the gateway buffers a stream and sends it at once, the user sees an empty screen meanwhile.',
  provenBy: 'cs-buffer-all',
  operations: ['chat'],
  probe: pacedStream,
  arrivalsOf: (stream) =>
    chatChunks(stream)
      .filter(({ choices }) => choices.some(({ content }) => content !== ''))
      .map(({ event }) => event.atMs),
});
