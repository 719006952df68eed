import { notAccepted } from '../../findings/acceptance.ts';
import { framedForm } from '../../probes/transcription.ts';
import type { JudgeRule } from '../../rule.ts';

/** Hardly a client writes text around its form, but one that does is refused for nothing. */
export const transcriptionFormPreamble: JudgeRule<'series'> = {
  id: 'transcription-form-preamble',
  level: 'should',
  provenance: 'assumed',
  source: 'RFC 2046 §5.1.1 (preamble and epilogue are to be ignored)',
  statement: 'Text before the first boundary of a form and after its last is ignored.',
  provenBy: 'tr-preamble-400',
  evidence: 'series',
  operations: ['transcription'],
  probe: framedForm,

  *judge(series) {
    yield* notAccepted(series);
  },
};
