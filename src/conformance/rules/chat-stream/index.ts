export { chatStreamDoneOnceLast } from './chat-stream-done-once-last.ts';
