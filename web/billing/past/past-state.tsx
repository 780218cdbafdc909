import { Status } from '../../app/components/status.tsx';
import { useToday } from '../../app/formats/dates.tsx';
import { money } from '../../app/formats/money.tsx';
import type { PastDocument } from '../../client/schemas.ts';
import { useLanguage, useTranslations } from '../../locales/language.ts';

type Shown = Pick<PastDocument, 'type' | 'remaining' | 'currency' | 'dueOn' | 'paid' | 'credited'>;

/** Whether a past document is settled, open or late. */
export function PastState({ of: { type, remaining, currency, dueOn, paid, credited } }: { of: Shown }) {
  const { states } = useTranslations('pastDocuments');
  const language = useLanguage();
  const today = useToday();
  const rest = money(remaining, currency, language);
  if (type === 'asset')
    return remaining > 0 ? (
      <Status state="waiting">{states.open(rest)}</Status>
    ) : (
      <Status state="paid">{paid > 0 ? states.refunded : states.applied}</Status>
    );
  if (remaining === 0)
    return <Status state="paid">{paid === 0 && credited > 0 ? states.credited : states.paid}</Status>;
  if (dueOn !== undefined && dueOn < today) return <Status state="late">{states.late(rest)}</Status>;
  return <Status state="waiting">{states.open(rest)}</Status>;
}
