export { set202611 } from './set-2026-11.ts';
