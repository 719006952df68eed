import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigurationSchema } from '../src/commands/configuration/configuration.ts';
import { BaselineSchema } from '../src/conformance/baseline.ts';
import { ProfileFileSchema } from '../src/conformance/profiles/profile-file.ts';
import { COMPARISON_VERSION, ComparisonSchema } from '../src/report/schema/comparison.ts';
import { REPORT_VERSION, RunReportSchema } from '../src/report/schema/run-report.ts';
import { BehaviourSheetSchema, SHEET_VERSION } from '../src/report/schema/sheet.ts';

/** Writes the JSON schemas that are published in docs/schema from the zod schemas in src. */

const FOLDER = join(import.meta.dirname, '..', 'docs', 'schema');

/** The text of each published schema, by its file name. */
export const PUBLISHED_SCHEMAS: Readonly<Record<string, string>> = {
  'run-report.schema.json': asText({
    title: `Assay run report, version ${REPORT_VERSION}`,
    description: 'The contents of report.json. All durations are in ms, all rates per second.',
    ...z.toJSONSchema(RunReportSchema, { io: 'input' }),
  }),
  'behaviour.schema.json': asText({
    title: `Assay behaviour sheet, version ${SHEET_VERSION}`,
    description:
      'The contents of behaviour.json: what a gateway does where the interface is silent.',
    ...z.toJSONSchema(BehaviourSheetSchema, { io: 'input' }),
  }),
  'comparison.schema.json': asText({
    title: `Assay comparison, version ${COMPARISON_VERSION}`,
    description:
      'The contents of compare.json: rules and behaviours of several gateways side by side.',
    ...z.toJSONSchema(ComparisonSchema, { io: 'input' }),
  }),
  'assay.schema.json': asText({
    title: 'Assay configuration',
    description: 'What assay.yaml may hold. Flags of the command line override it.',
    ...z.toJSONSchema(ConfigurationSchema, { io: 'input' }),
  }),
  'baseline.schema.json': asText({
    title: 'Assay baseline',
    description: 'Findings accepted for now, each with a reason and an expiry date.',
    ...z.toJSONSchema(BaselineSchema, { io: 'input' }),
  }),
  'profile.schema.json': asText({
    title: 'Assay profile',
    description: 'How the contract is read for one target where the interface is silent.',
    ...z.toJSONSchema(ProfileFileSchema, { io: 'input' }),
  }),
};

function asText(schema: object): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

if (import.meta.main) {
  await mkdir(FOLDER, { recursive: true });
  for (const [file, text] of Object.entries(PUBLISHED_SCHEMAS)) {
    await writeFile(join(FOLDER, file), text);
    process.stdout.write(`wrote docs/schema/${file}\n`);
  }
}
