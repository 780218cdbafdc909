// Results of every operation in every state, written from docs/rules/states.md and the published
// refusals of the API. `expected-results.ts` explains the words, `document-states.ts` creates the
// states.

/**
 * Estimates and purchase orders: adv… is signed with an advance, fin… signed with a final invoice,
 * arch… archived.
 */
const offer = `
                               draft finalized signed refused advDraft advFinal advPaid advCancel finDraft finFinal finCancel archDraft archSign
update-billing-title           ok    nd        nd     nd      nd       nd       nd      nd        nd       nd       nd        ok        nd
update-billing-lines           ok    nd        nd     nd      nd       nd       nd      nd        nd       nd       nd        ok        nd
update-billing-customer        ok    nd        nd     nd      nd       nd       nd      nd        nd       nd       nd        ok        nd
update-billing-opportunity     ok    nd        nd     nd      nd       nd       nd      nd        nd       nd       nd        ok        nd
update-billing-display-settings ok   nd        nd     nd      nd       nd       nd      nd        nd       nd       nd        ok        nd
update-billing-bank-information ok   nd        nd     nd      nd       nd       nd      nd        nd       nd       nd        ok        nd
update-billing-delivery-address ok   nd        nd     nd      nd       nd       nd      nd        nd       nd       nd        ok        nd
update-billing-include-discount-disbursement
                               ok    nd        nd     nd      nd       nd       nd      nd        nd       nd       nd        ok        nd
update-billing-sap-products    pi    pi        pi     pi      pi       pi       pi      pi        pi       pi       pi        pi        pi
update-estimate-timeline       ok    nd        nd     nd      nd       nd       nd      nd        nd       nd       nd        ok        nd
update-estimate-general-informations
                               ok    nd        nd     nd      nd       nd       nd      nd        nd       nd       nd        ok        nd
update-estimate-locale         ok    nd        nd     nd      nd       nd       nd      nd        nd       nd       nd        ok        nd
update-estimate-currency       ok    nd        nd     nd      nd       nd       nd      nd        nd       nd       nd        ok        nd
update-estimate-advance-lines  ok    nd        nd     nd      nd       nd       nd      nd        nd       nd       nd        ok        nd
update-billing-theme           ok    df        df     df      df       df       df      df        df       df       df        ok        df
finalize-billing               fin   af        af     af      af       af       af      af        af       af       af        fin       af
delete-billing                 gone  dl        dl     dl      dl       dl       dl      dl        dl       dl       dl        gone      dl
sign-estimate                  yf    sig       as     ar      as       as       as      as        as       as       as        yf        as
refuse-estimate                yf    ref       as     ar      as       as       as      as        as       as       as        yf        as
unsign-estimate                ns    ns        fin    ns      ab       ab       ab      fin       ab       ab       fin       ns        fin
unrefuse-estimate              nr    nr        nr     fin     nr       nr       nr      nr        nr       nr       nr        nr        nr
create-advance                 es    es        new    es      new      new      new     new       fe       fe       new       es        new
create-final-invoice           n4    n4        new    n4      new      new      new     new       f4       f4       new       n4        new
archive-billing                ok    ok        ok     ok      ok       ok       ok      ok        ok       ok       ok        ok        ok
unarchive-billing              ok    ok        ok     ok      ok       ok       ok      ok        ok       ok       ok        ok        ok
get-billing-by-id              ok    ok        ok     ok      ok       ok       ok      ok        ok       ok       ok        ok        ok
get-estimate                   ok    ok        ok     ok      ok       ok       ok      ok        ok       ok       ok        ok        ok
get-billing-payments           list  list      list   list    list     list     list    list      list     list     list      list      list
get-billing-family             list  list      list   list    list     list     list    list      list     list     list      list      list
get-billing-activity           list  list      list   list    list     list     list    list      list     list     list      list      list
get-billing-trail              list  list      list   list    list     list     list    list      list     list     list      list      list
duplicate-billing              new   new       new    new     new      new      new     new       new      new      new       new       new
render-billing-email           list  list      list   list    list     list     list    list      list     list     list      list      list
update-billing-reminder        -d       -d       -d       -d       -d       -d       -d       -d       -d       -d       -d       -d       -d
remind-of-billing              -d       -d       -d       -d       -d       -d       -d       -d       -d       -d       -d       -d       -d
send-billing-email-test        list  list      list   list    list     list     list    list      list     list     list      list      list
send-billing-by-email          yf    list      list   list    list     list     list    list      list     list     list      yf        list
get-billing-emails             list  list      list   list    list     list     list    list      list     list     list      list      list
get-transmission               list  list  list  list  list  list  list  list  list  list  list  list  list
send-to-platform               pl    pl    pl    pl    pl    pl    pl    pl    pl    pl    pl    pl    pl
replace-refused-document       kn    kn    kn    kn    kn    kn    kn    kn    kn    kn    kn    kn    kn
link-billing                   yf    list      list   list    list     list     list    list      list     list     list      yf        list
list-billing-links             list  list      list   list    list     list     list    list      list     list     list      list      list
revoke-billing-link            ll    ll        ll     ll      ll       ll       ll      ll        ll       ll       ll        ll        ll
get-formal-notice              list  list      list   list    list     list     list    list      list     list     list      list      list
make-formal-notice             nc    nc        nc     nc      nc       nc       nc      nc        nc       nc       nc        nc        nc
ask-for-electronic-signature   ok    ok        su     su      su       su       su      su        su       su       su        ok        su
cancel-electronic-signature    sn    sn        sn     sn      sn       sn       sn      sn        sn       sn       sn        sn        sn
remind-of-electronic-signature sn    sn        sn     sn      sn       sn       sn      sn        sn       sn       sn        sn        sn`;

