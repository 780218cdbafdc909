import { useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import type { Draft } from '../draft/draft.ts';
import { InlineDate } from '../fields/inline-date-field.tsx';
import { type Day, dayOfSeconds, secondsOfDay } from '../fields/parse-date.ts';
import { useTypedField } from '../fields/use-parsed-field.ts';
import { withDay } from './period-of-days.ts';

/** The days a bill covers. The first one entered proposes the month; an empty one removes both. */
export function PeriodSetting() {
  const { draft } = useEditor();
  if (draft.period === undefined) return null;
  return (
    <>
      <PeriodDay end="from" period={draft.period} />
      <PeriodDay end="to" period={draft.period} />
    </>
  );
}

function PeriodDay({ end, period }: { end: 'from' | 'to'; period: NonNullable<Draft['period']> | null }) {
  const { today, zone } = useEditor();
  const words = useTranslations('editor').facts;
  const field = end === 'from' ? 'periodFrom' : 'periodTo';
  const { unread, put } = useTypedField(field);
  const days = period && { from: dayOfSeconds(period.from, zone), to: dayOfSeconds(period.to, zone) };
  const changeTo = (day: Day | undefined): Partial<Draft> => {
    const after = withDay(days, end, day);
    return { period: after && { from: secondsOfDay(after.from), to: secondsOfDay(after.to) } };
  };
  return (
    <div className="field">
      <span className="label">{words[field]}</span>
      <InlineDate
        label={words[field]}
        today={today}
        placeholder={words.noDay}
        value={days?.[end]}
        unread={unread}
        onChange={(day, text) => put(text === undefined ? changeTo(day) : {}, text)}
      />
    </div>
  );
}
