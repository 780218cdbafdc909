import { useNavigate } from '@tanstack/react-router';

/** Opens a document. */
export function useOpenDocument(): (id: string) => Promise<void> {
  const navigate = useNavigate();
  return (id) => navigate({ to: '/documents/$id', params: { id } });
}
