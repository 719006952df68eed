import { OPERATION_NAMES } from '../../../contract/operations.ts';
import type { Profile } from '../profile.ts';

const RESERVED = 'A reserved model of the reference gateway.';
const QUICK = 'The reference gateway answers at once.';

/** The bundled reference gateway: every prerequisite is true and deadlines are short. */
export const referenceProfile: Profile = {
  name: 'reference',
  summary: 'The bundled reference gateway: every rule can be settled.',
  overrides: [
    { knob: 'chatModel', value: 'ref-chat', reason: RESERVED },
    { knob: 'responsesModel', value: 'ref-responses', reason: RESERVED },
    { knob: 'imageModel', value: 'ref-image', reason: RESERVED },
    { knob: 'transcriptionModel', value: 'ref-transcription', reason: RESERVED },
    { knob: 'videoModel', value: 'ref-video', reason: RESERVED },
    { knob: 'echoModel', value: 'ref-echo', reason: RESERVED },
    { knob: 'slowModel', value: 'ref-slow', reason: RESERVED },
    { knob: 'failingModel', value: 'ref-fail', reason: RESERVED },
    { knob: 'failingMidStreamModel', value: 'ref-fail-mid', reason: RESERVED },
    { knob: 'limitedModel', value: 'ref-limited', reason: RESERVED },
    { knob: 'failingVideoModel', value: 'ref-fail-video', reason: RESERVED },
    { knob: 'ledgerPath', value: '/__effects', reason: 'The reference gateway counts effects.' },
    { knob: 'inFlightPath', value: '/__in-flight', reason: 'The reference gateway counts them.' },
    { knob: 'imageSizes', value: ['96x64', '64x64'], reason: 'It draws any size: small is quick.' },
    { knob: 'videoDeadlineMs', value: 5000, reason: 'A job of the reference gateway is short.' },
    { knob: 'videoPollMs', value: 40, reason: QUICK },
    { knob: 'cancelDeadlineMs', value: 1500, reason: 'Longer than its slowest job.' },
    { knob: 'replayLagMs', value: 100, reason: QUICK },
    { knob: 'recoveryDeadlineMs', value: 2000, reason: QUICK },
    { knob: 'answerDeadlineMs', value: 10_000, reason: QUICK },
    { knob: 'retryBudgetMs', value: 2000, reason: QUICK },
    ...OPERATION_NAMES.map((operation) => ({
      operation,
      value: 'offered' as const,
      reason: 'The reference gateway offers all seven.',
    })),
  ],
};
