import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MoreMenu } from '../../app/components/more-menu.tsx';
import { PagedList } from '../../app/components/paged-list.tsx';
import { Status } from '../../app/components/status.tsx';
import { Moment, shortDay } from '../../app/formats/dates.tsx';
import { IconEye, IconPlus, IconRotate, IconX } from '../../app/icons.tsx';
import { type Answer, call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import type { Key } from './api-key.ts';
import { RevokeKey, RotateKey } from './key-dialogs.tsx';
import { KeyRequests } from './key-requests.tsx';
import { NewKey } from './new-key.tsx';
import { useScopeSummary } from './scope-areas.ts';
import { SecretOnce } from './secret-once.tsx';
import { Block } from './titled-block.tsx';

type MadeKey = Answer<'create-api-key'>;
type Asked = { readonly what: 'new' } | { readonly what: 'rotate' | 'revoke' | 'requests'; readonly key: Key };

const PAGE = 50;
/** Polling interval in milliseconds while a secret is shown. */
const LOOK_AGAIN_MS = 2_000;

/** The API keys of the account, newest first. A new key is shown only once. */
export function Keys() {
  const words = useTranslations('integrations');
  const queries = useQueryClient();
  const [asked, ask] = useState<Asked>();
  const [made, setMade] = useState<MadeKey>();
  const listed = useInfiniteQuery({
    queryKey: ['list-api-keys'],
    queryFn: ({ pageParam }) =>
      call('list-api-keys', { query: { limit: PAGE, ...(pageParam && { cursor: pageParam }) } }, { mode: 'live' }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
    // Polled, so that the user learns if a colleague revokes the key meanwhile.
    refetchInterval: made ? LOOK_AGAIN_MS : false,
  });
  const isRevoked = ({ id }: MadeKey): boolean =>
    listed.data?.pages.some(({ docs }) => docs.some((key) => key.id === id && key.revokedAt !== undefined)) ?? false;
  const close = (key?: MadeKey): void => {
    ask(undefined);
    if (key) setMade(key);
    void queries.invalidateQueries({ queryKey: ['list-api-keys'] });
  };
  return (
    <Block
      title={words.keys.title}
      action={
        <button type="button" className="btn" onClick={() => ask({ what: 'new' })}>
          <IconPlus /> {words.keys.new}
        </button>
      }
    >
      {made && <MadeKeyShown made={made} isRevoked={isRevoked(made)} onDone={() => setMade(undefined)} />}
      <PagedList listed={listed} emptyText={words.keys.empty}>
        {(keys) => <KeyTable keys={keys} ask={ask} />}
      </PagedList>
      <p className="small quiet description">{words.keys.said}</p>
      {asked?.what === 'new' && <NewKey onClose={close} />}
      {asked?.what === 'rotate' && <RotateKey apiKey={asked.key} onClose={close} />}
      {asked?.what === 'requests' && <KeyRequests apiKey={asked.key} onClose={() => ask(undefined)} />}
      {asked?.what === 'revoke' && <RevokeKey apiKey={asked.key} onClose={close} />}
    </Block>
  );
}

/** A newly created key, or a notice that it was revoked. */
function MadeKeyShown({ made, isRevoked, onDone }: { made: MadeKey; isRevoked: boolean; onDone: () => void }) {
  const words = useTranslations('integrations').secret;
  if (isRevoked)
    return (
      <div className="secret" role="status">
        <p>
          <b>{words.revoked(made.name)}</b> {words.revokedSaid}
        </p>
        <button type="button" className="btn own-width" onClick={onDone}>
          {words.done}
        </button>
      </div>
    );
  return (
    <SecretOnce
      key={made.id}
      title={words.ready(made.name)}
      description={words.once}
      copy={words.copyKey}
      secret={made.key}
      onDone={onDone}
    />
  );
}

function KeyTable({ keys, ask }: { keys: readonly Key[]; ask: (asked: Asked) => void }) {
  const words = useTranslations('integrations').keys;
  return (
    <table className="list keys-of">
      <caption className="screen-reader-only">{words.title}</caption>
      <thead>
        <tr>
          <th scope="col">{words.name}</th>
          <th scope="col">{words.scopes}</th>
          <th scope="col">{words.lastUsed}</th>
          <th scope="col">{words.expires}</th>
          <th scope="col">{words.state}</th>
          <th scope="col">
            <span className="screen-reader-only">{words.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} ask={ask} />
        ))}
      </tbody>
    </table>
  );
}

function KeyRow({ apiKey: key, ask }: { apiKey: Key; ask: (asked: Asked) => void }) {
  const words = useTranslations('integrations').keys;
  const scopes = useScopeSummary(key.scopes);
  const end = endOf(key);
  return (
    <tr className={end === 'off' ? 'off' : undefined}>
      <td className="first-line-start">
        <b>{key.name}</b>
        {key.ending !== undefined && <code className="keyed quiet">{words.ends(key.test, key.ending)}</code>}
      </td>
      <td className="quiet second-line-start">{scopes}</td>
      <td className="nowrap">{key.lastUsedAt === undefined ? words.notYet : <Moment when={key.lastUsedAt} />}</td>
      <td className="nowrap">{key.expiresAt === undefined ? words.never : shortDay(key.expiresAt)}</td>
      <td className="second-line-end">
        <KeyState apiKey={key} />
      </td>
      <td className="first-line-end">
        <KeyMenu apiKey={key} ask={ask} />
      </td>
    </tr>
  );
}

const endOf = ({ revokedAt, expiresAt }: Key): 'on' | 'off' => {
  const now = Date.now() / 1000;
  return (revokedAt !== undefined && revokedAt <= now) || (expiresAt !== undefined && expiresAt <= now) ? 'off' : 'on';
};

function KeyState({ apiKey: { test, revokedAt, expiresAt, replacedBy, ...key } }: { apiKey: Key }) {
  const words = useTranslations('integrations').keys;
  const isOff = endOf({ test, revokedAt, expiresAt, replacedBy, ...key }) === 'off';
  if (isOff && revokedAt !== undefined) return <Status state="revoked">{words.revoked(shortDay(revokedAt))}</Status>;
  if (isOff && expiresAt !== undefined) return <Status state="expired">{words.expired(shortDay(expiresAt))}</Status>;
  if (replacedBy !== undefined)
    return <Status state="expiring">{words.replaced(shortDay(expiresAt ?? revokedAt ?? 0))}</Status>;
  return <Status state="ok">{test ? words.activeTest : words.active}</Status>;
}

function KeyMenu({ apiKey: key, ask }: { apiKey: Key; ask: (asked: Asked) => void }) {
  const words = useTranslations('integrations').keys;
  const isOn = endOf(key) === 'on';
  return (
    <MoreMenu
      label={words.more(key.name)}
      actions={[
        { name: words.requests, icon: <IconEye />, run: () => ask({ what: 'requests', key }) },
        isOn &&
          key.replacedBy === undefined && {
            name: words.rotate,
            icon: <IconRotate />,
            run: () => ask({ what: 'rotate', key }),
          },
        isOn && { name: words.revoke, icon: <IconX />, run: () => ask({ what: 'revoke', key }), isDangerous: true },
      ]}
    />
  );
}
