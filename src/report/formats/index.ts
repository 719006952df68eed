export { badge } from './badge.ts';
export { html } from './html.ts';
export { json } from './json.ts';
export { junit } from './junit.ts';
export { markdown } from './markdown.ts';
export { ndjson } from './ndjson.ts';
export { sarif } from './sarif.ts';
export { text } from './text.ts';
