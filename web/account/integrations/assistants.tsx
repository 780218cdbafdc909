import { useState } from 'react';
import { toast } from '../../app/components/toasts.tsx';
import { copied } from '../../app/copy-text.ts';
import { IconCopy } from '../../app/icons.tsx';
import { basePath } from '../../client/base-path.ts';
import { useTranslations } from '../../locales/language.ts';
import { Block } from './titled-block.tsx';

/** Configuration snippets for AI assistants, to copy. */
export function Assistants() {
  const words = useTranslations('integrations').mcp;
  const key = `fk_test_… (${words.yourKey})`;
  const byAddress = {
    mcpServers: {
      facturier: {
        type: 'http',
        url: `${location.origin}${basePath}/mcp`,
        headers: { Authorization: `Bearer ${key}` },
      },
    },
  };
  const onDesk = {
    mcpServers: {
      facturier: {
        command: 'node',
        args: [words.path, 'mcp'],
        env: { FACTURIER_KEY: key, FACTURIER_URL: location.origin + basePath },
      },
    },
  };
  return (
    <Block title={words.title}>
      <p className="quiet description">{words.said}</p>
      <Snippet title={words.byAddress} text={JSON.stringify(byAddress, undefined, 2)} />
      <Snippet title={words.onDesk} text={JSON.stringify(onDesk, undefined, 2)} />
    </Block>
  );
}

function Snippet({ title, text }: { title: string; text: string }) {
  const words = useTranslations('integrations').mcp;
  const { notCopied } = useTranslations('app');
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    if (await copied(text)) setCopied(true);
    else toast(notCopied);
  };
  return (
    <div className="snippet">
      <h3>{title}</h3>
      <button type="button" className="btn copy" aria-label={words.copyNamed(title)} onClick={() => void copy()}>
        <IconCopy /> {isCopied ? words.copied : words.copy}
      </button>
      <pre>
        <code>{text}</code>
      </pre>
    </div>
  );
}
