import { ErrorMessage } from '../../app/components/error-message.tsx';
import { useAction } from '../../app/use-action.ts';
import { type ZipEntry, zipOf } from '../../app/zip.ts';
import { saveBlob } from '../../billing/finalized/actions/download.ts';
import { call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import { Settings } from './settings-page.tsx';

const programs = ['dolibarr', 'odoo'] as const;
type Program = (typeof programs)[number];

/** Customers, catalogue, bills and payments as another program imports them, in one ZIP file. */
export function ProgramExports() {
  const words = useTranslations('settings').data;
  return (
    <Settings title={words.programs}>
      <p className="description">{words.programsSaid}</p>
      <ul className="rows">
        {programs.map((program) => (
          <ProgramExport key={program} program={program} />
        ))}
      </ul>
    </Settings>
  );
}

const names: Readonly<Record<Program, string>> = { dolibarr: 'Dolibarr', odoo: 'Odoo' };

function ProgramExport({ program }: { program: Program }) {
  const words = useTranslations('settings').data;
  const act = useAction(async () => saveBlob(await zipForProgram(program), `${program}.zip`));
  return (
    <li>
      <span className="grow">{names[program]}</span>
      <button
        type="button"
        className="btn"
        aria-label={words.saveNamed(names[program])}
        aria-disabled={act.isRunning}
        onClick={() => void act.run()}
      >
        {words.save}
      </button>
      <ErrorMessage error={act.error} />
    </li>
  );
}

/** Asks for each file and puts them into one, with the texts that say how to import them. */
async function zipForProgram(program: Program): Promise<Blob> {
  const { files, texts } = await call('describe-program-export', { query: { program } });
  const entries: ZipEntry[] = texts.map(({ name, text }) => ({ name, bytes: new TextEncoder().encode(text) }));
  for (const { name, operation } of files) {
    const whole = await call(operation, { query: { program, file: name as never } });
    entries.push({ name, bytes: new Uint8Array(await whole.arrayBuffer()) });
  }
  return zipOf(entries);
}
