/** The tables of this project use what custom rules are tested with. */
export { ruleTable } from '../../../src/library/testing/rule-table.ts';
