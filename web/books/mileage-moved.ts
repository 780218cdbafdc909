import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../client/call.ts';

export type MileageYear = Answer<'get-mileage'>;

/** Reloads the log after a change. */
export function useMileageMoved(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    const names = ['list-trips', 'get-mileage', 'list-vehicles', 'get-result'];
    await Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name] })));
  };
}
