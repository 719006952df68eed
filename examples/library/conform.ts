import { conform } from '@assay/cli';

const report = await conform(process.env.GATEWAY, { areas: ['chat'], levels: ['must'] });

console.log(report.outcome, report.reasons);
process.exitCode = report.exitCode;
