import { Offline } from './problem.ts';

/** Whether the service answers at all, whatever it says. */
export const isReached = (): Promise<boolean> =>
  fetch('/app/icon.svg', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/**
 * A part of the pages that comes when it is wanted. What did not come because nobody answers is `Offline`: loaded anew for that, the page
 * would be gone until the network is back.
 */
export async function trackReachability<T>(coming: Promise<T>): Promise<T> {
  try {
    return await coming;
  } catch (error) {
    if (await isReached()) throw error;
    throw new Offline('a part of the pages did not come', { cause: error });
  }
}
