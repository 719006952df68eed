import { member } from '../../../answers/json.ts';
import { modelFor } from '../../../contract/models-by-operation.ts';
import { awkwardBytes } from '../../probes/transcription.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** Audio whose bytes change on the way becomes noise in places: words are missing or wrong. */
export const transcriptionBinarySafe: JudgeRule<'answer'> = {
  id: 'transcription-binary-safe',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 7578 §4.7 (over HTTP a part is binary and has no transfer encoding)',
  statement: 'The bytes of a file reach the model unchanged, also beside other uploads.',
  provenBy: 'tr-corrupt-crlf',
  evidence: 'answer',
  operations: ['transcription'],
  needs: ['echoing-model'],
  probe: awkwardBytes,

  *judge({ exchange, json }, expect) {
    const { body } = exchange.request;
    need(body.kind === 'multipart', 'a form');
    const model = body.fields.find(([name]) => name === 'model')?.[1];
    const [file] = body.files;
    const echo = modelFor(expect.echoModel, 'transcription');
    need(file && model === echo, 'a file for the model that returns its digest');
    const text = member(json, 'text');
    need(typeof text === 'string', 'an answer with text');

    if (text !== file.sha256) {
      yield { expected: `SHA-256 ${file.sha256}`, actual: text.slice(0, 80), where: 'text' };
    }
  },
};
