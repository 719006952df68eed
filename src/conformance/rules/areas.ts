export * as 'chat-stream' from './chat-stream/index.ts';
