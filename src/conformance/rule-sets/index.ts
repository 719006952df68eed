export { set202611 } from './set-2026-11.ts';
export { set202612 } from './set-2026-12.ts';
