type Bundler = typeof import('esbuild');

let running = 0;
let endsHelper = false;

/**
 * From now on the helper process of esbuild ends when nothing more is being built: it would take
 * 13 MiB as long as the load. Only for a process that keeps its working folder: esbuild starts the
 * helper again in the folder in which it was loaded, which may be gone by then.
 */
export function endHelperWhenIdle(): void {
  endsHelper = true;
}

/** Lets esbuild work. */
export async function withBundler<T>(work: (bundler: Bundler) => Promise<T>): Promise<T> {
  running += 1;
  const bundler = await import('esbuild');
  try {
    return await work(bundler);
  } finally {
    running -= 1;
    if (endsHelper && running === 0) await bundler.stop();
  }
}
