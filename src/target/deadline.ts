/**
 * The result of a promise, or a rejection at the deadline. The work itself continues.
 * @param late the message at the deadline, such as "none responded within 3 s"
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
