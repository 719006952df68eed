import { judge } from 'assay';

const report = await judge(['run.rec'], { profile: 'reference' });

console.log(report.outcome, report.load?.judgedShare);
