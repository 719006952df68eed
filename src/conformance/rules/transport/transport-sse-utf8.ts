import type { Stream } from '../../../answers/narrow.ts';
import { replyText } from '../../../answers/reply.ts';
import { requestsModel, sentBodyOf } from '../../../answers/sent-body.ts';
import { textDifference } from '../../findings/differences.ts';
import { answersAnother } from '../../findings/foreign-answer.ts';
import { hasHalfCharacter } from '../../findings/half-character.ts';
import { unicodeStreams } from '../../probes/texts.ts';
import { type Finding, type JudgeRule, need } from '../../rule.ts';

/** Names, accents, emoji and whole languages arrive as replacement characters. */
export const transportSseUtf8: JudgeRule<'stream'> = {
  id: 'transport-sse-utf8',
  level: 'must',
  provenance: 'assumed',
  source:
    'WHATWG HTML, parsing an event stream (decoded as UTF-8); aisix #111; claude-code-router #1672',
  statement:
    'An event stream is UTF-8. No chunk end turns a character into U+FFFD, a lone surrogate or a question mark.',
  provenBy: 'sse-split-char',
  evidence: 'stream',
  operations: ['chat', 'responses'],
  probe: unicodeStreams,

  *judge(stream, expect) {
    const { exchange, decoded, events } = stream;
    if (decoded.invalidUtf8) {
      yield { expected: 'UTF-8', actual: 'bytes that are not UTF-8' };
      return;
    }
    const { body } = exchange.request;
    need(body.kind === 'text' && !BROKEN.test(body.text), 'a request without U+FFFD');
    for (const { data, json, atMs } of events) {
      if (BROKEN.test(data)) yield { expected: 'no U+FFFD', actual: data, atMs };
      else if (hasHalfCharacter(data, json)) {
        yield { expected: 'whole characters, no lone surrogate', actual: data, atMs };
      }
    }
    if (requestsModel(exchange, expect.echoModel)) yield* lostCharacters(stream);
  },
};

/** As a character, or as a JSON escape. */
const BROKEN = /\uFFFD|\\u[fF]{3}[dD]/;

/** What an echo whose ASCII came back whole lost or changed beyond ASCII. */
function* lostCharacters(stream: Stream): Iterable<Finding> {
  const prompt = sentBodyOf(stream.exchange)?.prompt ?? '';
  const text = replyText(stream) ?? '';
  if (answersAnother(stream) || !asciiOf(text).endsWith(asciiOf(prompt))) return;
  const [wanted, came] = [beyondAscii(prompt), beyondAscii(text)];
  // The same characters in another order, or some of them twice, are whole: other rules judge that.
  if (missingFrom(came, wanted) === '') return;
  const difference = textDifference(wanted, came);
  if (difference) yield { ...difference, where: 'deltas joined, beyond ASCII' };
}

/** Without the question marks that some encoders write for unknown characters. */
function asciiOf(text: string): string {
  return text.replace(/[^\0-\x7f]|\?/g, '');
}

function beyondAscii(text: string): string {
  return text.replace(/[\0-\x7f]/g, '');
}

/** The characters that a text does not have, each as often as it is wanted. */
function missingFrom(text: string, wanted: string): string {
  const left = Map.groupBy(text, (character) => character);
  return [...wanted].filter((character) => left.get(character)?.pop() === undefined).join('');
}
