import { useOperation } from '../../../client/use-query.ts';
import { useEditor } from '../context.ts';

/** Width of a printed page in millimetres. */
const PAGE_MM = 210;

/** The logo of the design in its printed width, or a fallback. */
export function SheetLogo({ instead }: { instead: string | null | undefined }) {
  const { document, theme } = useEditor();
  const { data } = useOperation('get-theme', { themeId: theme?.id ?? '' }, { enabled: theme?.logo !== undefined });
  const logo = theme?.logo === undefined ? undefined : data?.logo;
  if (logo?.base64 === undefined) return instead;
  return (
    <img
      className="paper-logo"
      alt={document.emitter.commercialName ?? document.emitter.name}
      src={`data:image/${logo.format === 'png' ? 'png' : 'jpeg'};base64,${logo.base64}`}
      style={{ width: `calc(var(--sheet-width) * ${logo.widthMm / PAGE_MM})` }}
    />
  );
}
