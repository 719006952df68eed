import type { AnswerMode } from './answer-mode.ts';

/** The value of an operation and mode, which is made when it is absent. */
export function atMode<T>(
  byOperation: Map<string, Map<AnswerMode, T>>,
  operation: string,
  mode: AnswerMode,
  make: () => T,
): T {
  const modes = byOperation.get(operation) ?? new Map<AnswerMode, T>();
  byOperation.set(operation, modes);
  const value = modes.get(mode) ?? make();
  modes.set(mode, value);
  return value;
}
