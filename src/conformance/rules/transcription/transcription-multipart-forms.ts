import { notAccepted } from '../../findings/acceptance.ts';
import { legalForms } from '../../probes/transcription.ts';
import type { JudgeRule } from '../../rule.ts';

/** Each client library writes its forms in its own way: all clients of one language are refused. */
export const transcriptionMultipartForms: JudgeRule<'series'> = {
  id: 'transcription-multipart-forms',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 7578 §4.1 to §4.4, §5.1 and §5.2; RFC 2046 §5.1.1',
  statement: 'A form is accepted in every legal encoding that client libraries use.',
  provenBy: 'tr-model-must-precede',
  evidence: 'series',
  operations: ['transcription'],
  probe: legalForms,

  *judge(series) {
    yield* notAccepted(series);
  },
};
