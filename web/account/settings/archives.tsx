import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Field } from '../../app/components/field.tsx';
import { type StateName, Status } from '../../app/components/status.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { Day, Moment, today } from '../../app/formats/dates.tsx';
import { figure } from '../../app/formats/money.tsx';
import { useSession } from '../../app/session/session.ts';
import { useAction } from '../../app/use-action.ts';
import { saveBlob } from '../../billing/finalized/actions/download.ts';
import { type Answer, call, callWithVersion } from '../../client/call.ts';
import { useOperation } from '../../client/use-query.ts';
import { useTranslations } from '../../locales/language.ts';
import { CheckArchive } from './check-archive.tsx';
import { Settings } from './settings-page.tsx';

type Archive = Answer<'list-archives'>['docs'][number];

const LOOK_AGAIN_MS = 3_000;
const BYTES_PER_MEGABYTE = 1_000_000;
const isInPreparation = ({ state }: Archive): boolean => state === 'waiting' || state === 'under_way';

/** Prepares signed archives, and downloads them. */
export function Archives() {
  const words = useTranslations('settings').archives;
  const { may, mode } = useSession();
  const { data, error } = useOperation(
    'list-archives',
    {},
    { lookAgainMs: ({ docs }) => docs.some(isInPreparation) && LOOK_AGAIN_MS },
  );
  const mayMake = may('account:admin') || (mode === 'test' && may('billing:write'));
  return (
    <Settings title={words.title}>
      <p className="description">{words.intro}</p>
      {mayMake && <NewArchive />}
      <ErrorMessage error={error} />
      <ul className="archives" aria-live="polite">
        {data?.docs.map((archive) => (
          <OneArchive key={archive.id} archive={archive} mayDelete={mayMake} />
        ))}
      </ul>
      {data?.docs.length === 0 && <p className="description">{words.none}</p>}
      <CheckArchive />
      <p className="description">{words.verifySaid}</p>
      <pre>
        <code>{words.verifyCommand}</code>
      </pre>
    </Settings>
  );
}

function NewArchive() {
  const words = useTranslations('settings').archives;
  const queries = useQueryClient();
  const now = today();
  const [from, setFrom] = useState(`${now.slice(0, 4)}-01-01`);
  const [to, setTo] = useState(now);
  const act = useAction(async () => {
    await call('create-archive', { body: { from, to } });
    await queries.invalidateQueries({ queryKey: ['list-archives'] });
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void act.run();
  };
  const lastYear = String(Number(now.slice(0, 4)) - 1);
  const chooseLastYear = (): void => {
    setFrom(`${lastYear}-01-01`);
    setTo(`${lastYear}-12-31`);
  };
  return (
    <form className="archive-form" onSubmit={submit}>
      <Field
        label={words.from}
        type="date"
        required
        max={now}
        value={from}
        error={act.problem?.at('from')}
        onChange={({ target }) => setFrom(target.value)}
      />
      <Field
        label={words.to}
        type="date"
        required
        max={now}
        value={to}
        error={act.problem?.at('to')}
        onChange={({ target }) => setTo(target.value)}
      />
      <button type="button" className="btn" onClick={chooseLastYear}>
        {words.year(lastYear)}
      </button>
      <button type="submit" className="btn" aria-disabled={act.isRunning}>
        {words.make}
      </button>
      <ErrorMessage error={act.error} shown={['from', 'to']} />
    </form>
  );
}

const stateNames = {
  waiting: 'waiting',
  under_way: 'waiting',
  ready: 'ok',
  failed: 'failed',
} as const satisfies Record<Archive['state'], StateName>;

function OneArchive({ archive, mayDelete }: { archive: Archive; mayDelete: boolean }) {
  const words = useTranslations('settings').archives;
  const queries = useQueryClient();
  const { id: archiveId, from, to, state, failure } = archive;
  const named = words.span(from, to);
  const save = useAction(async () => {
    const { answer, fileName } = await callWithVersion('download-archive', { archiveId });
    saveBlob(answer, fileName ?? 'archive.tar');
  });
  const remove = useAction(async () => {
    await call('delete-archive', { archiveId });
    toast(words.deleted);
    await queries.invalidateQueries({ queryKey: ['list-archives'] });
  });
  return (
    <li>
      <div className="archive-head">
        <span className="grow">
          <Day date={from} /> – <Day date={to} />
        </span>
        <Status state={stateNames[state]}>{words.states[state]}</Status>
        {state === 'ready' && (
          <button
            type="button"
            className="btn"
            aria-label={words.saveNamed(named)}
            aria-disabled={save.isRunning}
            onClick={() => void save.run()}
          >
            {save.isRunning ? words.saving : words.save}
          </button>
        )}
        {mayDelete && (
          <button
            type="button"
            className="btn"
            aria-label={words.deleteNamed(named)}
            aria-disabled={remove.isRunning}
            onClick={() => void remove.run()}
          >
            {words.delete}
          </button>
        )}
      </div>
      <ErrorMessage error={save.error ?? remove.error} />
      {failure && <p className="description">{failure.message}</p>}
      <Contents archive={archive} />
    </li>
  );
}

/** What a finished archive contains, and the fingerprints to keep apart from it. */
function Contents({ archive }: { archive: Archive }) {
  const words = useTranslations('settings').archives;
  const { counts, size = 0, sha256, keyFingerprint, expiresAt } = archive;
  if (!counts) return null;
  return (
    <>
      <p className="description">
        {words.contents(figure(counts.documents), figure(counts.payments), figure(counts.closures))}{' '}
        {words.size(figure(Math.round((size / BYTES_PER_MEGABYTE) * 10) / 10))}{' '}
        {expiresAt !== undefined && (
          <>
            {words.keptUntil} <Moment when={expiresAt} />.
          </>
        )}
      </p>
      <dl className="archive-hashes description">
        <dt>{words.sha256}</dt>
        <dd>
          <code>{sha256}</code>
        </dd>
        <dt>{words.fingerprint}</dt>
        <dd>
          <code>{keyFingerprint}</code>
        </dd>
      </dl>
    </>
  );
}
