export * as chat from './chat/index.ts';
export * as 'chat-stream' from './chat-stream/index.ts';
export * as idempotency from './idempotency/index.ts';
export * as images from './images/index.ts';
export * as responses from './responses/index.ts';
export * as 'responses-stream' from './responses-stream/index.ts';
export * as transport from './transport/index.ts';
export * as video from './video/index.ts';
