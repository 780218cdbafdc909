import { ErrorMessage } from '../../app/components/error-message.tsx';
import { IconDownload } from '../../app/icons.tsx';
import { saveFile } from '../../app/save-file.ts';
import { useAction } from '../../app/use-action.ts';
import { call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import type { Filter } from './list-definitions.ts';

/** Downloads the filtered documents as a CSV file. */
export function ExportButton({ filter, name }: { filter: Filter; name: string }) {
  const words = useTranslations('lists');
  const act = useAction(async () =>
    saveFile(await call('export-billings', { query: filter }), `${name.toLowerCase()}.csv`),
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
