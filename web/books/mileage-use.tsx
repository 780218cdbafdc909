import { useId } from 'react';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { toast } from '../app/components/toasts.tsx';
import { useAction } from '../app/use-action.ts';
import { call } from '../client/call.ts';
import { useTranslations } from '../locales/language.ts';
import { type MileageYear, useMileageMoved } from './mileage-moved.ts';

/** How the mileage of a year is used, and a choice where the legal form leaves one. */
export function MileageUsePanel({ mileage, mayWrite }: { mileage: MileageYear; mayWrite: boolean }) {
  const { use: words } = useTranslations('mileage');
  const id = useId();
  const moved = useMileageMoved();
  const { year, use, allowedUses } = mileage;
  const choose = useAction(async (chosen: MileageYear['use']) => {
    await call('choose-mileage-use', { body: { year, use: chosen } });
    toast(words.chosen);
    await moved();
  });
  const mayDeduct = allowedUses.includes('deducted');
  return (
    <section className="mileage-use" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{words.title}</h2>
      {mayWrite && allowedUses.length > 1 ? (
        <select
          className="input pick"
          aria-label={words.pick(year)}
          value={use}
          aria-disabled={choose.isRunning}
          onChange={({ target }) => void choose.run(target.value as MileageYear['use'])}
        >
          {allowedUses.map((each) => (
            <option key={each} value={each}>
              {words.names[each]}
            </option>
          ))}
        </select>
      ) : (
        <p>
          <b>{words.names[use]}</b>
        </p>
      )}
      <p className="small quiet">{allowedUses.length > 1 ? words.said[use] : words.micro}</p>
      {mayDeduct && <p className="small quiet">{words.commercial}</p>}
      <ErrorMessage error={choose.error} />
    </section>
  );
}
