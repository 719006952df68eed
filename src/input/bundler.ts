type Bundler = typeof import('esbuild');

let running = 0;

/**
 * Lets esbuild work. Its helper process ends when nothing more is being built: it would take 13 MiB
 * as long as the load.
 */
export async function withBundler<T>(work: (bundler: Bundler) => Promise<T>): Promise<T> {
  running += 1;
  const bundler = await import('esbuild');
  try {
    return await work(bundler);
  } finally {
    running -= 1;
    if (running === 0) await bundler.stop();
  }
}
