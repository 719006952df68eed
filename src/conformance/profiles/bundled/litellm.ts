import type { Profile } from '../profile.ts';
import { defaultProfile } from './default.ts';

/** LiteLLM's proxy. That its 401 shows the key (BerriAI/litellm#39757) stays a finding. */
export const litellmProfile: Profile = {
  name: 'litellm',
  summary: 'The proxy of LiteLLM, as of 1.109.1.',
  overrides: [
    ...defaultProfile.overrides,
    {
      setting: 'otherKeyForms',
      value: ['X-Api-Key'],
      reason:
        'Takes the key there too, for clients of other APIs (proxy/_types.py, SpecialHeaders).',
    },
    {
      rule: 'auth-www-authenticate',
      value: 'off',
      reason: 'Its proxy never sends WWW-Authenticate (PyPI wheel 1.109.1, proxy/auth).',
    },
    {
      setting: 'errorNullableMembers',
      value: ['type', 'param', 'code'],
      reason: 'type may be null (proxy/_types.py, ProxyException).',
    },
    {
      rule: 'chat-stream-usage-chunk',
      value: 'off',
      reason: 'Its chunk with the usage has a choice in it (BerriAI/litellm#28735).',
    },
    {
      rule: 'chat-stream-abort-frees',
      value: 'off',
      reason: 'Cancelling upstream when the client disconnects is opt-in (BerriAI/litellm#30223).',
    },
    {
      operation: 'video-cancel',
      value: 'absent',
      reason:
        'Has no DELETE /videos/{id} (PyPI wheel 1.109.1, proxy/video_endpoints/endpoints.py).',
    },
    {
      rule: 'idempotency-*',
      value: 'off',
      reason: 'Handles no Idempotency-Key on inference routes (PyPI wheel 1.109.1).',
    },
  ],
};
