import { deliver } from './delivery/deliver.ts';
import { command } from './options/command.ts';
import { JUDGE } from './options/load-options.ts';
import { judgeRecordingFiles } from './run/run-judge.ts';
import { inTerminal } from './run/session.ts';
import { isHar, judgeHarFile } from './traffic/client-traffic.ts';

export const judge = command({
  name: 'judge',
  summary: 'judge recordings of one load, or a HAR file',
  description:
    'Reads recordings of "assay load --record" or of the engine, checks them against the rules again, and merges them into one report: counts are added, and percentiles are those of one engine. Without --profile and --config the settings of the recorded run apply. Reads the traffic of any client from a HAR file too.',
  operands: [{ name: '<recording...>', summary: 'recordings of one run, or one HAR file (*.har)' }],
  options: JUDGE,
  examples: [
    'assay judge run.rec',
    'assay judge run-1.rec run-2.rec --out reports/merged',
    'assay judge run.rec --profile strict.yaml --config assay.yaml',
    'assay judge traffic.har',
  ],
  run(options, recordings) {
    const [first = ''] = recordings;
    const isTraffic = recordings.length === 1 && isHar(first);
    return inTerminal(
      options,
      (session) =>
        isTraffic
          ? judgeHarFile(first, options, session)
          : judgeRecordingFiles(recordings, options, session),
      (report) => deliver(report, options),
      'Interrupted: stopping the judging.',
    );
  },
});
