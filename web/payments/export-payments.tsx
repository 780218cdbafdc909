import { ErrorMessage } from '../app/components/error-message.tsx';
import { IconDownload } from '../app/icons.tsx';
import { saveFile } from '../app/save-file.ts';
import { useAction } from '../app/use-action.ts';
import { type Asked, call } from '../client/call.ts';
import { useTranslations } from '../locales/language.ts';

/** Downloads the filtered payments as a CSV file. */
export function ExportPayments({ filter }: { filter: NonNullable<Asked<'export-payments'>['query']> }) {
  const words = useTranslations('payments');
  const act = useAction(async () =>
    saveFile(await call('export-payments', { query: filter }), `${words.title.toLowerCase()}.csv`),
  );
  return (
    <>
      <button type="button" className="btn quiet" aria-disabled={act.isRunning} onClick={() => void act.run()}>
        <IconDownload /> {words.export}
      </button>
      <ErrorMessage error={act.error} />
    </>
  );
}
