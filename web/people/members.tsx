import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { SecretOnce } from '../account/integrations/secret-once.tsx';
import { mayChangeSettings } from '../account/settings/company/company-settings.ts';
import { useReadOnlyReason } from '../account/settings/read-only-reason.ts';
import { Settings, SettingsPage } from '../account/settings/settings-page.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Field } from '../app/components/field.tsx';
import { Loading } from '../app/components/loading.tsx';
import { toast } from '../app/components/toasts.tsx';
import { shortDay } from '../app/formats/dates.tsx';
import { useSession } from '../app/session/session.ts';
import { useAction } from '../app/use-action.ts';
import { type Answer, call } from '../client/call.ts';
import type { Role } from '../client/schemas.ts';
import { useOperation } from '../client/use-query.ts';
import { useTranslations } from '../locales/language.ts';
import { Remove } from './remove-member.tsx';
import '../account/integrations/integrations.css';

type Person = Answer<'list-people'>['people'][number];
type Invitation = Answer<'list-invitations'>['invitations'][number];
const ROLES = ['owner', 'member', 'accountant'] as const satisfies readonly Role[];

/** Members of the account, and pending invitations. */
export function Screen() {
  const whyUnchanged = useReadOnlyReason();
  const words = useTranslations('access').people;
  const { account } = useSession();
  const mayManage = mayChangeSettings(account);
  return (
    <SettingsPage title={words.title} intro={mayManage ? words.intro : whyUnchanged}>
      <People mayManage={mayManage} />
      {mayManage && <Invite />}
      <Invitations mayManage={mayManage} />
    </SettingsPage>
  );
}

function People({ mayManage }: { mayManage: boolean }) {
  const words = useTranslations('access').people;
  const { data, error } = useOperation('list-people', {});
  return (
    <Settings title={words.here}>
      <ErrorMessage error={error} />
      {!data && !error && <Loading rows={2} />}
      <ul className="rows">
        {data?.people.map((person) => (
          <PersonRow key={person.id} person={person} mayManage={mayManage && person.leftAt === null} />
        ))}
      </ul>
    </Settings>
  );
}

function PersonRow({ person, mayManage }: { person: Person; mayManage: boolean }) {
  const words = useTranslations('access').people;
  const queries = useQueryClient();
  const { me } = useSession();
  const [isLeaving, setLeaving] = useState(false);
  const change = useAction(async (role: Role) => {
    await call('change-role', { personId: person.id, body: { role } }, { mode: 'live' });
    await queries.invalidateQueries({ queryKey: ['list-people'] });
    toast(words.changed);
  });
  const isMe = me?.person.id === person.id;
  return (
    <li>
      <span className="grow">
        <b>{person.name}</b> {isMe && <span className="quiet">({words.you})</span>}
        <small>
          {person.email} ·{' '}
          {person.leftAt === null ? words.since(shortDay(person.joinedAt)) : words.left(shortDay(person.leftAt))}
        </small>
      </span>
      {mayManage ? (
        <>
          <select
            className="input"
            aria-label={words.role(person.name)}
            value={person.role}
            onChange={({ target }) => void change.run(target.value as Role)}
          >
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {words.roles[role]}
              </option>
            ))}
          </select>
          <button
            type="button"
            className="btn"
            aria-label={words.removeNamed(person.name)}
            onClick={() => setLeaving(true)}
          >
            {words.remove}
          </button>
        </>
      ) : (
        <span className="quiet">{words.roles[person.role]}</span>
      )}
      <ErrorMessage error={change.error} />
      {isMe && !mayManage && person.leftAt === null && (
        <button type="button" className="btn" onClick={() => setLeaving(true)}>
          {words.leave}
        </button>
      )}
      {isLeaving && <Remove person={person} isMe={isMe} onClose={() => setLeaving(false)} />}
    </li>
  );
}

function Invite() {
  const id = useId();
  const words = useTranslations('access').people;
  const queries = useQueryClient();
  const [given, setGiven] = useState<{ email: string; role: Role }>({ email: '', role: 'accountant' });
  const [unsent, setUnsent] = useState<{ email: string; link: string }>();
  const act = useAction(async () => {
    const { email } = given;
    const { link } = await call('invite-person', { body: given }, { mode: 'live' });
    await queries.invalidateQueries({ queryKey: ['list-invitations'] });
    setUnsent(link === undefined ? undefined : { email, link });
    if (link === undefined) toast(words.sent(email));
    setGiven({ ...given, email: '' });
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void act.run();
  };
  return (
    <Settings title={words.invite}>
      {unsent && (
        <SecretOnce
          title={words.unsent}
          description={words.unsentSaid(unsent.email)}
          copy={words.copyLink}
          secret={unsent.link}
          onDone={() => setUnsent(undefined)}
        />
      )}
      <form onSubmit={submit} noValidate className="invite">
        <Field
          label={words.email}
          type="email"
          value={given.email}
          onChange={({ target }) => setGiven({ ...given, email: target.value })}
          error={act.problem?.at('email')}
        />
        <div className="field">
          <label htmlFor={id}>{words.as}</label>
          <select
            id={id}
            className="input"
            value={given.role}
            onChange={({ target }) => setGiven({ ...given, role: target.value as Role })}
          >
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {words.roles[role]}
              </option>
            ))}
          </select>
          <p className="hint">{words.rolesSaid[given.role]}</p>
        </div>
        <ErrorMessage error={act.error} shown={['email']} />
        <div className="row-actions">
          <button type="submit" className="btn primary" aria-disabled={act.isRunning}>
            {words.send}
          </button>
        </div>
      </form>
    </Settings>
  );
}

function Invitations({ mayManage }: { mayManage: boolean }) {
  const words = useTranslations('access').people;
  const { data } = useOperation('list-invitations', {});
  if (!data || data.invitations.length === 0) return null;
  return (
    <Settings title={words.open}>
      <ul className="rows">
        {data.invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} mayManage={mayManage} />
        ))}
      </ul>
    </Settings>
  );
}

function InvitationRow({ invitation, mayManage }: { invitation: Invitation; mayManage: boolean }) {
  const words = useTranslations('access').people;
  const queries = useQueryClient();
  const act = useAction(async () => {
    await call('revoke-invitation', { invitationId: invitation.id }, { mode: 'live' });
    await queries.invalidateQueries({ queryKey: ['list-invitations'] });
    toast(words.withdrawn);
  });
  return (
    <li>
      <span className="grow">
        {invitation.email}
        <small>
          {words.roles[invitation.role]}, {words.until(shortDay(invitation.endsAt))}
        </small>
      </span>
      {mayManage && (
        <button type="button" className="btn" onClick={() => void act.run()}>
          {words.withdraw}
        </button>
      )}
      <ErrorMessage error={act.error} />
    </li>
  );
}
