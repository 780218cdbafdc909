import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { base64Of } from '../../app/base64.ts';
import { Dialog } from '../../app/components/dialog.tsx';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { Day } from '../../app/formats/dates.tsx';
import { Money, money } from '../../app/formats/money.tsx';
import { useAction } from '../../app/use-action.ts';
import { type Answer, call } from '../../client/call.ts';
import { isProblem } from '../../client/problem.ts';
import { useOperation } from '../../client/use-query.ts';
import { useLanguage, useTranslations } from '../../locales/language.ts';
import { useTransactionMoves } from './bank-queries.ts';
import { type Columns, ColumnsForm, type UnmappedFile } from './column-mapping.tsx';
import { LeftOut } from './skipped-rows.tsx';

type Imported = Answer<'import-bank-statement'>;
type Said = { readonly columns?: Columns; readonly bankAccountId?: string };

/**
 * Imports a statement: preview without saving, then confirm. Asks for the columns of a CSV file and
 * for the account if the file does not contain them.
 */
export function BankImport({ file, onClose }: { file: File; onClose: () => void }) {
  const words = useTranslations('bank').file;
  const { said, say, look, bring } = useImport(file, onClose);
  const read = look.data;
  const unmapped = isProblem(look.error, 'bank_statement.columns_needed')
    ? (look.error.members as unknown as UnmappedFile)
    : undefined;
  const isAccountNeeded = isProblem(look.error, 'bank_statement.account_needed');
  const added = read?.statements.reduce((all, each) => all + each.added, 0) ?? 0;
  const form = useId();
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      wide
      footer={
        <>
          <button type="button" className="btn quiet" onClick={onClose}>
            {read && added === 0 ? words.close : words.cancel}
          </button>
          {unmapped && (
            <button type="submit" form={form} className="btn primary" aria-disabled={look.isFetching}>
              {words.columns.go}
            </button>
          )}
          {added > 0 && (
            <button
              type="button"
              className="btn primary"
              aria-disabled={bring.isRunning}
              onClick={() => void bring.run()}
            >
              {words.go(added)}
            </button>
          )}
        </>
      }
    >
      <div role="status">
        {(look.isFetching || bring.isRunning) && (
          <>
            <p className="quiet">{bring.isRunning ? words.writing : words.reading(file.name)}</p>
            <progress className="bank-progress" aria-label={words.reading(file.name)} />
          </>
        )}
      </div>
      {unmapped && <ColumnsForm id={form} unmapped={unmapped} onChange={(columns) => say({ ...said, columns })} />}
      {isAccountNeeded && <Whose onChoose={(bankAccountId) => say({ ...said, bankAccountId })} />}
      <ErrorMessage error={bring.error ?? (unmapped || isAccountNeeded ? undefined : look.error)} />
      {read && <Found read={read} />}
    </Dialog>
  );
}

function useImport(file: File, onClose: () => void) {
  const words = useTranslations('bank').file;
  const moved = useTransactionMoves();
  const [said, say] = useState<Said>({});
  const ask = async (dryRun: boolean): Promise<Imported> =>
    call('import-bank-statement', { query: {}, body: { file: await base64Of(file), dryRun, ...said } });
  const look = useQuery({
    queryKey: ['import-bank-statement', file.name, file.lastModified, file.size, said],
    queryFn: () => ask(true),
    retry: false,
    gcTime: 0,
  });
  const bring = useAction(async () => {
    const { statements } = await ask(false);
    await moved();
    toast(words.done(statements.reduce((all, { added }) => all + added, 0)));
    onClose();
  });
  return { said, say, look, bring };
}

/** Selects the account of a file that does not name it. */
function Whose({ onChoose }: { onChoose: (bankAccountId: string) => void }) {
  const words = useTranslations('bank').file;
  const id = useId();
  const { data } = useOperation('list-bank-accounts', {});
  return (
    <div className="field">
      <label htmlFor={id}>{words.iban}</label>
      <select id={id} className="input" value="" onChange={({ target }) => target.value && onChoose(target.value)}>
        <option value="">—</option>
        {data?.bankAccounts.map((account) => (
          <option key={account.id} value={account.id}>
            {account.iban ?? account.number ?? account.currency}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The result of the preview. */
function Found({ read }: { read: Imported }) {
  const { file: words, statements: said } = useTranslations('bank');
  const language = useLanguage();
  const { heads } = words;
  const isNothingNew = read.statements.every(({ added }) => added === 0);
  return (
    <div className="fields">
      {isNothingNew && <p role="status">{words.nothingNew}</p>}
      {read.statements.map((each, at) => {
        const { iban, number, lines, known, balance, difference = 0, gap, currency, first } = each;
        return (
          // Statements within a file have no id.
          <section key={at}>
            <p role="status">
              <b>{words.found(lines, known)}</b>
              {(iban ?? number) && <> · {words.account(iban ?? number ?? '')}</>} ·{' '}
              <span className={balance === 'differs' ? 'late' : 'quiet'}>
                {balance === 'differs' ? said.differs(money(difference, currency, language)) : said[balance]}
              </span>
            </p>
            {gap !== undefined && gap !== 0 && (
              <p className="late small">{words.gap(money(gap, currency, language))}</p>
            )}
            <div className="bank-sample wraps">
              <table>
                <caption className="screen-reader-only">{words.preview}</caption>
                <thead>
                  <tr>
                    <th scope="col">{heads.on}</th>
                    <th scope="col">{heads.label}</th>
                    <th scope="col" className="numeric">
                      {heads.amount}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {first.map(({ bookedOn, label, counterpart, amount, fee, isKnown }, row) => (
                    <tr key={row}>
                      <td>
                        <Day date={bookedOn} />
                      </td>
                      <td>
                        {counterpart !== label && counterpart} {label}{' '}
                        {fee !== undefined && (
                          <span className="quiet">{words.fee(money(fee, currency, language))}</span>
                        )}{' '}
                        {isKnown && <span className="tag">{words.known}</span>}
                      </td>
                      <td className="numeric">
                        <Money cents={amount} currency={currency} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </section>
        );
      })}
      <LeftOut read={read} />
    </div>
  );
}