/**
 * Invoices of 1,200.00: …Cn has a draft credit note, part… is half paid (Cred: credited), settled
 * is half paid and half credited, …Canc was canceled afterwards, credited is fully credited by a
 * credit note, fin… is a final invoice.
 */
const invoice = `
                               draft draftCn finalized finalCn partPaid paid partCred settled canceled partCanc paidCanc credited archived finDraft finFinal
update-billing-title           ok    ok      nd        nd      nd       nd   nd       nd      nd       nd       nd       nd       nd       ok       nd
update-billing-lines           ok    ok      nd        nd      nd       nd   nd       nd      nd       nd       nd       nd       nd       ok       nd
update-billing-customer        ok    ok      nd        nd      nd       nd   nd       nd      nd       nd       nd       nd       nd       cu       nd
update-billing-opportunity     ok    ok      nd        nd      nd       nd   nd       nd      nd       nd       nd       nd       nd       ok       nd
update-billing-display-settings ok   ok      nd        nd      nd       nd   nd       nd      nd       nd       nd       nd       nd       ok       nd
update-billing-bank-information ok   ok      nd        nd      nd       nd   nd       nd      nd       nd       nd       nd       nd       ok       nd
update-billing-delivery-address ok   ok      nd        nd      nd       nd   nd       nd      nd       nd       nd       nd       nd       ok       nd
update-billing-include-discount-disbursement
                               ok    ok      nd        nd      nd       nd   nd       nd      nd       nd       nd       nd       nd       pf       nd
update-billing-sap-products    ok    ok      nd        nd      nd       nd   nd       nd      nd       nd       nd       nd       nd       ok       nd
update-invoice-timeline        ok    ok      nd        nd      nd       nd   nd       nd      nd       nd       nd       nd       nd       ok       nd
update-invoice-general-informations
                               ok    ok      nd        nd      nd       nd   nd       nd      nd       nd       nd       nd       nd       ok       nd
update-invoice-locale          ok    ok      nd        nd      nd       nd   nd       nd      nd       nd       nd       nd       nd       ok       nd
update-invoice-currency        ok    ok      nd        nd      nd       nd   nd       nd      nd       nd       nd       nd       nd       cp       nd
update-billing-theme           ok    ok      df        df      df       df   df       df      df       df       df       df       df       ok       df
finalize-billing               fin   fin     af        af      af       af   af       af      af       af       af       af       af       fin      af
delete-billing                 gone  dc      dl        dl      dl       dl   dl       dl      dl       dl       dl       dl       dl       gone     dl
mark-paid#cent                 pd    pd      ok        ok      ok       nt   ok       nt      pc       pc       pc       nt       ok       pd       ok
mark-paid#rest                 pd    pd      paid      paid    paid     nt   paid     nt      pc       pc       pc       nt       paid     pd       paid
mark-paid#more                 pd    pd      ov        ov      ov       nt   ov       nt      pc       pc       pc       nt       ov       pd       ov
mark-unpaid                    np    np      np        np      np       fin  np       fin     np       np       fin      np       np       np       np
create-asset                   new   new     new       new     new      new  new      new     nl       nl       nl       nl       new      new      new
cancel-invoice                 yf    yf      ok        ok      ok       ok   ok       ok      nl       nl       nl       nl       ok       yf       ok
cancel-invoice#archived        yf    yf      ok        ok      ok       ok   ok       ok      nl       nl       nl       nl       ok       yf       ok
archive-billing                ok    ok      ok        ok      ok       ok   ok       ok      ok       ok       ok       ok       ok       ok       ok
unarchive-billing              ok    ok      ok        ok      ok       ok   ok       ok      ok       ok       ok       ok       ok       ok       ok
get-billing-by-id              ok    ok      ok        ok      ok       ok   ok       ok      ok       ok       ok       ok       ok       ok       ok
get-invoice                    ok    ok      ok        ok      ok       ok   ok       ok      ok       ok       ok       ok       ok       ok       ok
get-invoice-credit-left        list  list    list      list    list     list list     list    list     list     list     list     list     list     list
get-billing-payments           list  list    list      list    list     list list     list    list     list     list     list     list     list     list
get-billing-family             list  list    list      list    list     list list     list    list     list     list     list     list     list     list
get-billing-activity           list  list    list      list    list     list list     list    list     list     list     list     list     list     list
get-billing-trail              list  list    list      list    list     list list     list    list     list     list     list     list     list     list
duplicate-billing              new   new     new       new     new      new  new      new     new      new      new      new      new      new      new
render-billing-email           list  list    list      list    list     list list     list    list     list     list     list     list     list     list
update-billing-reminder        ok       ok       ok       ok       ok       ok       ok       ok       ok       ok       ok       ok       ok       ok       ok
remind-of-billing              re       re       ok       ok       ok       re       ok       re       re       re       re       re       re       re       ok
send-billing-email-test        list  list    list      list    list     list list     list    list     list     list     list     list     list     list
send-billing-by-email          yf    yf      list      list    list     list list     list    list     list     list     list     list     yf       list
get-billing-emails             list  list    list      list    list     list list     list    list     list     list     list     list     list     list
get-transmission               list  list  list  list  list  list  list  list  list  list  list  list  list  list  list
send-to-platform               pl    pl    pl    pl    pl    pl    pl    pl    pl    pl    pl    pl    pl    pl    pl
replace-refused-document       pr    pr    pr    pr    pr    pr    pr    pr    pr    pr    pr    pr    pr    pr    pr
link-billing                   yf    yf      list      list    list     list list     list    list     list     list     list     list     yf       list
list-billing-links             list  list    list      list    list     list list     list    list     list     list     list     list     list     list
revoke-billing-link            ll    ll      ll        ll      ll       ll   ll       ll      ll       ll       ll       ll       ll       ll       ll
get-formal-notice              list  list    list      list    list     list list     list    list     list     list     list     list     list     list
make-formal-notice             yf    yf      nc        nc      nc       nc   nc       nc      nc       nc       nc       nc       nc       yf       nc
update-invoice-payment-request ok    ok      nd        nd      nd       nd   nd       nd      nd       nd       nd       nd       nd       ok       nd
activate-invoice-online-payment oa   oa      oa        oa      oa       nt   oa       nt      pc       pc       pc       nt       oa       oa       oa
deactivate-invoice-online-payment
                               ok    ok      ok        ok      ok       ok   ok       ok      ok       ok       ok       ok       ok       ok       ok
create-invoice-frequency       ok    ok      ok        ok      ok       ok   ok       ok      fc       fc       fc       ok       ok       ff       ff
update-invoice-frequency       fn    fn      fn        fn      fn       fn   fn       fn      fn       fn       fn       fn       fn       fn       fn
delete-invoice-frequency       fn    fn      fn        fn      fn       fn   fn       fn      fn       fn       fn       fn       fn       fn       fn
pause-invoice-frequency        fn    fn      fn        fn      fn       fn   fn       fn      fn       fn       fn       fn       fn       fn       fn
resume-invoice-frequency       fn    fn      fn        fn      fn       fn   fn       fn      fn       fn       fn       fn       fn       fn       fn
get-payment-request            pq    pq      pq        pq      pq       pq   pq       pq      pq       pq       pq       pq       pq       pq       pq
send-payment-request           pq    pq      pq        pq      pq       pq   pq       pq      pq       pq       pq       pq       pq       pq       pq`;

