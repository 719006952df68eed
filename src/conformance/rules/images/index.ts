export { imagesB64Canonical } from './images-b64-canonical.ts';
export { imagesDecodes } from './images-decodes.ts';
export { imagesDimensions } from './images-dimensions.ts';
export { imagesMimeMatches } from './images-mime-matches.ts';
export { imagesNAbsentOne } from './images-n-absent-one.ts';
export { imagesNHonoured } from './images-n-honoured.ts';
export { imagesNRefused } from './images-n-refused.ts';
export * from './members.ts';
export * from './requests.ts';
