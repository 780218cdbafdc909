import { basePath } from '../../client/base-path.ts';
import { useTranslations } from '../../locales/language.ts';
import { Block } from './titled-block.tsx';

/** How to connect Make, n8n and Zapier. */
export function Platforms() {
  const words = useTranslations('integrations').platforms;
  return (
    <Block title={words.title}>
      <p className="quiet">{words.said}</p>
      <dl className="platforms">
        <dt>Make</dt>
        <dd>{words.make}</dd>
        <dt>n8n</dt>
        <dd>{words.n8n}</dd>
        <dt>Zapier</dt>
        <dd>{words.zapier}</dd>
        <dt>{words.address}</dt>
        <dd>
          <code>{location.origin + basePath}</code>
        </dd>
      </dl>
    </Block>
  );
}
