export { transcription25mibAccepted } from './transcription-25mib-accepted.ts';
export { transcription25mibPlusOne } from './transcription-25mib-plus-one.ts';
export { transcriptionBinarySafe } from './transcription-binary-safe.ts';
export { transcriptionBrokenMultipart } from './transcription-broken-multipart.ts';
export { transcriptionNotMultipart } from './transcription-not-multipart.ts';
export { transcriptionShape } from './transcription-shape.ts';
export { transcriptionTwoFiles } from './transcription-two-files.ts';
export { transcriptionZeroFiles } from './transcription-zero-files.ts';
