import { Link } from '@tanstack/react-router';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { timeOf } from '../../app/formats/dates.tsx';
import { figure } from '../../app/formats/money.tsx';
import { IconUpload } from '../../app/icons.tsx';
import { ExploreSample } from '../../app/sample-data.tsx';
import { useSession } from '../../app/session/session.ts';
import { useAction } from '../../app/use-action.ts';
import { saveBlob } from '../../billing/finalized/actions/download.ts';
import { callWithVersion } from '../../client/call.ts';
import { useOperation } from '../../client/use-query.ts';
import { useLanguage, useTranslations } from '../../locales/language.ts';
import { DeleteAccountLink } from '../../people/deletion/delete-account-link.tsx';
import { AccountExports } from './account-exports.tsx';
import { ProgramExports } from './program-exports.tsx';
import { Settings, SettingsPage } from './settings-page.tsx';

const DAY_MS = 86_400_000;
const BYTES_PER_MEGABYTE = 1_000_000;
const BYTES_PER_GIGABYTE = 1_000_000_000;

/** Exports and usage. */
export function Screen() {
  const words = useTranslations('settings').data;
  return (
    <SettingsPage title={words.title} intro={words.intro}>
      <MoveIn />
      <Settings title={words.exports}>
        <ul className="rows">
          <Export name="export-billings" called={words.documents} file="documents.csv" />
          <Export name="export-customers" called={words.customers} file="clients.csv" />
          <Export name="export-products" called={words.catalogue} file="catalogue.csv" />
        </ul>
      </Settings>
      <ProgramExports />
      <AccountExports />
      <UsageNow />
      <Sample />
      <DeleteAccountLink />
    </SettingsPage>
  );
}

/** Leads to the page that takes over files of another program. */
function MoveIn() {
  const words = useTranslations('settings').data;
  if (!useSession().may('billing:write')) return null;
  return (
    <Settings title={words.moveIn}>
      <p className="description">{words.moveInSaid}</p>
      <p className="description">
        <Link to="/import" className="btn">
          <IconUpload /> {words.moveIn}
        </Link>
      </p>
    </Settings>
  );
}

/**
 * Opens a year of sample data in a separate account; the banner above every screen has the exit.
 */
function Sample() {
  const words = useTranslations('settings').data;
  const { account } = useSession();
  if (!account || account.isSample) return null;
  return (
    <Settings title={words.sample}>
      <p className="description">{words.sampleSaid}</p>
      <ExploreSample />
    </Settings>
  );
}

function Export({
  name,
  called,
  file,
}: {
  name: 'export-billings' | 'export-customers' | 'export-products';
  called: string;
  file: string;
}) {
  const words = useTranslations('settings').data;
  const act = useAction(async () => {
    const { answer, fileName } = await callWithVersion(name, {});
    saveBlob(answer, fileName ?? file);
  });
  return (
    <li>
      <span className="grow">{called}</span>
      <button
        type="button"
        className="btn"
        aria-label={words.saveNamed(called)}
        aria-disabled={act.isRunning}
        onClick={() => void act.run()}
      >
        {words.save}
      </button>
      <ErrorMessage error={act.error} />
    </li>
  );
}

/** Unix seconds when the daily document count starts: days are UTC. */
const startOfUtcDay = (): number => Math.floor(Date.now() / DAY_MS) * (DAY_MS / 1000);

function UsageNow() {
  const words = useTranslations('settings').data;
  const language = useLanguage();
  const { data } = useOperation('get-usage', {});
  if (!data) return null;
  const usageText = (
    { used, limit }: { used: number; limit?: number | undefined },
    say: (count: number) => string = figure,
  ): string => (limit === undefined ? say(used) : words.of(say(used), say(limit)));
  const size = (bytes: number): string => {
    const isLarge = bytes >= BYTES_PER_GIGABYTE;
    const rounded = figure(Math.round((bytes / (isLarge ? BYTES_PER_GIGABYTE : BYTES_PER_MEGABYTE)) * 10) / 10);
    return isLarge ? words.gigabytes(rounded) : words.megabytes(rounded);
  };
  return (
    <Settings title={words.usage}>
      <dl className="pairs left description">
        <dt>{words.documentsSince(timeOf(startOfUtcDay(), language))}</dt>
        <dd>{usageText({ ...data.documentsToday, used: data.documentsToday.made })}</dd>
        <dt>{words.stored}</dt>
        <dd>{usageText(data.storedBytes, size)}</dd>
        <dt>{words.mails}</dt>
        <dd>{usageText(data.mailsInADay)}</dd>
      </dl>
    </Settings>
  );
}
