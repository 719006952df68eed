import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { UsageError } from '../input/usage-error.ts';
import { readExample } from './configuration/example-configuration.ts';
import { exampleText } from './options/example-text.ts';
import { stdout } from './terminal/output.ts';

export const init = new Command('init')
  .summary('write an example assay.yaml')
  .description('Writes an example configuration, with a comment on every key.')
  .argument('[file]', 'where to write it', 'assay.yaml')
  .addHelpText('after', exampleText(['assay init', 'assay init gateways/staging.yaml']))
  .action(async (file: string) => {
    await writeNew(file, await readExample());
    stdout().write(`Wrote ${file}. Set its target, then run: assay gate --config ${file}\n`);
  });

/** @throws UsageError when the file exists or cannot be written */
async function writeNew(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') {
      throw new UsageError(`${file} already exists. Choose another name or delete it.`);
    }
    throw new UsageError(`Cannot write ${file} (${String(code ?? error)}). Check its folder.`);
  }
}
