import { useQuery } from '@tanstack/react-query';
import type { CSSProperties, ReactNode } from 'react';
import { type Answer, call } from '../../client/call.ts';
import { Day } from '../../ground/days.tsx';
import { figure, money, percent } from '../../ground/money.tsx';
import { useWords } from '../../words/language.ts';
import { type Billing, type FamilyMember, isClaim, isCredit, isOffer, natureOf } from './document-queries.ts';
import { SheetSums } from './sheet-sums.tsx';

type Line = Extract<Billing, { type: 'invoice' }>['lines'][number];

/** The paper of a document that stands, in the colours of its theme: its values at a glance. The PDF is what counts. */
export function Sheet({ billing, family }: { billing: Billing; family: readonly FamilyMember[] }) {
  const words = useWords('finalized');
  const theme = useTheme(billing);
  const colours = theme && ({ '--accent': theme.colours.accent } as CSSProperties);
  const kind = billing.type === 'invoice' && billing.isFinalInvoice ? words.kinds.final : words.kinds[billing.type];
  return (
    <article className="paper stands" style={colours} aria-label={`${kind} ${billing.number ?? ''}`}>
      <div className="paper-band">
        <span className="who">{billing.emitter.commercialName ?? billing.emitter.name}</span>
        <span className="what">
          {kind} <small>{billing.number}</small>
        </span>
      </div>
      <div className="paper-body">
        <Parties billing={billing} />
        <Facts billing={billing} />
        {billing.title && <div className="subject">{billing.title}</div>}
        {billing.billingLegals.headerNote && <p className="note">{billing.billingLegals.headerNote}</p>}
        {billing.type === 'advance' ? (
          <AdvanceLine billing={billing} />
        ) : (
          <Lines lines={billing.lines} rates={ratesOf(billing)} />
        )}
        <SheetSums billing={billing} family={family} />
        <PayBy billing={billing} />
        <Notes billing={billing} />
      </div>
      <div className="paper-foot">
        <span>
          {[billing.emitter.name, billing.emitter.siret && words.paper.siret(billing.emitter.siret)]
            .filter(Boolean)
            .join(' · ')}
          <br />
          {words.paper.asPrinted}
        </span>
      </div>
    </article>
  );
}

function useTheme({ themeId, type }: Billing): Answer<'get-theme'> | undefined {
  const { data } = useQuery({ queryKey: ['themes'], queryFn: () => call('list-themes') });
  return (
    data?.docs.find((theme) => theme.id === themeId) ?? data?.docs.find((theme) => theme.defaultFor.includes(type))
  );
}

function Parties({ billing }: { billing: Billing }) {
  const words = useWords('finalized').paper;
  const { emitter, customer } = billing;
  const own = customer.parent ?? customer;
  const { billingAddress: address } = customer;
  return (
    <div className="parties">
      <div className="party">
        <div className="tag-line">{words.issuer}</div>
        <b>{emitter.commercialName ?? emitter.name}</b>
        <div>{emitter.commercialName && emitter.name !== emitter.commercialName && emitter.name}</div>
        <div className="ids">
          {emitter.siret && <div>{words.siret(emitter.siret)}</div>}
          {emitter.vatNumber && <div>{words.vat(emitter.vatNumber)}</div>}
        </div>
      </div>
      <div className="party to">
        <div className="tag-line">{words.to[natureOf(billing)]}</div>
        <b>{own.name}</b>
        {customer.parent && customer.name !== own.name && <div>{words.attention(customer.name)}</div>}
        <div className="lines-of">
          {[address.line1, address.line2, `${address.zipCode} ${address.city}`].filter(Boolean).join('\n')}
        </div>
        <div className="ids">
          {own.siret ? <div>{words.siret(own.siret)}</div> : own.siren && <div>{words.siren(own.siren)}</div>}
          {own.vatNumber && <div>{words.vat(own.vatNumber)}</div>}
        </div>
      </div>
    </div>
  );
}

