import { type KeyboardEvent, memo } from 'react';
import { type Offered, parted } from '../../../app/components/select-options.tsx';
import { parseNumber, parsePrice } from '../../../app/formats/parse-number.ts';
import { useTranslations } from '../../../locales/language.ts';
import { type DraftLine, isBlank, lacking, type Unit, type VatCode } from '../draft/line.ts';
import type { Standing } from '../draft/sections.ts';
import { formatCents, formatPrice, formatQuantity } from '../fields/format-numbers.ts';
import { InlineNumber, InlineSelect, InlineText } from '../fields/inline-field.tsx';
import { LINE_DRAGGED, SECTION_DRAGGED } from './drag-types.ts';
import type { LineActions } from './line-actions.ts';
import { LineDiscount } from './line-discount.tsx';
import { LineMenu } from './line-menu.tsx';
import { ProductCompletion } from './product-completion.tsx';
import { units } from './unit-aliases.ts';
import type { VatChoices } from './use-vat-choices.ts';

type Row = {
  readonly line: DraftLine;
  readonly place: number;
  readonly count: number;
  readonly standing: Standing;
  /** Total without tax in cents, from the last response: never computed here. */
  readonly amount: number | undefined;
  readonly actions: LineActions;
  readonly language: 'fr' | 'en';
  readonly sameCurrency: boolean;
  /** The account's currency, in which the catalogue is priced. */
  readonly ownCurrency: string | undefined;
  /** The VAT codes, suitable ones first; undefined until loaded. */
  readonly vatCodes: VatChoices['codes'] | undefined;
  readonly showsTaxOf: boolean;
  readonly isDragged: boolean;
  readonly setDragged: (key: string | undefined) => void;
};

export const LineRow = memo(function LineRow(row: Row) {
  const { line, actions, place, isDragged, setDragged } = row;
  return (
    <tr
      data-line={line.key}
      className={isDragged ? 'now' : undefined}
      onKeyDown={(event) => onKey(event, row)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const [from, section] = [LINE_DRAGGED, SECTION_DRAGGED].map((kind) => event.dataTransfer.getData(kind));
        if (from) actions.drop(from, line.key);
        else if (section) actions.sections.drop(section, line.key);
      }}
    >
      <td>
        <LineMenu {...{ line, place, actions, setDragged }} count={row.count} standing={row.standing} />
        <Words {...row} />
      </td>
      <Figures {...row} />
    </tr>
  );
});

/** Alt and an arrow move the line, Enter goes to the next one, unless the field handled the key. */
function onKey(event: KeyboardEvent<HTMLTableRowElement>, { line, actions }: Row): void {
  const cell = (event.target as HTMLElement).dataset.cell;
  if (event.defaultPrevented || event.nativeEvent.isComposing) return;
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (event.altKey && step !== undefined) {
    event.preventDefault();
    actions.move(line.key, step);
  } else if (event.key === 'Enter' && cell && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    actions.below(line.key, cell === 'description' ? 'designation' : cell);
  }
}

function Words({ line, place, actions, sameCurrency, ownCurrency }: Row) {
  const words = useTranslations('editor').lines;
  const number = place + 1;
  return (
    <>
      <ProductCompletion
        line={line}
        number={number}
        actions={actions}
        sameCurrency={sameCurrency}
        ownCurrency={ownCurrency}
        isMissing={!isBlank(line) && lacking(line) === 'designation'}
      />
      {line.description !== undefined && (
        <InlineText
          className="designation"
          rows={1}
          data-cell="description"
          label={words.of(words.description, number)}
          value={line.description}
          onChange={(description) => actions.change(line.key, 'description', { description })}
        />
      )}
      {line.discount && <LineDiscount line={line} number={number} actions={actions} />}
    </>
  );
}

function Figures({ line, place, amount, actions, language, vatCodes, showsTaxOf }: Row) {
  const words = useTranslations('editor');
  const number = place + 1;
  const said = words.lines;
  const isDisbursement = line.type === 'disbursement';
  return (
    <>
      <td className="numeric">
        <InlineNumber
          className="numeric"
          data-cell="quantity"
          label={said.of(said.quantity, number)}
          errorText={words.numberFault}
          value={line.quantity}
          unread={line.unread?.quantity}
          parse={parseNumber}
          format={(value) => formatQuantity(value, language)}
          onChange={(quantity, text) => actions.change(line.key, 'quantity', { quantity, unread: { quantity: text } })}
        />
      </td>
      <td>
        <InlineSelect
          ofMany
          label={said.of(said.unit, number)}
          value={line.unit ?? 'unit'}
          options={units.map((value) => ({ value, text: words.units[value] }))}
          onChange={(unit: Unit) => actions.change(line.key, 'unit', { unit })}
        />
      </td>
      <td className="numeric">
        <InlineNumber
          className="numeric"
          placeholder={formatCents(0, language)}
          data-cell="price"
          label={said.of(line.taxIncluded ? said.priceWithTax : said.price, number)}
          errorText={words.priceFault}
          value={line.unitPrice}
          unread={line.unread?.unitPrice}
          parse={parsePrice}
          format={(value) => formatPrice(value, language)}
          onChange={(unitPrice, text) => actions.change(line.key, 'price', { unitPrice, unread: { unitPrice: text } })}
        />
        {showsTaxOf && line.taxIncluded && <small>{said.taxIncluded}</small>}
      </td>
      <td className="numeric" data-k={said.vat}>
        {isDisbursement ? (
          <small>{said.disbursement}</small>
        ) : (
          <InlineSelect
            ofMany
            className="numeric"
            label={said.of(said.vat, number)}
            isMissing={!isBlank(line) && lacking(line) === 'vatCode'}
            value={line.vatCode ?? ''}
            {...offered(line.vatCode, vatCodes, words)}
            onChange={(vatCode) => vatCode !== '' && actions.change(line.key, 'vat', { vatCode })}
          />
        )}
      </td>
      <td className={amount === undefined ? 'numeric faint' : 'numeric'}>{formatCents(amount ?? 0, language)}</td>
    </>
  );
}

/** The VAT codes, unsuitable ones last; only the selected one until they are loaded. */
function offered(
  chosen: VatCode | undefined,
  vatCodes: Row['vatCodes'],
  words: ReturnType<typeof useTranslations<'editor'>>,
): Offered<VatCode | ''> {
  const none = chosen === undefined ? [{ value: '' as const, text: words.none }] : [];
  if (!vatCodes) return { options: chosen ? [{ value: chosen, text: words.vatCodes[chosen] }] : none };
  const all = vatCodes.map(({ vatCode, fits }) => ({ value: vatCode, text: words.vatCodes[vatCode], fits }));
  const { options, others } = parted<VatCode | ''>(all, words.lines.doesNotFit);
  return { options: [...none, ...options], others };
}
