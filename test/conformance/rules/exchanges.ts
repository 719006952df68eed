/** The tables of this project use what custom rules are tested with. */
export * from '../../../src/library/testing/exchanges.ts';
