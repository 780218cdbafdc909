import { sheetStyle } from '../../../app/sheet-style.ts';
import { useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import { textFieldsOf, textOf } from '../draft/draft-texts.ts';
import { InlineText } from '../fields/inline-field.tsx';
import { SheetLines } from '../lines/line-table.tsx';
import { AdvanceAmount } from './advance-amount.tsx';
import { References } from './credited-invoices.tsx';
import { SheetDates } from './dates.tsx';
import { SheetFooter } from './footer.tsx';
import { SheetLogo } from './logo.tsx';
import { SheetParties } from './parties.tsx';
import { SheetTotals } from './totals.tsx';

/** The sheet in the colours of its design, each field where it will be printed. */
export function Sheet() {
  const { document, draft, theme, edit, lacks } = useEditor();
  const words = useTranslations('editor');
  const isAdvance = document.type === 'advance';
  // A letter starts with sender and recipient.
  const isLetter = theme?.structure === 'letter';
  const head = (
    <div className="paper-band">
      {!isLetter && (
        <span className="who">
          <SheetLogo instead={document.emitter.commercialName ?? document.emitter.name} />
        </span>
      )}
      <span className="what">
        {words.kinds[document.type]} <small className="not-numbered">{words.noNumber}</small>
      </span>
    </div>
  );
  return (
    <article className="paper" aria-label={words.sheet(words.kinds[document.type])} {...sheetStyle(theme)}>
      {!isLetter && head}
      <div className="paper-body">
        {isLetter && <SheetLogo instead={null} />}
        <SheetParties />
        {isLetter && head}
        <SheetDates />
        {document.type === 'asset' && <References />}
        <div className="subject">
          <InlineText
            id="place-subject"
            rows={1}
            label={words.subject}
            placeholder={words.subjectHint}
            isMissing={lacks.has('place-subject')}
            maxLength={NAME_MAX}
            value={draft.title ?? ''}
            // The title wraps over several rows but is a single line of text.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            onChange={(typed) => {
              const title = typed.replace(/\s*\n\s*/g, ' ');
              edit('title', { title: title === '' ? null : title });
            }}
          />
        </div>
        <Notes place="above lines" />
        {isAdvance ? <AdvanceAmount /> : <SheetLines />}
        <SheetTotals />
        <SheetFooter />
        <Notes place="below lines" />
      </div>
    </article>
  );
}

const NAME_MAX = 200;

/** The notes of a place on the sheet, shown once they have a text. */
function Notes({ place }: { place: 'above lines' | 'below lines' }) {
  const { document, draft, edit } = useEditor();
  const { fieldNames } = useTranslations('editor');
  return textFieldsOf(document.type, ({ printed }) => printed === place)
    .filter((field) => textOf(draft, field) !== '')
    .map((field) => (
      <InlineText
        key={field}
        className="paper-note"
        rows={1}
        label={fieldNames[field]}
        value={textOf(draft, field)}
        onChange={(text) => edit(field, { [field]: text })}
      />
    ));
}
