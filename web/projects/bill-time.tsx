import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../client/call.ts';
import type { VatCode } from '../client/schemas.ts';
import { useAnswer } from '../client/use-answer.ts';
import { useAct } from '../ground/act.ts';
import { centsOf, figure } from '../ground/money.tsx';
import { Dialog } from '../ground/parts/dialog.tsx';
import { Field } from '../ground/parts/field.tsx';
import { Refusal } from '../ground/parts/refusal.tsx';
import { toast } from '../ground/parts/toasts.tsx';
import { useSession } from '../ground/session.ts';
import { useLanguage, useWords } from '../words/language.ts';
import type { Project } from './board.tsx';
import type { Task } from './tasks.tsx';

const MINUTES = 60;
const DRAFTS = 20;

/** Puts the time of a task on a draft of the customer's, or on a new invoice. */
export function BillTime({ task, project, onClose }: { task: Task; project: Project; onClose: () => void }) {
  const words = useWords('projects');
  const { kinds } = useWords('registers');
  const language = useLanguage();
  const { mode } = useSession();
  const [chosen, choose] = useState('');
  const [price, type] = useState('');
  const [chosenVat, setVat] = useState<VatCode>();
  const usual = useAnswer('get-me', {}).data?.usualVatCode;
  const vatCode = chosenVat ?? usual;
  const [wrong, setWrong] = useState<string>();
  const drafts = useAnswer('get-billings', {
    query: {
      customerId: project.customerId,
      state: ['draft'],
      type: ['invoice', 'estimate'],
      test: mode === 'test',
      limit: DRAFTS,
    },
  });
  const act = useBilling({ task, project, chosen, choose, onClose });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const cents = centsOf(price);
    setWrong(cents === undefined ? words.amount : undefined);
    if (cents !== undefined && vatCode) void act.run({ unitPrice: cents, vatCode });
  };
  return (
    <Dialog title={words.billTitle(task.name)} onClose={onClose}>
      <form className="fields" onSubmit={submit} noValidate>
        <p>{words.billSaid(figure((task.timeSpent ?? 0) / MINUTES, language))}</p>
        <div className="field">
          <label htmlFor="bill-draft">{words.draft}</label>
          <select id="bill-draft" className="input" value={chosen} onChange={({ target }) => choose(target.value)}>
            <option value="">{words.newDraft}</option>
            {drafts.data?.docs.map(({ id, type: kind, title = '' }) => (
              <option key={id} value={id}>
                {words.noNumber(kinds[kind], title)}
              </option>
            ))}
          </select>
        </div>
        <Field
          label={words.price}
          inputMode="decimal"
          required
          value={price}
          wrong={wrong ?? act.problem?.at('unitPrice')}
          onChange={({ target }) => type(target.value)}
        />
        {vatCode && <VatChoice vatCode={vatCode} onChoose={setVat} />}
        <Refusal error={act.error} shown={['unitPrice']} />
        <footer>
          <button type="button" className="btn quiet" onClick={onClose}>
            {words.form.cancel}
          </button>
          <button type="submit" className="btn primary" aria-disabled={act.isRunning}>
            {words.go}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

function VatChoice({ vatCode, onChoose }: { vatCode: VatCode; onChoose: (code: VatCode) => void }) {
  const { vat, form } = useWords('catalogue');
  return (
    <div className="field">
      <label htmlFor="bill-vat">{form.vat}</label>
      <select
        id="bill-vat"
        className="input"
        value={vatCode}
        onChange={({ target }) => onChoose(target.value as VatCode)}
      >
        {Object.entries(vat).map(([code, said]) => (
          <option key={code} value={code}>
            {said}
          </option>
        ))}
      </select>
    </div>
  );
}

type Given = {
  task: Task;
  project: Project;
  chosen: string;
  choose: (id: string) => void;
  onClose: () => void;
};

/** Bills the time; a draft that was made for it is kept where the line is refused, and taken at the next try. */
function useBilling({ task, project, chosen, choose, onClose }: Given) {
  const words = useWords('projects');
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useAct(async ({ unitPrice, vatCode }: { unitPrice: number; vatCode: VatCode }) => {
    const billingId =
      chosen ||
      (await call('create-invoice', { customerOrInvoiceId: project.customerId, body: { title: project.name } })).id;
    choose(billingId);
    await call('bill-task', { taskId: task.id, body: { billingId, unitPrice, vatCode, type: 'service_delivery' } });
    await Promise.all(
      ['get-tasks', 'get-billings', 'get-billings-totals'].map((name) =>
        queries.invalidateQueries({ queryKey: [name] }),
      ),
    );
    toast(words.billedNow, {
      label: words.open,
      run: () => void navigate({ to: '/documents/$id', params: { id: billingId } }),
    });
    onClose();
  });
}
