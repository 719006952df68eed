import { load } from '@assay/cli';

const report = await load(process.env.GATEWAY, {
  scenario: 'chat-stream',
  arrivalRate: '20/s',
  duration: '2s',
  objectives: ['chat ttft p95 < 800ms'],
});

for (const { objective, met, measured } of report.slo) console.log(objective, met, measured);