/**
 * Advances of 360.00: draftCn has a draft credit note, part… has 100.00 paid or credited, billed is
 * deducted in a final invoice.
 */
const advance = `
                               draft finalized partPaid paid canceled paidCanc draftCn partCred credited archived billed
update-billing-title           ok    nd        nd       nd   nd       nd       nd      nd       nd       nd       nd
update-billing-lines           ha    ha        ha       ha   ha       ha       ha      ha       ha       ha       ha
update-billing-customer        cu    nd        nd       nd   nd       nd       nd      nd       nd       nd       nd
update-billing-opportunity     ok    nd        nd       nd   nd       nd       nd      nd       nd       nd       nd
update-billing-display-settings ok   nd        nd       nd   nd       nd       nd      nd       nd       nd       nd
update-billing-bank-information ok   nd        nd       nd   nd       nd       nd      nd       nd       nd       nd
update-billing-delivery-address ok   nd        nd       nd   nd       nd       nd      nd       nd       nd       nd
update-billing-include-discount-disbursement
                               ha    ha        ha       ha   ha       ha       ha      ha       ha       ha       ha
update-billing-sap-products    pi    pi        pi       pi   pi       pi       pi      pi       pi       pi       pi
update-advance-timeline        ok    nd        nd       nd   nd       nd       nd      nd       nd       nd       nd
update-advance-general-informations
                               ok    nd        nd       nd   nd       nd       nd      nd       nd       nd       nd
update-advance-amount          ok    df        df       df   df       df       df      df       df       df       df
update-billing-theme           ok    df        df       df   df       df       df      df       df       df       df
finalize-billing               fin   af        af       af   af       af       af      af       af       af       af
delete-billing                 gone  dl        dl       dl   dl       dl       dl      dl       dl       dl       dl
mark-advance-paid#cent         pd    ok        ok       nt   pc       pc       ok      ok       nt       ok       ok
mark-advance-paid#rest         pd    paid      paid     nt   pc       pc       paid    paid     nt       paid     paid
mark-advance-paid#more         pd    ov        ov       nt   pc       pc       ov      ov       nt       ov       ov
mark-advance-unpaid            np    np        np       fin  np       fin      np      np       np       np       np
create-asset-from-advance      an    new       new      new  ac       ac       ac      ac       ac       new      new
cancel-advance                 yf    ok        ok       ok   nl       nl       ok      ok       nl       ok       ok
cancel-advance#archived        yf    ok        ok       ok   nl       nl       ok      ok       nl       ok       ok
archive-billing                ok    ok        ok       ok   ok       ok       ok      ok       ok       ok       ok
unarchive-billing              ok    ok        ok       ok   ok       ok       ok      ok       ok       ok       ok
get-billing-by-id              ok    ok        ok       ok   ok       ok       ok      ok       ok       ok       ok
get-advance                    ok    ok        ok       ok   ok       ok       ok      ok       ok       ok       ok
get-billing-payments           list  list      list     list list     list     list    list     list     list     list
get-billing-family             list  list      list     list list     list     list    list     list     list     list
get-billing-activity           list  list      list     list list     list     list    list     list     list     list
get-billing-trail              list  list      list     list list     list     list    list     list     list     list
duplicate-billing              new   new       new      new  new      new      new     new      new      new      fe
render-billing-email           list  list      list     list list     list     list    list     list     list     list
update-billing-reminder        ok       ok       ok       ok       ok       ok       ok       ok       ok       ok       ok
remind-of-billing              re       ok       ok       re       re       re       ok       ok       re       re       ok
send-billing-email-test        list  list      list     list list     list     list    list     list     list     list
send-billing-by-email          yf    list      list     list list     list     list    list     list     list     list
get-billing-emails             list  list      list     list list     list     list    list     list     list     list
get-transmission               list  list  list  list  list  list  list  list  list  list  list
send-to-platform               pl    pl    pl    pl    pl    pl    pl    pl    pl    pl    pl
replace-refused-document       pr    pr    pr    pr    pr    pr    pr    pr    pr    pr    pr
link-billing                   yf    list      list     list list     list     list    list     list     list     list
list-billing-links             list  list      list     list list     list     list    list     list     list     list
revoke-billing-link            ll    ll        ll       ll   ll       ll       ll      ll       ll       ll       ll
get-formal-notice              list  list      list     list list     list     list    list     list     list     list
make-formal-notice             yf    nc        nc       nc   nc       nc       nc      nc       nc       nc       nc
activate-advance-online-payment oa   oa        oa       nt   pc       pc       oa      oa       nt       oa       oa
deactivate-advance-online-payment
                               ok    ok        ok       ok   ok       ok       ok      ok       ok       ok       ok`;

