import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Loading } from '../../app/components/loading.tsx';
import { Moment } from '../../app/formats/dates.tsx';
import { storeSession } from '../../app/session/session.ts';
import { useSignOut } from '../../app/session/sign-out.ts';
import { useAction } from '../../app/use-action.ts';
import { basePath } from '../../client/base-path.ts';
import { type Answer, call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import { isOwn } from '../sign-in/same-origin.ts';
import { Outside } from '../sign-in/signed-out-page.tsx';
import { browserName } from './browser-name.ts';

type Review = Answer<'get-access-review'>;

/** Access review after a password reset: other ways to sign in, shown before every other screen. */
export function Screen() {
  const words = useTranslations('people').review;
  const { signOut } = useTranslations('app').account;
  const leave = useSignOut();
  const navigate = useNavigate();
  const { de } = useSearch({ from: '/verification' });
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const { data: review, error } = useQuery({
    queryKey: ['access-review'],
    queryFn: () => call('get-access-review'),
    gcTime: 0,
  });
  const act = useAction(async () => {
    if (!review) return;
    const named = (list: readonly { id: string }[]) => list.map(({ id }) => id).filter((id) => removed.has(id));
    const body = {
      passkeys: named(review.passkeys),
      keys: named(review.keys),
      sessions: named(review.sessions),
    };
    storeSession(await call('finish-access-review', { body }));
    await navigate({ href: basePath + (isOwn(de) ? de : '/'), replace: true });
  });
  const toggle = (id: string): void =>
    setRemoved((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const others = review?.sessions.filter(({ isThis }) => !isThis) ?? [];
  const isEmpty = review && review.passkeys.length + review.keys.length + others.length === 0;
  return (
    <Outside title={words.title} description={words.said}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void act.run();
        }}
      >
        {!review && !error && <Loading rows={3} />}
        {isEmpty && <p>{words.nothing}</p>}
        {review && <Lists review={{ ...review, sessions: others }} removed={removed} toggle={toggle} />}
        <ErrorMessage error={error ?? act.error} />
        {review && (
          <div className="ways">
            <button type="submit" className="btn primary big wide" aria-disabled={act.isRunning}>
              {isEmpty ? words.go : removed.size === 0 ? words.keep : words.remove(removed.size)}
            </button>
            <button type="button" className="btn quiet wide" onClick={() => void leave()}>
              {signOut}
            </button>
          </div>
        )}
      </form>
    </Outside>
  );
}

type Choosing = { readonly removed: ReadonlySet<string>; readonly toggle: (id: string) => void };

function Lists({ review, ...choosing }: { review: Review } & Choosing) {
  const words = useTranslations('people').review;
  return (
    <>
      <List title={words.passkeys} entries={review.passkeys} {...choosing}>
        {({ name, createdAt, lastUsedAt }) => (
          <>
            {name}
            <small>
              {words.added} <Moment when={createdAt} /> · <LastUse usedAt={lastUsedAt} />
            </small>
          </>
        )}
      </List>
      <List title={words.keys} entries={review.keys} {...choosing}>
        {({ name, account, test, createdAt, lastUsedAt }) => (
          <>
            {name}
            <small>
              {account}
              {test && ` · ${words.test}`} · {words.added} <Moment when={createdAt} /> · <LastUse usedAt={lastUsedAt} />
            </small>
          </>
        )}
      </List>
      <List title={words.sessions} entries={review.sessions} {...choosing}>
        {({ userAgent, address, createdAt }) => (
          <>
            {browserName(userAgent, words)}
            <small>
              {address} · {words.opened} <Moment when={createdAt} />
            </small>
          </>
        )}
      </List>
    </>
  );
}

function LastUse({ usedAt }: { usedAt: number | null }) {
  const words = useTranslations('people').review;
  if (usedAt === null) return words.neverUsed;
  return (
    <>
      {words.lastUsed} <Moment when={usedAt} />
    </>
  );
}

/** One kind of access; checked entries stay. */
function List<Entry extends { readonly id: string }>({
  title,
  entries,
  removed,
  toggle,
  children,
}: { title: string; entries: readonly Entry[]; children: (entry: Entry) => ReactNode } & Choosing) {
  if (entries.length === 0) return null;
  return (
    <fieldset className="review">
      <legend>{title}</legend>
      {entries.map((entry) => (
        <label key={entry.id} className="choice">
          <input type="checkbox" className="check" checked={!removed.has(entry.id)} onChange={() => toggle(entry.id)} />
          <span>{children(entry)}</span>
        </label>
      ))}
    </fieldset>
  );
}
