export { imagesB64Canonical } from './images-b64-canonical.ts';
export { imagesDecodes } from './images-decodes.ts';
export { imagesDimensions } from './images-dimensions.ts';
export { imagesMimeMatches } from './images-mime-matches.ts';
export { imagesNHonoured } from './images-n-honoured.ts';
export { imagesShape } from './images-shape.ts';
