import { useState } from 'react';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Loading } from '../../app/components/loading.tsx';
import { Section } from '../../app/components/section.tsx';
import { useAction } from '../../app/use-action.ts';
import { call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import type { Plan } from './import-files.tsx';
import { useImportMoved } from './import-moved.ts';
import { type Planned, usePlanned } from './planned-documents.ts';

/** What an import leaves out, by reason; opened, the rows with the cell that could not be read. */
export function LeftOut({ plan, mayChange }: { plan: Plan; mayChange: boolean }) {
  const words = useTranslations('moveIn').leftOut;
  const [isOpen, setOpen] = useState(false);
  const count = plan.leftOut.reduce((all, each) => all + each.count, 0);
  const found = usePlanned(plan.id, 'left_out', isOpen && count > 0);
  if (count === 0) return null;
  return (
    <Section title={words.title(count)}>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          {plan.leftOut.map(({ reason, count: some }) => `${some} ${words.reasons[reason]}`).join(' ; ')}
        </summary>
        <ErrorMessage error={found.error} />
        {isOpen && found.isPending && <Loading rows={3} />}
        <ul className="import-files">
          {found.data?.pages
            .flatMap(({ docs }) => docs)
            .map((row) => (
              <Row key={`${row.fileId} ${row.place} ${row.row} ${row.reason}`} {...{ plan, row, mayChange }} />
            ))}
        </ul>
        {found.hasNextPage && (
          <button type="button" className="btn quiet" onClick={() => void found.fetchNextPage()}>
            {words.more}
          </button>
        )}
      </details>
    </Section>
  );
}

function Row({ plan, row, mayChange }: { plan: Plan; row: Planned; mayChange: boolean }) {
  const words = useTranslations('moveIn');
  const moved = useImportMoved();
  const { fileId, fileName, place, number, reason, column, cell, customerName } = row;
  const name = number ?? words.doubts.from(fileName, row.row);
  const take = useAction(async () => {
    if (place === undefined) return;
    await call('change-import-file', {
      ...{ importId: plan.id, fileId },
      body: { documents: [{ place, skip: false }] },
    });
    await moved();
  });
  return (
    <li>
      <div className="import-file">
        <b>{[number, customerName].filter(Boolean).join(', ') || words.doubts.from(fileName, row.row)}</b>
        <span>
          {reason && words.leftOut.reasons[reason]}
          {(column !== undefined || cell !== undefined) && ` : ${words.leftOut.cell(column, cell)}`}
        </span>
        <span className="small quiet">{words.doubts.from(fileName, row.row)}</span>
        <ErrorMessage error={take.error} />
      </div>
      {mayChange && reason === 'chosen' && (
        <button
          type="button"
          className="btn"
          aria-label={words.leftOut.takeNamed(name)}
          onClick={() => void take.run()}
        >
          {words.leftOut.take}
        </button>
      )}
    </li>
  );
}
