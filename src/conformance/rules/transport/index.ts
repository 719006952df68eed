export { transportBodyLength } from './transport-body-length.ts';
export { transportNoCrossTalk } from './transport-no-cross-talk.ts';
export { transportSseEventsClosed } from './transport-sse-events-closed.ts';
export { transportSseFraming } from './transport-sse-framing.ts';
export { transportSseMediaType } from './transport-sse-media-type.ts';
export { transportSseUtf8 } from './transport-sse-utf8.ts';
