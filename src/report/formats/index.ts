export { json } from './json.ts';
export { junit } from './junit.ts';
export { ndjson } from './ndjson.ts';
export { text } from './text.ts';
