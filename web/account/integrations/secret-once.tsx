import { useEffect, useRef, useState } from 'react';
import { toast } from '../../app/components/toasts.tsx';
import { copied } from '../../app/copy-text.ts';
import { IconCopy } from '../../app/icons.tsx';
import { useTranslations } from '../../locales/language.ts';

/** A secret that is shown only once, with a copy button. */
export function SecretOnce({
  title,
  description,
  copy,
  secret,
  onDone,
}: {
  title: string;
  description: string;
  copy: string;
  secret: string;
  onDone: () => void;
}) {
  const words = useTranslations('integrations').secret;
  const { notCopied } = useTranslations('app');
  const box = useRef<HTMLDivElement>(null);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
    box.current?.querySelector<HTMLElement>('.primary')?.focus();
  }, []);
  const take = async (): Promise<void> => {
    if (await copied(secret)) setCopied(true);
    else toast(notCopied);
  };
  return (
    <div className="secret" role="status" ref={box}>
      <p>
        <b>{title}</b> {description}
      </p>
      <div className="row">
        <code>{secret}</code>
        <button type="button" className="btn primary" onClick={() => void take()}>
          <IconCopy /> {isCopied ? words.copied : copy}
        </button>
        <button type="button" className="btn" onClick={onDone}>
          {words.done}
        </button>
      </div>
    </div>
  );
}
