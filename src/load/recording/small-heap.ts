import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap grow by half of what lives in it, where V8 lets it grow several times: of what a
 * long reading leaves behind next to nothing lives, and memory must not grow with the recording.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=50');
}
