import { oddlyFramed } from '../../probes/relay/streams.ts';
import { wholeStream } from '../../rows/relays.ts';

export const relayEmptyChoices = wholeStream('relay-empty-choices', {
  level: 'must',
  assumed: 'OpenAI API reference, stream_options',
  statement: 'A chunk of the upstream without choices neither ends nor breaks the stream.',
  harm: 'Providers send usage in a chunk without choices: a gateway that always reads the first choice fails.',
  provenBy: 'relay-choices-zero',
  operations: ['chat'],
  probe: oddlyFramed,
  framing: 'usage-empty-choices',
});

export const relayForeignFraming = wholeStream('relay-foreign-framing', {
  level: 'must',
  assumed: 'WHATWG HTML §9.2.6, interpreting an event stream',
  statement:
    'An upstream stream with comments, id:, retry:, CRLF or several data lines for one event reaches the caller complete.',
  harm: 'Providers write streams in different legal forms: the answers of some of them are lost.',
  provenBy: 'relay-naive-split',
  operations: ['chat', 'responses'],
  probe: oddlyFramed,
  framing: 'foreign-framing',
});
