export { answersVariants } from './answers.ts';
export { imagesVariants } from './images.ts';
export { refusalsVariants } from './refusals.ts';
export { relayVariants } from './relay.ts';
export { responsesVariants } from './responses.ts';
export { streamsVariants } from './streams.ts';
export { transportVariants } from './transport.ts';
export { videoVariants } from './video.ts';
