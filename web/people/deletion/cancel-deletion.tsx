import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { longDay } from '../../app/formats/dates.tsx';
import { IconInfoCircle } from '../../app/icons.tsx';
import { useSession } from '../../app/session/session.ts';
import { useAction } from '../../app/use-action.ts';
import { call } from '../../client/call.ts';
import { useLanguage, useTranslations } from '../../locales/language.ts';
import { useDeletion } from './use-deletion.ts';

/** The day of the deletion (Unix seconds), and the button with which an owner cancels it. */
export function CancelDeletion({ dueAt }: { dueAt: number }) {
  const words = useTranslations('deletion');
  const language = useLanguage();
  const queries = useQueryClient();
  const { account } = useSession();
  const accountId = account?.id ?? '';
  const act = useAction(async () => {
    await call('cancel-account-deletion', { accountId });
    toast(words.canceled);
    await queries.invalidateQueries({ queryKey: ['get-account-deletion'] });
  });
  return (
    <div className="notice warn" role="status">
      <IconInfoCircle />
      <div>
        <p>{words.waiting(longDay(dueAt, language))}</p>
        <ErrorMessage error={act.error} />
        {account?.role === 'owner' && (
          <button type="button" className="btn" aria-disabled={act.isRunning} onClick={() => void act.run()}>
            {words.cancel}
          </button>
        )}
      </div>
    </div>
  );
}

/** On home, while the deletion of the account waits. */
export function DeletionNotice() {
  const words = useTranslations('deletion');
  const language = useLanguage();
  const { data } = useDeletion();
  if (!data?.deletion) return null;
  return (
    <div className="notice warn" role="status">
      <IconInfoCircle />
      <div>
        <p>{words.waiting(longDay(data.deletion.dueAt, language))}</p>
        <Link to="/reglages/suppression" className="link">
          {words.see}
        </Link>
      </div>
    </div>
  );
}
