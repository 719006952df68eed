import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';

/**
 * Lets this process end. At its exit Node joins the threads on which V8 compiles, and one of them that
 * asks the main thread for a garbage collection by then waits forever (nodejs/node#54918).
 */
export function finishCompilingAtExit(): void {
  // V8 has no function that waits for this compiler, which is quick enough for the main thread.
  setFlagsFromString('--no-concurrent-sparkplug');
  process.on('exit', finishCompiling);
}

/** While V8 itself waits for its threads, they get memory without a collection. */
function finishCompiling(): void {
  setFlagsFromString('--allow-natives-syntax');
  try {
    runInThisContext('%WaitForBackgroundOptimization()');
  } catch {
    // A V8 without this function: the process ends as any other of Node does.
  } finally {
    // Node writes its compile cache after this, and a start with other flags would refuse it.
    setFlagsFromString('--no-allow-natives-syntax');
  }
}