/**
 * Credit notes: of an invoice, a draft invoice or an advance; standalone ones, freeNamed with a
 * reference.
 */
const asset = `
                               draft finalized refunded ofDraft ofAdvance archived free freeNamed freeFinal
update-billing-title           ok    nd        nd       ok      ok        nd       ok   ok        nd
update-billing-lines           ok    nd        nd       ok      ok        nd       ok   ok        nd
update-billing-customer        cu    nd        nd       cu      cu        nd       ok   ok        nd
update-billing-opportunity     ok    nd        nd       ok      ok        nd       ok   ok        nd
update-billing-display-settings ok   nd        nd       ok      ok        nd       ok   ok        nd
update-billing-bank-information bc   bc        bc       bc      bc        bc       bc   bc        bc
update-billing-delivery-address vc   vc        vc       vc      vc        vc       vc   vc        vc
update-billing-include-discount-disbursement
                               pf    nd        nd       pf      pf        nd       ok   ok        nd
update-billing-sap-products    pi    pi        pi       pi      pi        pi       pi   pi        pi
update-asset-timeline          ok    nd        nd       ok      ok        nd       ok   ok        nd
update-asset-general-informations
                               ok    nd        nd       ok      ok        nd       ok   ok        nd
update-asset-locale            ok    nd        nd       ok      ok        nd       ok   ok        nd
update-asset-currency          cp    nd        nd       cp      cp        nd       ok   ok        nd
update-asset-references        rp    nd        nd       rp      rp        nd       ok   ok        nd
update-billing-theme           ok    df        df       ok      ok        df       ok   ok        df
finalize-billing               fin   af        af       nf      fin       af       nf   fin       af
delete-billing                 gone  dl        dl       gone    gone      dl       gone gone      dl
refund-asset                   rd    ok        ok       rd      rd        ok       rd   rd        ok
refund-asset#back              rd    ok        ok       rd      rd        ok       rd   rd        ok
archive-billing                ok    ok        ok       ok      ok        ok       ok   ok        ok
unarchive-billing              ok    ok        ok       ok      ok        ok       ok   ok        ok
get-billing-by-id              ok    ok        ok       ok      ok        ok       ok   ok        ok
get-asset                      ok    ok        ok       ok      ok        ok       ok   ok        ok
get-billing-payments           list  list      list     list    list      list     list list      list
get-billing-family             list  list      list     list    list      list     list list      list
get-billing-activity           list  list      list     list    list      list     list list      list
get-billing-trail              list  list      list     list    list      list     list list      list
duplicate-billing              new   nl        nl       new     ac        nl       new  new       new
render-billing-email           list  list      list     list    list      list     list list      list
update-billing-reminder        -d       -d       -d       -d       -d       -d       -d       -d       -d
remind-of-billing              -d       -d       -d       -d       -d       -d       -d       -d       -d
send-billing-email-test        list  list      list     list    list      list     list list      list
send-billing-by-email          yf    list      list     yf      yf        list     yf   yf        list
get-billing-emails             list  list      list     list    list      list     list list      list
get-transmission               list  list  list  list  list  list  list  list  list
send-to-platform               pl    pl    pl    pl    pl    pl    pl    pl    pl
replace-refused-document       kn    kn    kn    kn    kn    kn    kn    kn    kn
link-billing                   yf    list      list     yf      yf        list     yf   yf        list
list-billing-links             list  list      list     list    list      list     list list      list
revoke-billing-link            ll    ll        ll       ll      ll        ll       ll   ll        ll
get-formal-notice              list  list      list     list    list      list     list list      list
make-formal-notice             nc    nc        nc       nc      nc        nc       nc   nc        nc`;

