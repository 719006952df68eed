import { findRuleSet } from '../../conformance/find-rule-set.ts';
import { openApiDocument } from '../../contract/openapi.ts';
import { BILLABLE, OPERATIONS } from '../../contract/operations.ts';
import { UsageError } from '../../input/usage-error.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { command } from '../options/command.ts';
import { EXIT } from '../options/exit-codes.ts';
import { option } from '../options/option.ts';
import { stdout } from '../terminal/output.ts';

export const contract = command({
  name: 'contract',
  summary: 'print the interface for other tools, as OpenAPI 3.2',
  description:
    'Prints the interface that Assay checks as an OpenAPI document, written from the schemas by which it judges. Descriptions distinguish what the interface document states from what is assumed, and name its source.',
  options: [
    option('--openapi', 'as OpenAPI 3.2, in JSON'),
    option(
      '--config <file>',
      'configuration whose models the requests name (default: assay.yaml, if it exists)',
    ),
  ],
  examples: ['assay contract --openapi > openapi.json'],
  async run({ openapi, config }) {
    if (openapi !== true) {
      throw new UsageError('assay contract needs a form. Write "assay contract --openapi".');
    }
    const { models } = await readConfiguration(config, {});
    const named = BILLABLE.map((operation) => [operation, models[OPERATIONS[operation].model.key]]);
    const document = openApiDocument(findRuleSet().number, Object.fromEntries(named));
    stdout().write(`${JSON.stringify(document, null, 2)}\n`);
    return EXIT.holds;
  },
});
