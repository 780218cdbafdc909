import { useState } from 'react';
import { Dialog } from '../app/components/dialog.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Field } from '../app/components/field.tsx';
import { useToday } from '../app/formats/dates.tsx';
import { IconDownload } from '../app/icons.tsx';
import { saveFile } from '../app/save-file.ts';
import { useAction } from '../app/use-action.ts';
import { callWithVersion } from '../client/call.ts';
import { useTranslations } from '../locales/language.ts';

/** Statement of account as a PDF: by default from the start of this year until today. */
export function StatementDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const words = useTranslations('customers');
  const said = words.statement;
  const today = useToday();
  const [from, setFrom] = useState(`${today.slice(0, 4)}-01-01`);
  const [to, setTo] = useState(today);
  const act = useAction(async () => {
    const asked = { customerId: id, query: { from, to } };
    const { answer, fileName } = await callWithVersion('download-customer-statement', asked);
    saveFile(answer, fileName ?? `releve-${from}-${to}.pdf`);
    onClose();
  });
  return (
    <Dialog
      title={said.title}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn quiet" onClick={onClose}>
            {words.form.cancel}
          </button>
          <button type="button" className="btn primary" aria-disabled={act.isRunning} onClick={() => void act.run()}>
            <IconDownload /> {said.go}
          </button>
        </>
      }
    >
      <p className="under-title">{said.said}</p>
      <div className="period-of-statement">
        <Field label={said.from} error={act.problem?.at('from')}>
          <input className="input" type="date" value={from} onChange={({ target }) => setFrom(target.value)} />
        </Field>
        <Field label={said.to} error={act.problem?.at('to')}>
          <input className="input" type="date" value={to} onChange={({ target }) => setTo(target.value)} />
        </Field>
      </div>
      <ErrorMessage error={act.error} shown={['from', 'to']} />
    </Dialog>
  );
}
