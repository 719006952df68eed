import { UsageError } from './usage-error.ts';

/**
 * The value of the text of a JSON file.
 * @param remedy a sentence that says which file is needed
 * @throws UsageError when it is not JSON
 */
export function parseJsonFile(text: string, file: string, remedy: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`File is not valid JSON: ${file}. ${remedy}`);
  }
}
