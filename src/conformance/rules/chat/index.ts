export { chatChoicesShape } from './chat-choices-shape.ts';
export { chatCreatedInteger } from './chat-created-integer.ts';
export { chatFinishReason } from './chat-finish-reason.ts';
export { chatIdUnique } from './chat-id-unique.ts';
export { chatRequiredFields } from './chat-required-fields.ts';
export { chatSyncJson } from './chat-sync-json.ts';
export { chatUsageSum } from './chat-usage-sum.ts';
