import type { Answer } from '../client/call.ts';
import { longDay } from '../ground/days.tsx';
import { money } from '../ground/money.tsx';
import { useLanguage, useWords } from '../words/language.ts';

type Statement = Answer<'list-bank-statements'>['docs'][number];

/** The statements that were imported, and whether their balances agree. */
export function Statements({ statements }: { statements: readonly Statement[] }) {
  const { statements: words, views } = useWords('bank');
  const language = useLanguage();
  return (
    <ul className="bank-lines statements" aria-label={views.statements}>
      {statements.map(({ id, from, to, lines, added, format, balance, difference = 0, currency }) => (
        <li key={id}>
          <span className="on tag">{words.formats[format]}</span>
          <span className="bank-label">
            {from && to && words.period(longDay(from, language), longDay(to, language))}
          </span>
          <span className="what">
            {words.lines(lines, added)}
            <br />
            <span className={balance === 'differs' ? 'late small' : 'quiet small'}>
              {balance === 'differs' ? words.differs(money(difference, currency, language)) : words[balance]}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
