import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { chooseAccount, type Mode } from './session.ts';

/** Nothing of the previous account may be shown in the next. */
export function useChooseAccount(): (id: string, mode: Mode) => void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (id, mode) => {
    chooseAccount(id, mode);
    queries.clear();
    void navigate({ to: '/' });
  };
}
