export { imageFormat } from './image-format.ts';
export { imagesNLeftOut } from './images-n-left-out.ts';
export { imagesSizeLeftOut } from './images-size-left-out.ts';
export { oddImageSizes } from './odd-image-sizes.ts';
export { oddNumbersOfImages } from './odd-numbers-of-images.ts';
export { revisedPrompt } from './revised-prompt.ts';
