/**
 * What a promise brings, or a rejection when it takes longer than this. The work itself goes on.
 * @throws Error "it took longer than … s"
 */
export async function before<T>(deadlineMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`it took longer than ${deadlineMs / 1000} s`);
    timer = setTimeout(reject, deadlineMs, error);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
