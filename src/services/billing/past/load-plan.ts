import { settingsOf } from '../../../db/account/settings.ts';
import { type FileReading, filesOfImport, type StoredImportFile } from '../../../db/billing/past/imports.ts';
import { pastDocumentsNumbered } from '../../../db/billing/past/past-documents.ts';
import { referenceRates } from '../../../db/reference-rates.ts';
import type { AccountSettings } from '../../../domain/account/settings.ts';
import type { ForeignDocument, ReadImportFile } from '../../../domain/billing/past/foreign-document.ts';
import { type ImportPlan, type PlannedFile, planImport } from '../../../domain/billing/past/plan-import.ts';
import { type ReferenceRate, rateDaysFor, referenceRate } from '../../../domain/money/reference-rates.ts';
import { type CivilDay, civilDayOf } from '../../../domain/time/civil-day.ts';
import type { Context } from '../../context.ts';

/** An import's files and what they would bring. */
export type LoadedPlan = {
  readonly files: readonly StoredImportFile[];
  readonly plan: ImportPlan;
  readonly settings: AccountSettings;
};

/** Whether a file was read. */
export const isRead = (reading: FileReading): reading is ReadImportFile => !('fault' in reading);

/** Documents looked up per statement. */
const BATCH = 1_000;

/** What the files of an import would bring now. */
export async function loadPlan({ tx, now }: Pick<Context, 'tx' | 'now'>, importId: string): Promise<LoadedPlan> {
  const [{ settings }, files] = await Promise.all([settingsOf(tx), filesOfImport(tx, importId)]);
  const planned = files.flatMap(({ id, name, reading, choices }): PlannedFile[] =>
    isRead(reading) ? [{ id, name, reading, choices }] : [],
  );
  // A person may have corrected the number or day of a document.
  const stated = planned.flatMap(({ reading, choices }) =>
    reading.documents.map((document, place) => {
      const { number, issuedOn } = choices.documents?.[place] ?? {};
      return { number: number ?? document.number, issuedOn: issuedOn ?? document.issuedOn };
    }),
  );
  const known = [];
  for (let start = 0; start < stated.length; start += BATCH)
    known.push(...(await pastDocumentsNumbered(tx, stated.slice(start, start + BATCH))));
  const rates = await ratesOf(
    { tx },
    settings,
    planned.flatMap(({ reading }) => reading.documents),
  );
  const { currency } = settings;
  const plan = planImport(planned, {
    ...{ today: civilDayOf(now, settings.zone), currency },
    // What this import brought stays in its plan once it is done.
    known: known.filter((document) => document.importId !== importId),
    hasRate: (code, on) => referenceRate(rates, { code, base: currency, on }) !== undefined,
  });
  return { files, plan, settings };
}

async function ratesOf(
  { tx }: Pick<Context, 'tx'>,
  { currency }: AccountSettings,
  documents: readonly ForeignDocument[],
): Promise<readonly ReferenceRate[]> {
  const foreign = documents.filter((document) => document.currency !== currency);
  if (foreign.length === 0) return [];
  const days = foreign.map(({ issuedOn }) => issuedOn).toSorted();
  const codes = [...new Set([currency, ...foreign.map((document) => document.currency)])];
  return referenceRates(tx, { from: rateDaysFor(days[0] as CivilDay).from, to: days.at(-1) as CivilDay, codes });
}
