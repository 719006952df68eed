import { BILLABLE, OPERATION_NAMES, OPERATIONS } from '../../../contract/operations.ts';
import type { Profile } from '../profile.ts';

const RESERVED = 'A reserved model of the reference gateway.';
const QUICK = 'The reference gateway answers immediately.';

/** The bundled reference gateway: every prerequisite is true and deadlines are short. */
export const referenceProfile: Profile = {
  name: 'reference',
  summary: 'The bundled reference gateway: every rule can be verified.',
  overrides: [
    ...BILLABLE.map((operation) => {
      const { setting } = OPERATIONS[operation].model;
      return { setting, value: `ref-${setting.replace('Model', '')}`, reason: RESERVED };
    }),
    { setting: 'echoModel', value: 'ref-echo', reason: RESERVED },
    { setting: 'slowModel', value: 'ref-slow', reason: RESERVED },
    { setting: 'failingModel', value: 'ref-fail', reason: RESERVED },
    { setting: 'failingMidStreamModel', value: 'ref-fail-mid', reason: RESERVED },
    { setting: 'limitedModel', value: 'ref-limited', reason: RESERVED },
    { setting: 'failingVideoModel', value: 'ref-fail-video', reason: RESERVED },
    { setting: 'ledgerPath', value: '/__effects', reason: 'The reference gateway counts effects.' },
    {
      setting: 'inFlightPath',
      value: '/__in-flight',
      reason: 'The reference gateway counts requests in flight.',
    },
    {
      setting: 'imageSizes',
      value: ['96x64', '64x64'],
      reason: 'The reference gateway makes images of any size, small ones quickly.',
    },
    { setting: 'videoDeadlineMs', value: 5000, reason: 'A job of the reference gateway is short.' },
    { setting: 'videoPollMs', value: 40, reason: QUICK },
    {
      setting: 'cancelDeadlineMs',
      value: 1500,
      reason: 'The slowest job of the reference gateway ends earlier.',
    },
    { setting: 'replayLagMs', value: 100, reason: QUICK },
    { setting: 'recoveryDeadlineMs', value: 2000, reason: QUICK },
    {
      setting: 'upstreamFreshMs',
      value: 1000,
      reason: 'The reference gateway reads the state upstream at each poll.',
    },
    { setting: 'upstreamReleaseMs', value: 2000, reason: QUICK },
    { setting: 'answerDeadlineMs', value: 10_000, reason: QUICK },
    {
      setting: 'upstreamDeadlineMs',
      value: 4000,
      reason: 'The reference gateway gives up after 3 s.',
    },
    {
      setting: 'upstreamAheadBytes',
      value: 16 * 1024 * 1024,
      reason: 'The reference gateway and its system buffer 12 MiB.',
    },
    { setting: 'retryBudgetMs', value: 2000, reason: QUICK },
    ...OPERATION_NAMES.map((operation) => ({
      operation,
      value: 'offered' as const,
      reason: 'The reference gateway offers every operation.',
    })),
  ],
};
