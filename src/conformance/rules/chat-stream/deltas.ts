import { chatChunks } from '../../../answers/chat-chunks.ts';
import { pacedStream, shortStream } from '../../probes/chat-stream.ts';
import { choicesWithout, constant, paced } from '../../rows/streams.ts';

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

export const chatStreamFinishNullNotEmpty = choicesWithout('chat-stream-finish-null-not-empty', {
  level: 'should',
  assumed: 'OpenAI OpenAPI 2.3.0, finish_reason (nullable enum); ollama #4357; sglang #3912',
  statement: 'The finish_reason of an unfinished choice is null or absent, never "".',
  harm: 'Clients that stop at the first non-null finish_reason stop at the first token.',
  provenBy: 'cs-finish-empty-string',
  operations: ['chat'],
  probe: shortStream,
  member: 'finish_reason',
  illegal: '',
  expected: 'null or absent',
});

export const chatStreamRoleText = choicesWithout('chat-stream-role-text', {
  level: 'may',
  assumed: 'OpenAI OpenAPI 2.3.0, ChatCompletionStreamResponseDelta, role (not nullable)',
  statement: 'The role of a delta is a string or absent, never null.',
  harm: 'A client that sets the role of its message from each delta ends with a message without an author.',
  provenBy: 'cs-role-null',
  operations: ['chat'],
  probe: shortStream,
  member: 'delta.role',
  illegal: null,
  expected: 'string, or absent',
});
