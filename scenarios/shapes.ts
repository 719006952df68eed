export { abandon } from './abandon.ts';
export { chat } from './chat.ts';
export { chatStream as 'chat-stream' } from './chat-stream.ts';
export { idempotentRetry as 'idempotent-retry' } from './idempotent-retry.ts';
export { images } from './images.ts';
export { responses } from './responses.ts';
export { responsesStream as 'responses-stream' } from './responses-stream.ts';
export { transcriptionUpload as 'transcription-upload' } from './transcription-upload.ts';
export { videoPollCancel as 'video-poll-cancel' } from './video-poll-cancel.ts';
