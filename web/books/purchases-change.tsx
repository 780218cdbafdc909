import { useState } from 'react';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { toast } from '../app/components/toasts.tsx';
import { useAction } from '../app/use-action.ts';
import { type Asked, call } from '../client/call.ts';
import { useTranslations } from '../locales/language.ts';
import { WordSelect } from './purchase-filters.tsx';
import { usePurchasesMoved } from './purchase-form.tsx';

type Change = Pick<NonNullable<Asked<'change-purchases'>['body']>, 'nature' | 'method'>;

/** Lines chosen at once; the service has the same limit. */
export const CHOSEN_MAX = 100;

/** Gives the chosen lines a nature or a means of payment. */
export function PurchasesChange({ chosen, onClear }: { chosen: ReadonlySet<string>; onClear: () => void }) {
  const words = useTranslations('purchases').bulk;
  const { natures } = useTranslations('purchases');
  const { methods } = useTranslations('payments');
  const [change, say] = useState<Change>({});
  const moved = usePurchasesMoved();
  const act = useAction(async () => {
    const done = await call('change-purchases', { body: { ids: [...chosen], ...change } });
    await moved();
    toast(words.done(done.changed, done.unchanged));
    onClear();
  });
  const isReady = change.nature !== undefined || change.method !== undefined;
  return (
    <section className="purchases-change" aria-label={words.title}>
      <p role="status">
        <b>{words.chosen(chosen.size)}</b>
      </p>
      <WordSelect
        label={words.nature}
        all={words.keepNature}
        names={natures}
        value={change.nature ?? ''}
        onChange={(nature) => say({ ...change, nature: nature as Change['nature'] })}
      />
      <WordSelect
        label={words.method}
        all={words.keepMethod}
        names={methods}
        value={change.method ?? ''}
        onChange={(method) => say({ ...change, method: method as Change['method'] })}
      />
      {isReady && (
        <button type="button" className="btn primary" aria-disabled={act.isRunning} onClick={() => void act.run()}>
          {words.go(chosen.size)}
        </button>
      )}
      <button type="button" className="btn quiet" onClick={onClear}>
        {words.clear}
      </button>
      <p className="small quiet">{words.said}</p>
      <ErrorMessage error={act.error} />
    </section>
  );
}
