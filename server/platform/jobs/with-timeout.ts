/** Rejects if the work takes longer. Doesn't stop the work. */
export async function withTimeout(seconds: number, work: Promise<void>): Promise<void> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error(`Not done after ${seconds} s`)), seconds * 1000);
  try {
    await Promise.race([work, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
