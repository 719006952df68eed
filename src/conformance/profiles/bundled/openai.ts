import type { Profile } from '../profile.ts';
import { defaultProfile } from './default.ts';

/** api.openai.com, and exact copies of it. Some of it contradicts what is stated. */
export const openaiProfile: Profile = {
  name: 'openai',
  summary: 'OpenAI as of its OpenAPI document 2.3.0; not conformant to the interface in places.',
  overrides: [
    ...defaultProfile.overrides,
    {
      setting: 'otherKeyForms',
      value: ['Basic'],
      reason:
        'Takes the key as the password of HTTP Basic too, as its own 401 says (continuedev/continue#9973).',
    },
    {
      rule: 'responses-output-text-present',
      value: 'off',
      reason:
        'output_text is made by the SDKs and is not in the body (OpenAPI Response.output_text, "where supported in SDKs").',
    },
    {
      setting: 'responsesDone',
      value: 'forbidden',
      reason: 'Ends on response.completed, without [DONE] (UOR-Foundation/uor-r4#692).',
    },
    {
      rule: 'images-shape',
      value: 'off',
      reason:
        'Images have no mime_type; output_format stands beside them (OpenAPI Image, ImagesResponse).',
    },
    {
      rule: 'images-mime-matches',
      value: 'off',
      reason: 'Without mime_type there is nothing to match (OpenAPI Image).',
    },
    {
      rule: 'transcription-25mib-accepted',
      value: 'off',
      reason:
        'Counts 25 MiB over the whole body, so a file of exactly that is refused (inferred from "26222592 bytes read": StanGirard/speechdigest#1, chidiwilliams/buzz#381).',
    },
    {
      operation: 'video-create',
      value: 'absent',
      reason:
        'Differs from the interface: seconds, a text, instead of duration; /content instead of content_url; DELETE deletes (OpenAPI VideoSeconds, DeletedVideoResource).',
    },
    {
      rule: 'idempotency-*',
      value: 'off',
      reason:
        'Its OpenAPI document has no Idempotency-Key, and openai-node 6.49.0 sends none (client.js, idempotencyHeader is unset).',
    },
  ],
};
