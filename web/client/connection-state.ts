import { basePath } from './base-path.ts';
import { Offline } from './problem.ts';

/** Whether the service is reachable, whatever its response. */
export const isReached = (): Promise<boolean> =>
  fetch(`${basePath}/app/icon.svg`, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/**
 * Loads a lazy module. If the service is unreachable it throws `Offline`: a reload would lose the
 * page until the network returns.
 */
export async function trackReachability<T>(coming: Promise<T>): Promise<T> {
  try {
    return await coming;
  } catch (error) {
    if (await isReached()) throw error;
    throw new Offline('a part of the pages did not come', { cause: error });
  }
}
