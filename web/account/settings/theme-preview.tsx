import type { Answer } from '../../client/call.ts';
import { useWords } from '../../words/language.ts';

/** A sheet in the colours and the structure of a theme, in small: where the head is, how lines are ruled. */
export function ThemePreview({ theme }: { theme: Answer<'list-themes'>['docs'][number] }) {
  const words = useWords('settings').themes;
  const { accent, ink, muted, rule, surface } = theme.colours;
  const isBand = theme.structure === 'band';
  const left = theme.structure === 'margin' ? 46 : 14;
  return (
    <svg viewBox="0 0 140 198" role="img" aria-label={words.preview(theme.name)}>
      <rect width="140" height="198" fill="#fff" />
      {isBand && <rect width="140" height="24" fill={accent} />}
      {theme.structure === 'margin' && <rect x="34" width="1" height="198" fill={accent} />}
      <rect x={left} y={isBand ? 9 : 14} width="34" height="5" fill={isBand ? '#fff' : accent} />
      <rect x="92" y={isBand ? 9 : 14} width="34" height="6" fill={isBand ? '#fff' : ink} />
      <rect x="80" y="34" width="46" height="22" fill={surface} />
      {[38, 44, 50].map((y) => (
        <rect key={y} x={left} y={y} width={y === 38 ? 34 : 24} height="2" fill={y === 38 ? ink : muted} />
      ))}
      <rect x={left} y="72" width={126 - left} height="9" fill={theme.structure === 'plain' ? surface : accent} />
      {[90, 104, 118].map((y) => (
        <g key={y}>
          <rect x={left} y={y} width="44" height="2.5" fill={ink} />
          <rect x="110" y={y} width="16" height="2.5" fill={ink} />
          <rect x={left} y={y + 8} width={126 - left} height=".6" fill={rule} />
        </g>
      ))}
      <rect x="86" y="142" width="40" height="9" fill={accent} />
      <rect x={left} y="182" width="60" height="1.6" fill={muted} />
    </svg>
  );
}
