import { useSyncExternalStore } from 'react';

/** Whether the window is at most this wide, in rem. */
export function useIsNarrow(rem: number): boolean {
  const query = `(max-width: ${rem}rem)`;
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}
