import { useState } from 'react';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Loading } from '../../app/components/loading.tsx';
import { Section } from '../../app/components/section.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { shortDay } from '../../app/formats/dates.tsx';
import { Money } from '../../app/formats/money.tsx';
import { useAction } from '../../app/use-action.ts';
import { call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import { CorrectDocument } from './correct-document.tsx';
import type { Plan } from './import-files.tsx';
import { useImportMoved } from './import-moved.ts';
import { type Planned, usePlanned } from './planned-documents.ts';

/** The documents of an open import that a person should look at; each is corrected in place. */
export function DoubtfulDocuments({ plan, mayChange }: { plan: Plan; mayChange: boolean }) {
  const words = useTranslations('moveIn').doubts;
  const moved = useImportMoved();
  const found = usePlanned(plan.id, 'doubtful', plan.doubtful > 0);
  const rows = found.data?.pages.flatMap(({ docs }) => docs) ?? [];
  const confirm = useAction(async (some: readonly Planned[]) => {
    const byFile = Map.groupBy(some, ({ fileId }) => fileId);
    for (const [fileId, documents] of byFile)
      await call('change-import-file', {
        importId: plan.id,
        fileId,
        body: { documents: documents.map(({ place = '' }) => ({ place, confirmed: true })) },
      });
    await moved();
    toast(words.confirmed(some.length));
  });
  if (plan.doubtful === 0) return null;
  return (
    <Section title={words.title(plan.doubtful)}>
      <p className="small quiet">{words.said}</p>
      <ErrorMessage error={found.error ?? confirm.error} />
      {found.isPending && <Loading rows={3} />}
      <ul className="import-files">
        {rows.map((planned) => (
          <Doubtful
            key={`${planned.fileId} ${planned.place}`}
            {...{ plan, planned, mayChange }}
            onConfirm={() => void confirm.run([planned])}
          />
        ))}
      </ul>
      <p className="drop-buttons">
        {mayChange && rows.length > 1 && (
          <button
            type="button"
            className="btn"
            aria-disabled={confirm.isRunning}
            onClick={() => void confirm.run(rows)}
          >
            {words.allRight(rows.length)}
          </button>
        )}
        {found.hasNextPage && (
          <button type="button" className="btn quiet" onClick={() => void found.fetchNextPage()}>
            {words.more}
          </button>
        )}
      </p>
    </Section>
  );
}

function Doubtful({
  plan,
  planned,
  mayChange,
  onConfirm,
}: {
  plan: Plan;
  planned: Planned;
  mayChange: boolean;
  onConfirm: () => void;
}) {
  const words = useTranslations('moveIn').doubts;
  const { types } = useTranslations('pastDocuments');
  const moved = useImportMoved();
  const [isOpen, setOpen] = useState(false);
  const { number = '', issuedOn, customerName, withTax = 0, currency, paidOn, doubts, fileName, row, type } = planned;
  const { fileId, place = '' } = planned;
  const skip = useAction(async () => {
    await call('change-import-file', {
      ...{ importId: plan.id, fileId },
      body: { documents: [{ place, skip: true }] },
    });
    await moved();
    toast(words.leftOut(number));
  });
  return (
    <li className="doubtful">
      <div className="import-file">
        <b>
          {type === undefined || type === 'estimate' ? number : `${types[type]} ${number}`}, {customerName}
        </b>
        <span>
          {issuedOn && shortDay(issuedOn)} · <Money cents={withTax} currency={currency} /> ·{' '}
          {paidOn === undefined ? words.unpaid : words.paidOn(shortDay(paidOn))}
        </span>
        <span className="warn-text">{doubts.map((doubt) => words.names[doubt]).join(' ; ')}</span>
        <span className="small quiet">{words.from(fileName, row)}</span>
        <ErrorMessage error={skip.error} />
      </div>
      {mayChange && !isOpen && (
        <p className="doubtful-acts">
          <button type="button" className="btn" aria-label={words.correctNamed(number)} onClick={() => setOpen(true)}>
            {words.correct}
          </button>
          <button type="button" className="btn" aria-label={words.rightNamed(number)} onClick={onConfirm}>
            {words.right}
          </button>
          <button
            type="button"
            className="btn quiet"
            aria-label={words.skipNamed(number)}
            aria-disabled={skip.isRunning}
            onClick={() => void skip.run()}
          >
            {words.skip}
          </button>
        </p>
      )}
      {isOpen && <CorrectDocument importId={plan.id} planned={planned} onClose={() => setOpen(false)} />}
    </li>
  );
}
