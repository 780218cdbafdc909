import { type FormEvent, useState } from 'react';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Field } from '../app/components/field.tsx';
import { toast } from '../app/components/toasts.tsx';
import { focusFirstFault } from '../app/focus-first-fault.ts';
import { useToday } from '../app/formats/dates.tsx';
import { Money } from '../app/formats/money.tsx';
import { centsOf } from '../app/formats/parse-number.ts';
import { useSession } from '../app/session/session.ts';
import { useAction } from '../app/use-action.ts';
import { type Asked, call } from '../client/call.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { useOpeningsMoved } from './opening-list.tsx';
import './purchases.css';

type Opening = NonNullable<Asked<'record-opening-balances'>['body']>;
type Line = { readonly key: number; readonly account: string; readonly debit: string; readonly credit: string };

const emptyLine = (key: number): Line => ({ key, account: '', debit: '', credit: '' });
const atFirst = (): Line[] => [emptyLine(0), emptyLine(1)];

/** Records balances from before the books were kept here. */
export function OpeningForm() {
  const words = useTranslations('accounting').opening;
  const form = useOpeningForm();
  const { lines, setLines, act, debit, credit } = form;
  const replace = (changed: Line): void => setLines(lines.map((line) => (line.key === changed.key ? changed : line)));
  if (!useSession().may('books:close')) return null;
  return (
    <details>
      <summary>{words.title}</summary>
      <p className="quiet small book-intro">{words.intro}</p>
      <form onSubmit={form.submit} noValidate>
        <div className="purchase-entry">
          <Field
            label={words.on}
            type="date"
            value={form.on}
            max={form.today}
            error={act.problem?.at('on')}
            onChange={({ target }) => form.setOn(target.value)}
          />
        </div>
        {lines.map((line, place) => (
          <OpeningLine
            key={line.key}
            {...{ line, place }}
            error={form.wrong === place ? words.notALine : act.problem?.at(`lines/${place}/account`)}
            onChange={replace}
          />
        ))}
        <p className="small">
          {words.debit} <Money cents={debit} />, {words.credit} <Money cents={credit} />
        </p>
        <div className="purchase-acts">
          <button
            type="button"
            className="btn quiet"
            onClick={() => setLines([...lines, emptyLine(1 + (lines.at(-1)?.key ?? 0))])}
          >
            {words.add}
          </button>
          <button type="submit" className="btn primary" aria-disabled={act.isRunning}>
            {words.record}
          </button>
        </div>
        <ErrorMessage error={act.error} />
      </form>
    </details>
  );
}

function OpeningLine({
  line,
  place,
  error,
  onChange,
}: {
  line: Line;
  place: number;
  error: string | undefined;
  onChange: (line: Line) => void;
}) {
  const words = useTranslations('accounting').opening;
  return (
    <fieldset className="purchase-vat">
      <legend className="screen-reader-only">{words.line(place + 1)}</legend>
      <div className="purchase-entry">
        <Field
          label={words.account}
          placeholder={words.example}
          value={line.account}
          error={error}
          onChange={({ target }) => onChange({ ...line, account: target.value })}
        />
        {(['debit', 'credit'] as const).map((side) => (
          <Field
            key={side}
            label={words[side]}
            inputMode="decimal"
            value={line[side]}
            onChange={({ target }) => onChange({ ...line, [side]: target.value })}
          />
        ))}
      </div>
    </fieldset>
  );
}

function useOpeningForm() {
  const words = useTranslations('accounting').opening;
  const language = useLanguage();
  const today = useToday();
  const moved = useOpeningsMoved();
  const [on, setOn] = useState(`${today.slice(0, 4)}-01-01`);
  const [lines, setLines] = useState<Line[]>(atFirst);
  const [wrong, setWrong] = useState<number>();
  const amountOf = (text: string): number | undefined => (text.trim() === '' ? 0 : centsOf(text, language));
  const sum = (side: 'debit' | 'credit'): number =>
    lines.reduce((all, line) => all + Math.max(0, amountOf(line[side]) ?? 0), 0);
  const act = useAction(async (body: Opening) => {
    const { number } = await call('record-opening-balances', { body });
    toast(words.recorded(number));
    setLines(atFirst());
    await moved();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const filled = lines.filter(({ account, debit, credit }) => `${account}${debit}${credit}`.trim() !== '');
    const read = filled.map((line) => lineOf(line, amountOf));
    const place = read.indexOf(undefined);
    const key = filled[place]?.key ?? (filled.length === 0 ? lines[0]?.key : undefined);
    setWrong(key === undefined ? undefined : lines.findIndex((line) => line.key === key));
    const answered = key === undefined ? act.run({ on, lines: read.filter((line) => line !== undefined) }) : undefined;
    focusFirstFault(event, answered);
  };
  return { on, setOn, today, lines, setLines, wrong, act, submit, debit: sum('debit'), credit: sum('credit') };
}

/** `512 Banque` and an amount on one side; undefined if a part is missing or unreadable. */
function lineOf(
  { account, debit, credit }: Line,
  amountOf: (text: string) => number | undefined,
): Opening['lines'][number] | undefined {
  const [, number, label] = /^\s*(\S+)\s+(.*\S)\s*$/.exec(account) ?? [];
  const [left, right] = [amountOf(debit), amountOf(credit)];
  if (number === undefined || label === undefined || left === undefined || right === undefined) return undefined;
  if (left < 0 || right < 0 || (left === 0) === (right === 0)) return undefined;
  return { account: number, label, debit: left, credit: right };
}
