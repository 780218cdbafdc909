import { Link } from '@tanstack/react-router';
import { Section } from '../app/components/section.tsx';
import type { StateName } from '../app/components/status.tsx';
import { longDay } from '../app/formats/dates.tsx';
import { Money } from '../app/formats/money.tsx';
import { useSession } from '../app/session/session.ts';
import type { Dashboard, Todo as ToDo } from '../client/schemas.ts';
import type { Words } from '../locales/catalogues.ts';
import { type Language, useLanguage, useTranslations } from '../locales/language.ts';

const dots = {
  account_for: 'waiting',
  correct: 'failed',
  send: 'waiting',
  refund: 'waiting',
  remind: 'late',
  complete: 'draft',
  finalize: 'draft',
  resume: 'draft',
  bill: 'signed',
  remind_offer: 'expiring',
  read_stamp: 'signed',
} as const satisfies Record<ToDo['act'], StateName>;

/** To-do list, with one action each. */
export function Todo({ dashboard: { todo, todoTotal } }: { dashboard: Dashboard }) {
  const words = useTranslations('home').todo;
  const language = useLanguage();
  const { may } = useSession();
  // Read-only users open the document instead.
  const actOf = (act: ToDo['act']): string => (may('billing:write') ? words.acts[act] : words.look);
  const all = Object.values(todoTotal).reduce((sum, each) => sum + each, 0);
  return (
    <Section
      title={words.title}
      aside={all > todo.length && <span className="push quiet small">{words.more(all - todo.length)}</span>}
    >
      {todo.length === 0 && <p className="quiet">{words.nothing}</p>}
      <ul className="rows todo">
        {todo.map((each) => (
          <li key={each.billingId + each.act}>
            <span className="status dot" data-s={dots[each.act]} />
            <span>
              <b>{each.customerName ?? words.noCustomer}</b>{' '}
              <span className="quiet" title={each.lacks.map(({ message }) => message).join('\n') || undefined}>
                {each.number && <span className="nowrap">{each.number}, </span>}
                {saidOf(each, words, language)}
              </span>
            </span>
            <span className="numeric">
              <Money cents={each.amount} currency={each.currency} />
            </span>
            {each.act === 'account_for' ? (
              <Link to="/paiements/en-ligne" className="btn text">
                {actOf(each.act)}
              </Link>
            ) : (
              <Link to="/documents/$id" params={{ id: each.billingId }} className="btn text">
                {actOf(each.act)}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function saidOf({ act, day, days = 0, lacks }: ToDo, words: Words<'home'>['todo'], language: Language): string {
  if (act === 'account_for') return words.unapplied;
  if (act === 'correct') return words.failedAtPlatform;
  if (act === 'send') return words.unsent;
  if (act === 'refund') return words.toRefund;
  if (act === 'remind') return words.late(days);
  if (act === 'complete') return words.lacks(lacks.length);
  if (act === 'finalize') return words.ready;
  if (act === 'read_stamp') return words.unstamped;
  if (act === 'resume') return words.paused;
  if (act === 'remind_offer') return words.expires(days);
  return day ? words.signed(longDay(day, language)) : words.ready;
}
