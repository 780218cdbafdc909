import { useId, useState } from 'react';
import { ConfirmDialog } from '../../app/components/confirm-dialog.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { longDay } from '../../app/formats/dates.tsx';
import { useAction } from '../../app/use-action.ts';
import { type Answer, call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import type { Key } from './api-key.ts';

type OfKey = { readonly apiKey: Key; readonly onClose: (made?: Answer<'rotate-api-key'>) => void };

const OVERLAPS = { none: 0, hour: 3_600, day: 86_400, week: 604_800 } as const;
type Overlap = keyof typeof OVERLAPS;

/** Rotates a key: a new one replaces it, and the old one stays valid for a while. */
export function RotateKey({ apiKey: key, onClose }: OfKey) {
  const id = useId();
  const words = useTranslations('integrations').rotate;
  const [overlap, setOverlap] = useState<Overlap>('day');
  const act = useAction(async () => {
    const body = { overlapSeconds: OVERLAPS[overlap] };
    onClose(await call('rotate-api-key', { apiKeyId: key.id, body }, { mode: 'live' }));
  });
  return (
    <ConfirmDialog
      title={words.title(key.name)}
      description={words.said}
      cancelLabel={words.keep}
      submitLabel={words.go}
      action={act}
      onClose={() => onClose()}
    >
      <div className="field">
        <label htmlFor={id}>{words.overlap}</label>
        <select
          id={id}
          className="input"
          value={overlap}
          onChange={({ target }) => setOverlap(target.value as Overlap)}
        >
          {(['none', 'hour', 'day', 'week'] as const).map((each) => (
            <option key={each} value={each}>
              {words[each]}
            </option>
          ))}
        </select>
      </div>
    </ConfirmDialog>
  );
}

/** Revokes a key immediately and permanently. */
export function RevokeKey({ apiKey: key, onClose }: OfKey) {
  const words = useTranslations('integrations').revoke;
  const act = useAction(async () => {
    await call('revoke-api-key', { apiKeyId: key.id }, { mode: 'live' });
    onClose();
    toast(words.done(key.name));
  });
  const last = key.lastUsedAt === undefined ? words.unused : words.last(longDay(key.lastUsedAt));
  return (
    <ConfirmDialog
      title={words.title(key.name)}
      description={`${words.said} ${last}`}
      cancelLabel={words.keep}
      submitLabel={words.go}
      action={act}
      onClose={() => onClose()}
      isDangerous
    />
  );
}
