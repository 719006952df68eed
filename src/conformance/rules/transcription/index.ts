export * from './members.ts';
export * from './requests.ts';
export { transcriptionBinarySafe } from './transcription-binary-safe.ts';
export { transcriptionBrokenMultipart } from './transcription-broken-multipart.ts';
export { transcriptionOversize413 } from './transcription-oversize-413.ts';
