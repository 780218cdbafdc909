import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../app/components/dialog.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Field } from '../app/components/field.tsx';
import { Options, parted } from '../app/components/select-options.tsx';
import { toast } from '../app/components/toasts.tsx';
import { centsOf } from '../app/formats/parse-number.ts';
import { useSession } from '../app/session/session.ts';
import { useAction } from '../app/use-action.ts';
import { type Answer, call } from '../client/call.ts';
import type { VatCode } from '../client/schemas.ts';
import { useOperation } from '../client/use-query.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { timeText } from './parse-hours.ts';
import type { Project, Task } from './project.ts';

const DRAFTS = 20;

/** The task or the project whose time is billed. */
type Billed = { readonly task: Task } | { readonly project: Project };

/** Adds time to a draft of the customer or to a new invoice, one line per task. */
export function BillTime({ billed, onClose }: { billed: Billed; onClose: () => void }) {
  const words = useTranslations('projects');
  const { kinds } = useTranslations('lists');
  const { mode } = useSession();
  const language = useLanguage();
  const [chosen, choose] = useState('');
  const [price, type] = useState('');
  const [chosenVat, setVat] = useState<VatCode>();
  const codes = useOperation('get-vat-choices', chosen ? { query: { billingId: chosen } } : {}).data?.codes;
  const vatCode = chosenVat ?? codes?.[0]?.vatCode;
  const { name, customerId } = 'task' in billed ? billed.task : billed.project;
  const time = timeText('task' in billed ? (billed.task.timeSpent ?? 0) : billed.project.work.timeToBill, words.clock);
  const drafts = useOperation('get-billings', {
    query: {
      ...{ customerId, test: mode === 'test', limit: DRAFTS },
      ...({ state: ['draft'], type: ['invoice', 'estimate', 'purchase_order'] } as const),
    },
  });
  const act = useBilling(billed, onClose);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // An unreadable number is sent as typed, and the service reports the error.
    const unitPrice = centsOf(price, language) ?? (price as unknown as number);
    void act.run({
      ...(chosen && { billingId: chosen }),
      unitPrice,
      ...(vatCode && { vatCode }),
      type: 'service_delivery',
    });
  };
  return (
    <Dialog title={words.billTitle(name)} onClose={onClose}>
      <form className="fields" onSubmit={submit} noValidate>
        <p>{'task' in billed ? words.billSaid(time) : words.billAllSaid(time)}</p>
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
          error={act.problem?.at('unitPrice')}
          onChange={({ target }) => type(target.value)}
        />
        {vatCode && codes && <VatChoice vatCode={vatCode} codes={codes} onChoose={setVat} />}
        <ErrorMessage error={act.error} shown={['unitPrice']} />
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

function VatChoice({
  vatCode,
  codes,
  onChoose,
}: {
  vatCode: VatCode;
  codes: Answer<'get-vat-choices'>['codes'];
  onChoose: (code: VatCode) => void;
}) {
  const { vat, vatOthers, form } = useTranslations('catalogue');
  const all = codes.map(({ vatCode: value, fits }) => ({ value, text: vat[value], fits }));
  return (
    <div className="field">
      <label htmlFor="bill-vat">{form.vat}</label>
      <select
        id="bill-vat"
        className="input"
        value={vatCode}
        onChange={({ target }) => onChoose(target.value as VatCode)}
      >
        <Options {...parted(all, vatOthers)} />
      </select>
    </div>
  );
}

type Said = { billingId?: string; unitPrice: number; vatCode?: VatCode; type: 'service_delivery' };

function useBilling(of: Billed, onClose: () => void) {
  const words = useTranslations('projects');
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useAction(async (body: Said) => {
    const { billingId: id } =
      'task' in of
        ? await call('bill-task', { taskId: of.task.id, body })
        : await call('bill-project', { opportunityId: of.project.id, body });
    await Promise.all(
      ['get-tasks', 'get-projects', 'get-billings', 'get-billings-totals'].map((name) =>
        queries.invalidateQueries({ queryKey: [name] }),
      ),
    );
    if (id !== undefined)
      toast(words.billedNow, { label: words.open, run: () => void navigate({ to: '/documents/$id', params: { id } }) });
    onClose();
  });
}
