import type { Profile } from '../profile.ts';
import { defaultProfile } from './default.ts';

/** Nothing but what the interface says: no finding of it can be argued away. */
export const statedProfile: Profile = {
  name: 'stated',
  summary: 'The interface alone: only rules that it states, judged as by default.',
  overrides: [
    ...defaultProfile.overrides,
    {
      provenance: 'assumed',
      value: 'off',
      reason: 'The interface does not state it, and this profile judges only what it states.',
    },
  ],
};
