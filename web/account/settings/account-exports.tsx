import { useQueryClient } from '@tanstack/react-query';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { type StateName, Status } from '../../app/components/status.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { Moment } from '../../app/formats/dates.tsx';
import { figure } from '../../app/formats/money.tsx';
import { useSession } from '../../app/session/session.ts';
import { useAction } from '../../app/use-action.ts';
import { saveBlob } from '../../billing/finalized/actions/download.ts';
import { type Answer, call, callWithVersion } from '../../client/call.ts';
import { useOperation } from '../../client/use-query.ts';
import { useTranslations } from '../../locales/language.ts';
import { Settings } from './settings-page.tsx';

type AccountExport = Answer<'list-account-exports'>['docs'][number];

const LOOK_AGAIN_MS = 3_000;
const BYTES_PER_MEGABYTE = 1_000_000;
const isInPreparation = ({ state }: AccountExport): boolean => state === 'waiting' || state === 'under_way';

/** Prepares a file with everything the account has, and downloads it; for owners. */
export function AccountExports() {
  const { may, mode } = useSession();
  return may('account:admin') || (mode === 'test' && may('billing:write')) ? <Exports /> : null;
}

function Exports() {
  const words = useTranslations('settings').accountExports;
  const queries = useQueryClient();
  const { data, error } = useOperation(
    'list-account-exports',
    {},
    { lookAgainMs: ({ docs }) => docs.some(isInPreparation) && LOOK_AGAIN_MS },
  );
  const make = useAction(async () => {
    await call('create-account-export', {});
    await queries.invalidateQueries({ queryKey: ['list-account-exports'] });
  });
  return (
    <Settings title={words.title}>
      <p className="description">{words.intro}</p>
      <p className="description">{words.noSecrets}</p>
      <button type="button" className="btn" aria-disabled={make.isRunning} onClick={() => void make.run()}>
        {words.make}
      </button>
      <ErrorMessage error={make.error ?? error} />
      <ul className="archives" aria-live="polite">
        {data?.docs.map((exported) => (
          <OneExport key={exported.id} exported={exported} />
        ))}
      </ul>
    </Settings>
  );
}

const stateNames = {
  waiting: 'waiting',
  under_way: 'waiting',
  ready: 'ok',
  failed: 'failed',
} as const satisfies Record<AccountExport['state'], StateName>;

function OneExport({ exported }: { exported: AccountExport }) {
  const words = useTranslations('settings').accountExports;
  const queries = useQueryClient();
  const { id: accountExportId, createdAt, state, failure, counts, size = 0, expiresAt } = exported;
  const save = useAction(async () => {
    const { answer, fileName } = await callWithVersion('download-account-export', { accountExportId });
    saveBlob(answer, fileName ?? 'facturier.zip');
  });
  const remove = useAction(async () => {
    await call('delete-account-export', { accountExportId });
    toast(words.deleted);
    await queries.invalidateQueries({ queryKey: ['list-account-exports'] });
  });
  return (
    <li>
      <div className="archive-head">
        <span className="grow">
          <Moment when={createdAt} />
        </span>
        <Status state={stateNames[state]}>{words.states[state]}</Status>
        {state === 'ready' && (
          <button type="button" className="btn" aria-disabled={save.isRunning} onClick={() => void save.run()}>
            {save.isRunning ? words.saving : words.save}
          </button>
        )}
        <button
          type="button"
          className="btn"
          aria-label={words.deleteNamed}
          aria-disabled={remove.isRunning}
          onClick={() => void remove.run()}
        >
          {words.delete}
        </button>
      </div>
      <ErrorMessage error={save.error ?? remove.error} />
      {failure && <p className="description">{failure.message}</p>}
      {counts && (
        <p className="description">
          {words.contents(figure(counts.records), figure(counts.documents), figure(counts.files))}{' '}
          {words.size(figure(Math.round((size / BYTES_PER_MEGABYTE) * 10) / 10))}{' '}
          {expiresAt !== undefined && (
            <>
              {words.keptUntil} <Moment when={expiresAt} />.
            </>
          )}
        </p>
      )}
    </li>
  );
}