function Facts({ billing }: { billing: Billing }) {
  const words = useWords('finalized').paper;
  const parent = 'parent' in billing ? billing.parent : undefined;
  return (
    <dl className="facts">
      <Fact name={words.issued}>
        <Day on={billing.emittedAt} long />
      </Fact>
      {isOffer(billing) && (
        <Fact name={words.validUntil}>
          <Day on={billing.expiredAt} long />
        </Fact>
      )}
      {isClaim(billing) && billing.dueAt !== undefined && (
        <Fact name={words.due}>
          <Day on={billing.dueAt} long />
        </Fact>
      )}
      {billing.deliveryDate !== undefined && (
        <Fact name={words.delivery}>
          <Day on={billing.deliveryDate} long />
        </Fact>
      )}
      {parent?.number && (
        <Fact name={isCredit(billing) ? words.corrects : words.estimate}>
          <span className="nowrap">{parent.number}</span>
        </Fact>
      )}
      {billing.customerOrderNumber && <Fact name={words.order}>{billing.customerOrderNumber}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Lines({ lines, rates }: { lines: readonly Line[]; rates: ReadonlyMap<string, number> }) {
  const words = useWords('finalized');
  const { paper } = words;
  return (
    <table className="lines">
      <caption className="sr">{paper.lines}</caption>
      <thead>
        <tr>
          <th scope="col">{paper.label}</th>
          <th scope="col" className="num">
            {paper.quantity}
          </th>
          <th scope="col" className="num">
            {paper.price}
          </th>
          <th scope="col" className="num">
            {paper.vatColumn}
          </th>
          <th scope="col" className="num">
            {paper.net}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <td>
              <b>{line.designation}</b>
              {line.description && <small>{line.description}</small>}
              {line.discountAmount > 0 && <small>{paper.discount(bare(-line.discountAmount))}</small>}
            </td>
            <td className="num">{quantityOf(line, words.units)}</td>
            <td className="num">{bare(line.unitPriceHT)}</td>
            <td className="num">{percent((rates.get(line.vatCode) ?? 0) / 100, { decimals: 2 })}</td>
            <td className="num">{bare(line.priceWithoutTaxAfterDiscount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function AdvanceLine({ billing }: { billing: Extract<Billing, { type: 'advance' }> }) {
  const { paper } = useWords('finalized');
  return (
    <table className="lines">
      <caption className="sr">{paper.lines}</caption>
      <thead>
        <tr>
          <th scope="col">{paper.label}</th>
          <th scope="col" className="num">
            {paper.net}
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>
            <b>{billing.designation}</b>
            {billing.description && <small>{billing.description}</small>}
          </td>
          <td className="num">{bare(billing.total.amountWithoutTaxAfterDiscount)}</td>
        </tr>
      </tbody>
    </table>
  );
}

function PayBy({ billing }: { billing: Billing }) {
  const words = useWords('finalized');
  const { bankInformation: bank, billingLegals: legals } = billing;
  if (isCredit(billing) || (!bank && legals.paymentMethods.length === 0)) return null;
  const methods = legals.paymentMethods.map((method) =>
    method === 'other' ? legals.otherPaymentMethod : words.methods[method],
  );
  return (
    <div className="pay">
      <div>
        <h2>{words.paper.payment}</h2>
        <dl>
          {methods.length > 0 && (
            <>
              <dt>{words.paper.mode}</dt>
              <dd>{methods.filter(Boolean).join(', ')}</dd>
            </>
          )}
          {bank && (
            <>
              <dt>{words.paper.iban}</dt>
              <dd>{bank.iban.replace(/(.{4})(?=.)/g, '$1 ')}</dd>
              <dt>{words.paper.bic}</dt>
              <dd>{bank.bic}</dd>
            </>
          )}
        </dl>
      </div>
    </div>
  );
}

function Notes({ billing }: { billing: Billing }) {
  const { footerNote, generalTermsAndConditionsOfSale: terms } = billing.billingLegals;
  if (!footerNote && !terms) return null;
  return (
    <div className="mentions">
      {footerNote && <p>{footerNote}</p>}
      {terms && <p>{terms}</p>}
    </div>
  );
}

/** A figure of the paper: the currency stands in the totals alone. */
export const bare = (cents: number): string => money(cents, 'EUR').replace(/[\s\u00a0]?€[\s\u00a0]?/, '');

const quantityOf = (line: Line, units: Readonly<Record<string, string>>): string =>
  `${figure(line.quantity)}${line.quantityUnit ? `\u00a0${units[line.quantityUnit]}` : ''}`;

/** The rate of each VAT code of the document, in percent; a code without VAT is in none. */
const ratesOf = ({ total }: Billing): ReadonlyMap<string, number> =>
  new Map(total.vatDetails.map(({ vatCode, vatRate }) => [vatCode, vatRate]));
