export { relayBodyUnchanged } from './relay-body-unchanged.ts';
export { relayCallerKeyWithheld } from './relay-caller-key-withheld.ts';
export { relayNoCallWhenRefused } from './relay-no-call-when-refused.ts';
export { relayOneCall } from './relay-one-call.ts';
export { relayReplayMakesNoCall } from './relay-replay-makes-no-call.ts';
export { relayTextUnchanged } from './relay-text-unchanged.ts';
export { relayUsageUnchanged } from './relay-usage-unchanged.ts';
