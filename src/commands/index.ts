export { conform } from './conform.ts';
export { describe } from './describe.ts';
export { explain } from './explain.ts';
export { gate } from './gate.ts';
export { init } from './init.ts';
export { list } from './list.ts';
export { load } from './load.ts';
export { serve } from './serve.ts';
