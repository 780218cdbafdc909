import { type FormEvent, useId, useState } from 'react';
import { Dialog } from '../../../app/components/dialog.tsx';
import { ErrorMessage } from '../../../app/components/error-message.tsx';
import { Field } from '../../../app/components/field.tsx';
import { money } from '../../../app/formats/money.tsx';
import { centsOf, parseNumber } from '../../../app/formats/parse-number.ts';
import { type Language, useLanguage, useTranslations } from '../../../locales/language.ts';
import type { Offer } from '../document-queries.ts';
import { nextPlannedAdvance } from '../status/next-planned-advance.ts';
import { plannedAdvanceText } from '../status/planned-advance-text.ts';
import { useAdvance } from './create-next-document.ts';
import { DialogButtons } from './dialog-buttons.tsx';

type Mode = 'PERCENTAGE' | 'AMOUNT';
const USUAL_PERCENT = '30';

/** Creates a draft advance of an estimate: the planned share, a percentage, or an amount. */
export function AdvanceDialog({ billing, onClose }: { billing: Offer; onClose: () => void }) {
  const form = useId();
  const words = useTranslations('finalized').advance;
  const language = useLanguage();
  const [mode, setMode] = useState<Mode>('PERCENTAGE');
  const [typed, setTyped] = useState(USUAL_PERCENT);
  const [wrong, setWrong] = useState<string>();
  const make = useAdvance(billing.id);
  const next = nextPlannedAdvance(billing);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const value = mode === 'AMOUNT' ? centsOf(typed, language) : percentageOf(typed, language);
    const isOne = value !== undefined && value > 0;
    setWrong(isOne ? undefined : words.notANumber);
    if (isOne) void make.run(mode === 'AMOUNT' ? { mode, amount: value } : { mode, percentage: value });
  };
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      footer={
        <DialogButtons form={form} isBusy={make.isRunning} onClose={onClose}>
          {words.go}
        </DialogButtons>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="fields">
        <p>{words.said(money(billing.total.remainingAmountToBill, billing.currencyCode))}</p>
        {next && (
          <p>
            <button type="button" className="btn" onClick={() => void make.run({ advanceLineIndex: next.place })}>
              {words.planned(plannedAdvanceText(next.planned, billing.currencyCode))}
            </button>
          </p>
        )}
        <div className="field">
          <span className="label" id={`${form}-how`}>
            {words.how}
          </span>
          <span className="segmented-control wide-segmented-control" role="group" aria-labelledby={`${form}-how`}>
            <button type="button" aria-pressed={mode === 'PERCENTAGE'} onClick={() => setMode('PERCENTAGE')}>
              {words.percentage}
            </button>
            <button type="button" aria-pressed={mode === 'AMOUNT'} onClick={() => setMode('AMOUNT')}>
              {words.amount}
            </button>
          </span>
        </div>
        <Field
          label={mode === 'AMOUNT' ? words.amountLabel : words.percentageLabel}
          inputMode="decimal"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          error={wrong ?? make.problem?.at('amount') ?? make.problem?.at('percentage')}
        />
        <ErrorMessage error={make.error} shown={['amount', 'percentage']} />
      </form>
    </Dialog>
  );
}

/** Undefined if it cannot be a share at all; the service refuses shares that are too large. */
function percentageOf(typed: string, language: Language): number | undefined {
  const read = parseNumber(typed.replace(/%\s*$/, ''), language);
  return read.is === 'number' && read.value > 0 ? read.value : undefined;
}
