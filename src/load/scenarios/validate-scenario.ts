import { UsageError } from '../../input/usage-error.ts';
import { scenarioModule, scenarioPath } from './bundle.ts';
import { isCustomScenario } from './scenario-files.ts';

/** Exports that k6 does not run as iterations. */
const NOT_RUN: ReadonlySet<string> = new Set(['options', 'setup', 'teardown', 'handleSummary']);

/**
 * Makes sure, before anything is sent, that the engine can run a scenario and Assay can see what it
 * sends. Bundled scenarios always qualify; a custom one is judged by its text.
 * @param scenario a name such as `chat-stream`, or the path of a custom one
 * @throws SetupError, and UsageError that says what to add
 */
export async function validateScenario(scenario: string): Promise<void> {
  const path = await scenarioPath(scenario);
  if (!isCustomScenario(scenario)) return;
  const { exports, imports } = await scenarioModule(path);
  if (exports.every((name) => NOT_RUN.has(name))) {
    throw new UsageError(
      `Scenario has nothing to run: ${scenario} exports no function. Add "export default () => { … };" with what an arrival sends.`,
    );
  }
  if (!exports.includes('options')) {
    throw new UsageError(
      `Scenario has no options: ${scenario}. The engine would run it once, whatever the workload says. Add "export { options } from 'assay/scenarios/lib/workload.ts';" to it.`,
    );
  }
  if (!imports.includes('k6/x/gateway')) {
    throw new UsageError(
      `Scenario sends nothing that Assay sees: ${scenario} does not use k6/x/gateway, and what k6/http sends is neither timed nor judged. Send with "send" of assay/scenarios/lib/gateway.ts.`,
    );
  }
}
