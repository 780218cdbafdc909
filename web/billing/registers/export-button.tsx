import { useState } from 'react';
import { useAct } from '../../ground/act.ts';
import { type CsvCell, csvOf } from '../../ground/csv.ts';
import { IconDownload } from '../../ground/icons.tsx';
import { toast } from '../../ground/parts/toasts.tsx';
import { saveFile } from '../../ground/save-file.ts';
import { useWords } from '../../words/language.ts';
import type { Direction, Order } from './address.ts';
import type { Listed } from './listed.ts';
import type { Filter } from './registers.ts';
import { pageOf } from './use-documents.ts';

/** Documents asked for at once by an export: the most a page may have. */
const AT_ONCE = 100;

/** Saves all that a filter finds as a CSV file, in the order of the screen. */
export function ExportButton({
  filter,
  order,
  name,
}: {
  filter: Filter;
  order: { by: NonNullable<Order>; direction: Direction };
  name: string;
}) {
  const words = useWords('registers');
  const [progress, setProgress] = useState<{ done: number; of: number }>();
  const act = useAct(async () => {
    const rows: Listed[] = [];
    try {
      for (let cursor: string | undefined; ; ) {
        const page = await pageOf(filter, order, cursor, undefined, AT_ONCE);
        rows.push(...page.rows);
        setProgress({ done: rows.length, of: page.total });
        cursor = page.next;
        if (cursor === undefined) break;
      }
      saveFile(csvOf([HEADS.map((head) => words.heads[head]), ...rows.map(cellsOf)]), `${name.toLowerCase()}.csv`);
      toast(words.exported(rows.length));
    } finally {
      setProgress(undefined);
    }
  });
  return (
    <button type="button" className="btn quiet" aria-disabled={act.isRunning} onClick={() => void act.run()}>
      <IconDownload /> {progress ? words.exporting(progress.done, progress.of) : words.export}
    </button>
  );
}

const HEADS = ['number', 'customer', 'subject', 'emitted', 'due', 'state', 'total', 'toPay'] as const;
const cellsOf = (row: Listed): CsvCell[] => [
  row.number ?? '',
  row.customerName,
  row.title ?? '',
  row.emittedOn,
  row.dueOn ?? '',
  row.state,
  { hundredths: row.total },
  row.remaining === undefined ? undefined : { hundredths: row.remaining },
];
