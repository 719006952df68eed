import type { Profile } from '../profile.ts';

const UNSHOWN = 'Real gateways do not offer it, and the interface does not require it.';

/** For a real gateway without a profile of its own: a good one can pass. */
export const defaultProfile: Profile = {
  name: 'default',
  summary: 'A real gateway, judged without a ledger or models of known behaviour.',
  overrides: [
    { prerequisite: 'ledger', value: 'waived', reason: UNSHOWN },
    { prerequisite: 'second-key', value: 'waived', reason: 'ASSAY_API_KEY_2 is not set.' },
    { prerequisite: 'echoing-model', value: 'waived', reason: UNSHOWN },
    { prerequisite: 'failure-trigger', value: 'waived', reason: UNSHOWN },
  ],
};
