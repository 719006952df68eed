export { container } from './container.ts';
export { embedded } from './embedded.ts';
export { remote } from './remote.ts';
