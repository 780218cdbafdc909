import { useState } from 'react';
import { ConfirmDialog } from '../../app/components/confirm-dialog.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { longDay } from '../../app/formats/dates.tsx';
import { money } from '../../app/formats/money.tsx';
import { useSession } from '../../app/session/session.ts';
import { useAction } from '../../app/use-action.ts';
import { type Answer, call } from '../../client/call.ts';
import { useLanguage, useTranslations } from '../../locales/language.ts';
import { useTransactionMoves } from './bank-queries.ts';

type Statement = Answer<'list-bank-statements'>['docs'][number];

/** Imported statements, whether their balances agree, and removal of a wrong one. */
export function Statements({ statements }: { statements: readonly Statement[] }) {
  const { statements: words, views } = useTranslations('bank');
  const language = useLanguage();
  const periodOf = usePeriod();
  const { may } = useSession();
  const [asked, ask] = useState<Statement>();
  return (
    <>
      <ul className="bank-lines statements" aria-label={views.statements}>
        {statements.map((statement) => {
          const { id, lines, added, format, balance, difference = 0, currency } = statement;
          return (
            <li key={id}>
              <span className="on tag">{words.formats[format]}</span>
              <span className="bank-label">{periodOf(statement)}</span>
              <span className="what">
                {words.lines(lines, added)}
                <br />
                <span className={balance === 'differs' ? 'late small' : 'quiet small'}>
                  {balance === 'differs' ? words.differs(money(difference, currency, language)) : words[balance]}
                </span>
              </span>
              {may('billing:write') && (
                <span className="uses">
                  <button
                    type="button"
                    className="btn quiet"
                    aria-label={words.removeOf(words.formats[format], periodOf(statement))}
                    onClick={() => ask(statement)}
                  >
                    {words.remove}
                  </button>
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {asked && <Remove statement={asked} onClose={() => ask(undefined)} />}
    </>
  );
}

function usePeriod(): (statement: Statement) => string {
  const words = useTranslations('bank').statements;
  const language = useLanguage();
  return ({ from, to }) => (from && to ? words.period(longDay(from, language), longDay(to, language)) : '');
}

function Remove({ statement, onClose }: { statement: Statement; onClose: () => void }) {
  const words = useTranslations('bank').statements;
  const moved = useTransactionMoves();
  const act = useAction(async () => {
    await call('delete-bank-statement', { bankStatementId: statement.id });
    await moved();
    toast(words.removed);
    onClose();
  });
  return (
    <ConfirmDialog
      title={words.removeTitle}
      description={words.removeSaid(statement.added)}
      cancelLabel={words.keep}
      submitLabel={words.remove}
      action={act}
      onClose={onClose}
      isDangerous
    />
  );
}
