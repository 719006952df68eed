export { answers, images, text } from './answers.ts';
export { idempotency } from './idempotency.ts';
export { auth, errors, transcription } from './refusals.ts';
export { streams } from './streams.ts';
export { transport } from './transport.ts';
export { upstream } from './upstream.ts';
export { video } from './video.ts';
