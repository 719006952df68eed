import type { Profile } from '../profile.ts';
import { defaultProfile } from './default.ts';

const ERRORS = 'openrouter.ai/docs/errors';

/** OpenRouter. What it does not offer is found by asking. */
export const openrouterProfile: Profile = {
  name: 'openrouter',
  summary: 'OpenRouter, whose errors differ in form from those of the interface.',
  overrides: [
    ...defaultProfile.overrides,
    {
      setting: 'errorMembers',
      value: ['message', 'code'],
      reason: `An error has code, message and metadata, no type and no param (${ERRORS}).`,
    },
    { setting: 'errorCodeNumber', value: true, reason: `error.code is a number (${ERRORS}).` },
    {
      rule: 'errors-never-2xx',
      value: 'off',
      reason: `Once the model has started, a failure comes with status 200 (${ERRORS}).`,
    },
  ],
};
