import { useQueryClient } from '@tanstack/react-query';

/** Asks again for the plan of an import and its documents. */
export function useImportMoved(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    const names = ['get-import', 'list-import-documents', 'list-imports'];
    await Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name] })));
  };
}
