import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { ConfirmDialog } from '../app/components/confirm-dialog.tsx';
import { toast } from '../app/components/toasts.tsx';
import { storeSession, useSession } from '../app/session/session.ts';
import { useAction } from '../app/use-action.ts';
import { type Answer, call } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useTranslations } from '../locales/language.ts';

type Person = Answer<'list-people'>['people'][number];

/** Confirms that a member is removed or leaves, and what happens to their webhooks. */
export function Remove({ person, isMe, onClose }: { person: Person; isMe: boolean; onClose: () => void }) {
  const id = useId();
  const words = useTranslations('access').people;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { account, may } = useSession();
  const [successor, setSuccessor] = useState('');
  const people = useOperation('list-people', {}).data?.people ?? [];
  const hooks =
    useOperation('list-webhooks', { query: { limit: 100 } }, { enabled: may('events:read') }).data?.docs ?? [];
  const made = hooks.filter(({ madeBy, isActivated }) => madeBy === person.id && isActivated).length;
  const act = useAction(async () => {
    const query = successor === '' ? {} : { webhooksTo: successor };
    await call('remove-person', { personId: person.id, query }, { mode: 'live' });
    onClose();
    toast(isMe ? words.leftDone : words.removed(person.name));
    if (!isMe) return queries.invalidateQueries({ queryKey: ['list-people'] });
    queries.clear();
    // Another process may see the change a second later.
    const me = await call('get-person');
    storeSession({ ...me, accounts: me.accounts.filter(({ id: each }) => each !== account?.id) });
    return navigate({ to: '/' });
  });
  return (
    <ConfirmDialog
      title={isMe ? words.leaveTitle : words.removeTitle(person.name)}
      description={isMe ? words.leaveSaid : words.removeSaid}
      cancelLabel={words.keep}
      submitLabel={isMe ? words.leave : words.remove}
      action={act}
      onClose={onClose}
      isDangerous
    >
      {made > 0 && (
        <div className="field">
          <label htmlFor={id}>{words.webhooks(made)}</label>
          <select id={id} className="input" value={successor} onChange={({ target }) => setSuccessor(target.value)}>
            <option value="">{words.webhooksEnd}</option>
            {people
              .filter((each) => each.leftAt === null && each.role !== 'accountant' && each.id !== person.id)
              .map((each) => (
                <option key={each.id} value={each.id}>
                  {words.webhooksTo(each.name)}
                </option>
              ))}
          </select>
        </div>
      )}
    </ConfirmDialog>
  );
}
