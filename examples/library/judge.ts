import { judge } from '@assay/cli';

const report = await judge(['run.rec'], { profile: 'reference' });

console.log(report.outcome, report.load?.judgedShare);
