import { notAccepted } from '../../findings/acceptance.ts';
import { framedForm } from '../../probes/transcription.ts';
import type { JudgeRule } from '../../rule.ts';

/** Few clients write text around their form, but those are refused without a reason. */
export const transcriptionFormPreamble: JudgeRule<'series'> = {
  id: 'transcription-form-preamble',
  level: 'should',
  provenance: 'assumed',
  source: 'RFC 2046 §5.1.1 (preamble and epilogue are to be ignored)',
  statement: 'Text before the first boundary of a form and after the last one is ignored.',
  provenBy: 'tr-preamble-400',
  evidence: 'series',
  operations: ['transcription'],
  probe: framedForm,

  *judge(series) {
    yield* notAccepted(series);
  },
};
