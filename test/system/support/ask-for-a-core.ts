import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * What depends on the clock needs a core: on a busy machine root lets these tests, and what they start,
 * go before other work. Others share the cores as they are.
 */
const PRIORITY = -10;

try {
  setPriority(PRIORITY);
  // Linux divides the cores between sessions first.
  writeFileSync('/proc/self/autogroup', String(PRIORITY));
} catch {
  // Only root may, and only Linux has sessions that share cores.
}
