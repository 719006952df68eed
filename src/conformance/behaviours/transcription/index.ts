export { emptyUpload } from './empty-upload.ts';
export { formWithoutFile } from './form-without-file.ts';
export { formWithoutOneModel } from './form-without-one-model.ts';
export { oversizeUpload } from './oversize-upload.ts';
export { twoUploads } from './two-uploads.ts';
