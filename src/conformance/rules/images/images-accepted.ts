import { refusalsIn } from '../../findings/acceptance-rules.ts';
import { fewImages } from '../../probes/images.ts';
import type { JudgeRule } from '../../rule.ts';

/**
 * API clients do not follow redirects of a POST and do not retry a refusal: the user gets no
 * image.
 */
export const imagesAccepted: JudgeRule<'sent'> = {
  id: 'images-accepted',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Endpoints, POST /images/generations ("JSON image generation request | JSON image response")',
  statement: 'A valid request for one image with a valid key returns 2xx.',
  provenBy: 'img-301-all',
  evidence: 'sent',
  operations: ['images'],
  probe: fewImages,

  judge: refusalsIn,
};
