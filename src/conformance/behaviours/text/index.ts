export { chatFinishReason } from './chat-finish-reason.ts';
export { chatMessageMembers } from './chat-message-members.ts';
export { chatStreamSwitchLeftOut } from './chat-stream-switch-left-out.ts';
export { responsesOutputItems } from './responses-output-items.ts';
export { responsesOutputText } from './responses-output-text.ts';
export { responsesStatus } from './responses-status.ts';
export { responsesStreamSwitchLeftOut } from './responses-stream-switch-left-out.ts';