const tables: Readonly<Record<string, string>> = {
  estimate: offer,
  purchase_order: offer,
  invoice,
  advance,
  asset,
};

/** Operations for a single kind, and their refusal of other kinds. */
const ofOneKind: Readonly<Record<string, { mark: string; kinds: readonly string[]; operations: readonly string[] }>> = {
  offer: {
    mark: '-e',
    kinds: ['estimate', 'purchase_order'],
    operations: [
      ...['get-estimate', 'update-estimate-timeline', 'update-estimate-general-informations', 'update-estimate-locale'],
      ...['update-estimate-currency', 'update-estimate-advance-lines', 'sign-estimate', 'unsign-estimate'],
      ...['refuse-estimate', 'unrefuse-estimate', 'create-advance', 'create-final-invoice'],
      ...['ask-for-electronic-signature', 'cancel-electronic-signature', 'remind-of-electronic-signature'],
    ],
  },
  invoice: {
    mark: '-i',
    kinds: ['invoice'],
    operations: [
      ...['get-invoice', 'update-invoice-timeline', 'update-invoice-general-informations', 'update-invoice-locale'],
      ...['update-invoice-currency', 'mark-paid#cent', 'mark-unpaid', 'create-asset', 'cancel-invoice'],
      ...['update-invoice-payment-request', 'activate-invoice-online-payment', 'create-invoice-frequency'],
      'deactivate-invoice-online-payment',
      ...['update-invoice-frequency', 'delete-invoice-frequency', 'get-invoice-credit-left'],
      ...['pause-invoice-frequency', 'resume-invoice-frequency'],
      ...['get-payment-request', 'send-payment-request'],
    ],
  },
  advance: {
    mark: '-a',
    kinds: ['advance'],
    operations: [
      ...['get-advance', 'update-advance-timeline', 'update-advance-general-informations', 'update-advance-amount'],
      ...['mark-advance-paid#cent', 'mark-advance-unpaid', 'create-asset-from-advance', 'cancel-advance'],
      ...['activate-advance-online-payment', 'deactivate-advance-online-payment'],
    ],
  },
  asset: {
    mark: '-c',
    kinds: ['asset'],
    operations: [
      ...['get-asset', 'update-asset-timeline', 'update-asset-general-informations', 'update-asset-locale'],
      ...['update-asset-currency', 'update-asset-references', 'refund-asset'],
    ],
  },
};

export type Row = { readonly asked: string; readonly cells: Readonly<Record<string, string>> };

/** The rows of a kind: its own table, and every operation of other kinds. */
export function rowsOf(kind: string): Row[] {
  const [states = [], ...rows] = (tables[kind] ?? '')
    .trim()
    .replace(/^(\S+)\n\s+/gm, '$1 ')
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const own = rows.map(([asked = '', ...cells]) => ({
    asked,
    cells: Object.fromEntries(states.map((state, index) => [state, cells[index] ?? ''])),
  }));
  const others = Object.values(ofOneKind).filter(({ kinds }) => !kinds.includes(kind));
  const foreign = others.flatMap(({ mark, operations }) =>
    operations.map((asked) => ({ asked, cells: Object.fromEntries(states.map((state) => [state, mark])) })),
  );
  return [...own, ...foreign];
}
