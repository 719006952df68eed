import { isJsonObject, member } from '../../../answers/json.ts';
import { describeOutcome, narrow } from '../../../answers/narrow.ts';
import { BODY_NOT_SENT } from '../../../exchange/http/transport-failure.ts';
import { dispositionOf } from '../../findings/acceptance.ts';
import { oversizeFiles } from '../../probes/transcription.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * A client that gets the reason shortens its file; one whose connection breaks sends the whole
 * file again.
 */
export const transcriptionOversize413: JudgeRule<'series'> = {
  id: 'transcription-oversize-413',
  level: 'should',
  provenance: 'assumed',
  source: 'RFC 9110 §15.5.14; OpenAI (413); interface §Errors for the wrapper',
  statement: 'An upload that is too large returns 413 with the error wrapper.',
  provenBy: 'tr-oversize-html',
  evidence: 'series',
  operations: ['transcription'],
  probe: oversizeFiles,

  *judge({ exchanges: [good, large] }) {
    need(
      good && dispositionOf(good) === 'accepted',
      'a valid request to succeed first, as a control',
    );
    need(large && dispositionOf(large) !== 'accepted', 'a file that is not accepted');
    need(large.failure !== BODY_NOT_SENT, 'the file to be sent in time');
    const status = large.answer?.status;
    need(status !== 429 && status !== 503, 'an answer other than "retry later"');

    const answer = narrow('failure', large);
    if (answer?.status !== 413) {
      yield { expected: 'status 413', actual: describeOutcome(large), exchange: large };
    } else if (!isJsonObject(member(answer.json, 'error'))) {
      const actual = `${answer.mediaType}, ${answer.text.slice(0, PREVIEW_CHARACTERS)}`;
      yield { expected: 'the error wrapper in JSON', actual, exchange: large };
    }
  },
};
const PREVIEW_CHARACTERS = 80;
