export { responsesBadFieldsRefused } from './responses-bad-fields-refused.ts';
export { responsesInputsHonoured } from './responses-inputs-honoured.ts';
export { responsesObjectValue } from './responses-object-value.ts';
export { responsesOutputTextJoined } from './responses-output-text-joined.ts';
export { responsesOutputTextPresent } from './responses-output-text-present.ts';
export { responsesStatusKnown } from './responses-status-known.ts';
export { responsesSyncShape } from './responses-sync-shape.ts';
export { responsesUsageSum } from './responses-usage-sum.ts';
