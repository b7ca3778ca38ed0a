/** How often, and how long, a call is tried: always bounded, always with jitter. */

const DELAY_FIRST_MS = 50;
const DELAY_MAX_MS = 500;

/**
 * The patience of a client. Each attempt has `timeoutMs`; between two it waits a random while:
 * up to 50 ms after the first, twice that after each next one, at most 500 ms (or as long as the
 * service asked for, at most `waitMaxMs`). The default outlives a restart of the service, about
 * four seconds; no attempt begins later than `totalMs` after the first.
 */
export interface Retry {
  attemptsMax: number;
  timeoutMs: number;
  waitMaxMs: number;
  totalMs: number;
}

/** What is used where nothing else is said. */
export const PATIENT: Retry = {
  attemptsMax: 20,
  timeoutMs: 5_000,
  waitMaxMs: 5_000,
  totalMs: 30_000,
};

/** The pauses between attempts: one fewer than attempts, and none after `totalMs`. */
export function* pauses(retry: Retry): Generator<number, undefined> {
  const until = Date.now() + retry.totalMs;
  for (let attempt = 0; attempt < retry.attemptsMax - 1 && Date.now() < until; attempt++) {
    yield Math.random() * Math.min(DELAY_MAX_MS, DELAY_FIRST_MS * 2 ** attempt);
  }
}

/** Resolves after so many milliseconds, or at once when the signal is given. */
export function pause(forMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, forMs);
    signal?.addEventListener("abort", done);
    if (signal?.aborted) done();
  });
}
