/** `@assay/cli/testing`: a table test of a custom rule, for vitest. */
export {
  type Arrival,
  answer,
  type ExchangeFacts,
  event,
  series,
  stream,
} from './testing/exchanges.ts';
export type { Row } from './testing/judge-row.ts';
export { ruleTable } from './testing/rule-table.ts';
