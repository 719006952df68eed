import type { Profile } from '../profile.ts';
import { defaultProfile } from './default.ts';

/** The server of vLLM. What it does not offer is found by asking. */
export const vllmProfile: Profile = {
  name: 'vllm',
  summary: 'The server of vLLM from 0.10.1 on.',
  overrides: [
    ...defaultProfile.overrides,
    {
      setting: 'errorCodeNumber',
      value: true,
      reason:
        'error.code is the status as a number (foundation-model-stack/fms-guardrails-orchestrator#511).',
    },
  ],
};
