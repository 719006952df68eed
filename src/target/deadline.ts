/**
 * What a promise brings, or a rejection when it takes longer than this. The work itself goes on.
 * @param late says what did not happen, such as "none answered within 3 s"
 * @throws Error with `late` as its message
 */
export async function before<T>(deadlineMs: number, work: Promise<T>, late: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(late)), deadlineMs);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
