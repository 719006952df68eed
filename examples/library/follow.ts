import { conform } from '@assay/cli';

const run = conform(process.env.GATEWAY, { areas: ['chat'] });
for await (const { rule, expected, actual } of run) {
  console.log(`${rule}: expected ${expected}, got ${actual}`);
}
console.log((await run).outcome);
