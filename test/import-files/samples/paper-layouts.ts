import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';

// One row for each program: the texts of a page at their places, and what is read from them.

/** A text with its place: points from the left and the top of an A4 page, and its height. */
type Placed = readonly [left: number, top: number, text: string, height?: number];

export type PaperLayout = {
  readonly program: string;
  /** The note of the program in the metadata. */
  readonly producer?: string;
  readonly texts: readonly Placed[];
  readonly expected: {
    readonly kind: string;
    readonly number: string;
    readonly issuedOn: string;
    readonly dueOn?: string;
    readonly customer: string;
    readonly zipCode?: string;
    /** Rate in basis points, net and VAT in cents. */
    readonly sums: readonly (readonly [rate: number, net: number, vat: number])[];
  };
};

/** Draws a page of text, as a program would. */
export async function paperOf({ texts, producer }: PaperLayout): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([595, 842]);
  for (const [left, top, text, height = 9] of texts) page.drawText(text, { x: left, y: 842 - top, size: height, font });
  if (producer) pdf.setProducer(producer);
  return Buffer.from(await pdf.save());
}

const seller = (left: number, top: number): Placed[] => [
  [left, top, 'Atelier Martin', 11],
  [left, top + 13, '3 quai Saint-Vincent'],
  [left, top + 26, '69001 Lyon'],
  [left, top + 39, 'SIRET : 732 829 320 00074'],
  [left, top + 52, 'zoe@atelier-martin.example'],
];
const buyer = (left: number, top: number, label?: string): Placed[] => [
  ...(label ? [[left, top - 14, label] as Placed] : []),
  [left, top, 'Menuiserie Kervella SARL', 10],
  [left, top + 13, '12 rue de la Mer'],
  [left, top + 26, '29000 Quimper'],
  [left, top + 39, 'France'],
];

/** Invoices laid out as the usual programs do; the details are invented. */
export const paperLayouts: readonly PaperLayout[] = [
  {
    program: 'Abby',
    producer: 'Skia/PDF m120',
    texts: [
      [40, 50, 'Facture', 22],
      [40, 75, 'N° F-2026-014'],
      [40, 90, "Date d'émission : 03/03/2026"],
      [40, 105, "Date d'échéance : 02/04/2026"],
      ...seller(40, 150),
      ...buyer(330, 164, 'Client'),
      ...([
        [40, 260, 'Description'],
        [300, 260, 'Quantité'],
        [370, 260, 'Prix unitaire'],
        [450, 260, 'TVA'],
        [510, 260, 'Total HT'],
      ] as Placed[]),
      ...([
        [40, 280, 'Conseil'],
        [300, 280, '2'],
        [370, 280, '600,00 €'],
        [450, 280, '20 %'],
        [510, 280, '1 200,00 €'],
      ] as Placed[]),
      ...([
        [400, 330, 'Total HT'],
        [510, 330, '1 200,00 €'],
        [400, 345, 'TVA 20 %'],
        [510, 345, '240,00 €'],
      ] as Placed[]),
      ...([
        [400, 360, 'Total TTC', 11],
        [510, 360, '1 440,00 €', 11],
      ] as Placed[]),
      [40, 420, 'Moyen de paiement : virement'],
      [40, 435, 'IBAN : FR76 3000 6000 0112 3456 7890 189'],
      [40, 800, 'Généré avec Abby'],
    ],
    expected: {
      ...{ kind: 'invoice', number: 'F-2026-014', issuedOn: '2026-03-03', dueOn: '2026-04-02' },
      ...{ customer: 'Menuiserie Kervella SARL', zipCode: '29000', sums: [[2_000, 120_000, 24_000]] },
    },
  },
  {
    program: 'Henrri',
    texts: [
      ...seller(40, 50),
      ...buyer(330, 120),
      [40, 220, 'FACTURE N° FA000042', 16],
      [40, 240, 'Date : 15/02/2026'],
      [40, 255, 'Échéance : 17/03/2026'],
      ...([
        [40, 290, 'Réf.'],
        [90, 290, 'Désignation'],
        [300, 290, 'Qté'],
        [350, 290, 'P.U. HT'],
        [420, 290, 'TVA'],
        [490, 290, 'Montant HT'],
      ] as Placed[]),
      ...([
        [90, 310, 'Bois de chêne'],
        [300, 310, '3,00'],
        [350, 310, '100,00'],
        [420, 310, '20,00 %'],
        [490, 310, '300,00'],
      ] as Placed[]),
      ...([
        [90, 325, 'Livre'],
        [300, 325, '1,00'],
        [350, 325, '40,00'],
        [420, 325, '5,50 %'],
        [490, 325, '40,00'],
      ] as Placed[]),
      ...([
        [40, 380, 'Taux'],
        [110, 380, 'Base HT'],
        [190, 380, 'Montant TVA'],
      ] as Placed[]),
      ...([
        [40, 395, '20,00 %'],
        [110, 395, '300,00'],
        [190, 395, '60,00'],
      ] as Placed[]),
      ...([
        [40, 410, '5,50 %'],
        [110, 410, '40,00'],
        [190, 410, '2,20'],
      ] as Placed[]),
      ...([
        [380, 380, 'Total HT'],
        [490, 380, '340,00 €'],
        [380, 395, 'Total TVA'],
        [490, 395, '62,20 €'],
      ] as Placed[]),
      ...([
        [380, 410, 'Total TTC'],
        [490, 410, '402,20 €'],
        [380, 425, 'Net à payer'],
        [490, 425, '402,20 €'],
      ] as Placed[]),
      [40, 800, 'Facture réalisée avec Henrri, logiciel de facturation gratuit'],
    ],
    expected: {
      ...{ kind: 'invoice', number: 'FA000042', issuedOn: '2026-02-15', dueOn: '2026-03-17' },
      ...{
        customer: 'Menuiserie Kervella SARL',
        zipCode: '29000',
        sums: [
          [2_000, 30_000, 6_000],
          [550, 4_000, 220],
        ],
      },
    },
  },
  {
    program: 'Freebe',
    texts: [
      [40, 50, 'Facture 2026-007', 20],
      [40, 75, 'Émise le 5 mars 2026'],
      [40, 90, 'À régler avant le 4 avril 2026'],
      ...seller(40, 130),
      ...buyer(330, 144, 'Adressée à'),
      ...([
        [40, 260, 'Développement web'],
        [510, 260, '2 400,00 €'],
      ] as Placed[]),
      ...([
        [400, 320, 'Total à payer'],
        [510, 320, '2 400,00 €'],
      ] as Placed[]),
      [40, 360, 'TVA non applicable, art. 293 B du CGI'],
      [40, 800, 'Édité avec Freebe'],
    ],
    expected: {
      ...{ kind: 'invoice', number: '2026-007', issuedOn: '2026-03-05', dueOn: '2026-04-04' },
      ...{ customer: 'Menuiserie Kervella SARL', zipCode: '29000', sums: [[0, 240_000, 0]] },
    },
  },
  {
    program: 'Indy',
    texts: [
      ...seller(40, 60),
      [380, 60, 'Facture', 18],
      ...([
        [380, 85, 'Numéro'],
        [470, 85, 'F-2026-3'],
        [380, 100, 'Date de facturation'],
        [470, 100, '10/01/2026'],
        [380, 115, 'Échéance'],
        [470, 115, '09/02/2026'],
      ] as Placed[]),
      ...buyer(330, 180, 'Facturé à'),
      ...([
        [40, 280, 'Formation'],
        [300, 280, '1'],
        [370, 280, '850,00 €'],
        [450, 280, '20 %'],
        [510, 280, '850,00 €'],
      ] as Placed[]),
      ...([
        [400, 330, 'Sous-total HT'],
        [510, 330, '850,00 €'],
        [400, 345, 'TVA (20 %)'],
        [510, 345, '170,00 €'],
        [400, 360, 'Total TTC'],
        [510, 360, '1 020,00 €'],
      ] as Placed[]),
    ],
    expected: {
      ...{ kind: 'invoice', number: 'F-2026-3', issuedOn: '2026-01-10', dueOn: '2026-02-09' },
      ...{ customer: 'Menuiserie Kervella SARL', zipCode: '29000', sums: [[2_000, 85_000, 17_000]] },
    },
  },
  {
    program: 'Dolibarr',
    producer: 'TCPDF 6.4.4 (http://www.tcpdf.org)',
    texts: [
      ...([
        [400, 40, 'Facture', 13],
        [400, 56, 'Réf. : FA2601-0007', 10],
        [400, 70, 'Date facturation : 20/01/2026'],
        [400, 82, "Date d'échéance : 19/02/2026"],
        [400, 94, 'Code client : CU2601-00003'],
      ] as Placed[]),
      [42, 118, 'Émetteur'],
      ...seller(46, 135),
      [300, 118, 'Adressé à'],
      ...buyer(304, 135),
      [330, 230, 'Montants exprimés en Euros'],
      ...([
        [42, 245, 'Désignation'],
        [300, 245, 'TVA'],
        [360, 245, 'P.U. HT'],
        [430, 245, 'Qté'],
        [500, 245, 'Total HT'],
      ] as Placed[]),
      ...([
        [42, 262, 'Pose de parquet'],
        [300, 262, '10%'],
        [360, 262, '45,00'],
        [430, 262, '20'],
        [500, 262, '900,00'],
      ] as Placed[]),
      ...([
        [42, 278, 'Plinthes'],
        [300, 278, '20%'],
        [360, 278, '8,00'],
        [430, 278, '25'],
        [500, 278, '200,00'],
      ] as Placed[]),
      ...([
        [350, 600, 'Total HT'],
        [500, 600, '1 100,00'],
        [350, 614, 'Total TVA 10%'],
        [500, 614, '90,00'],
        [350, 628, 'Total TVA 20%'],
        [500, 628, '40,00'],
        [350, 642, 'Total TTC'],
        [500, 642, '1 230,00'],
      ] as Placed[]),
    ],
    expected: {
      ...{ kind: 'invoice', number: 'FA2601-0007', issuedOn: '2026-01-20', dueOn: '2026-02-19' },
      ...{
        customer: 'Menuiserie Kervella SARL',
        zipCode: '29000',
        sums: [
          [2_000, 20_000, 4_000],
          [1_000, 90_000, 9_000],
        ],
      },
    },
  },
  {
    program: 'Dolibarr, credit note',
    texts: [
      ...([
        [380, 40, 'Facture avoir', 13],
        [380, 56, 'Réf. : AV2601-0002', 10],
        [380, 70, 'Correction de la facture FA2601-0007'],
        [380, 82, 'Date facturation : 25/01/2026'],
      ] as Placed[]),
      [42, 118, 'Émetteur'],
      ...seller(46, 135),
      [300, 118, 'Adressé à'],
      ...buyer(304, 135),
      ...([
        [350, 600, 'Total HT'],
        [500, 600, '-200,00'],
        [350, 614, 'Total TVA 20%'],
        [500, 614, '-40,00'],
        [350, 628, 'Total TTC'],
        [500, 628, '-240,00'],
      ] as Placed[]),
    ],
    expected: {
      ...{ kind: 'credit_note', number: 'AV2601-0002', issuedOn: '2026-01-25', customer: 'Menuiserie Kervella SARL' },
      ...{ zipCode: '29000', sums: [[2_000, 20_000, 4_000]] },
    },
  },
  {
    program: 'Invoice Ninja',
    producer: 'Invoice Ninja',
    texts: [
      ...seller(40, 50),
      ...([
        [350, 60, 'Invoice Number'],
        [470, 60, '0042'],
        [350, 75, 'Invoice Date'],
        [470, 75, '03/Mar/2026'.replace(/(\d+)\/(\w+)\/(\d+)/, '$1 $2 $3')],
        [350, 90, 'Due Date'],
        [470, 90, '2 Apr 2026'],
      ] as Placed[]),
      [40, 140, 'Invoice', 18],
      ...buyer(330, 164, 'Bill to:'),
      ...([
        [40, 260, 'Item'],
        [120, 260, 'Description'],
        [350, 260, 'Unit Cost'],
        [430, 260, 'Quantity'],
        [500, 260, 'Line Total'],
      ] as Placed[]),
      ...([
        [40, 280, 'Hosting'],
        [350, 280, '€50.00'],
        [430, 280, '12'],
        [500, 280, '€600.00'],
      ] as Placed[]),
      ...([
        [400, 340, 'Subtotal'],
        [500, 340, '€600.00'],
        [400, 355, 'TVA 20%'],
        [500, 355, '€120.00'],
        [400, 370, 'Total'],
        [500, 370, '€720.00'],
        [400, 385, 'Balance Due'],
        [500, 385, '€720.00'],
      ] as Placed[]),
    ],
    expected: {
      ...{ kind: 'invoice', number: '0042', issuedOn: '2026-03-03', dueOn: '2026-04-02' },
      ...{ customer: 'Menuiserie Kervella SARL', zipCode: '29000', sums: [[2_000, 60_000, 12_000]] },
    },
  },
  {
    program: 'QuickBooks',
    texts: [
      ...seller(40, 50),
      [40, 130, 'INVOICE', 16],
      ...buyer(40, 170, 'BILL TO'),
      ...([
        [380, 156, 'INVOICE #'],
        [450, 156, '1037'],
        [380, 170, 'DATE'],
        [450, 170, '15/03/2026'],
        [380, 184, 'DUE DATE'],
        [450, 184, '14/04/2026'],
      ] as Placed[]),
      ...([
        [40, 260, 'Design'],
        [350, 260, '1'],
        [420, 260, '1,250.00'],
        [500, 260, '1,250.00'],
      ] as Placed[]),
      ...([
        [380, 320, 'SUBTOTAL'],
        [500, 320, '1,250.00'],
        [380, 335, 'VAT TOTAL'],
        [500, 335, '250.00'],
        [380, 350, 'TOTAL'],
        [500, 350, '1,500.00'],
        [380, 370, 'BALANCE DUE'],
        [500, 370, 'EUR 1,500.00', 12],
      ] as Placed[]),
    ],
    expected: {
      ...{ kind: 'invoice', number: '1037', issuedOn: '2026-03-15', dueOn: '2026-04-14' },
      ...{ customer: 'Menuiserie Kervella SARL', zipCode: '29000', sums: [[2_000, 125_000, 25_000]] },
    },
  },
  {
    program: 'Stripe',
    producer: 'Stripe',
    texts: [
      [40, 50, 'Invoice', 18],
      ...([
        [40, 75, 'Invoice number'],
        [130, 75, 'A1B2C3D4-0007'],
        [40, 90, 'Date of issue'],
        [130, 90, 'March 3, 2026'],
        [40, 105, 'Date due'],
        [130, 105, 'April 2, 2026'],
      ] as Placed[]),
      ...seller(40, 140),
      ...buyer(260, 154, 'Bill to'),
      [40, 250, '€96.00 due April 2, 2026', 14],
      ...([
        [40, 290, 'Description'],
        [330, 290, 'Qty'],
        [390, 290, 'Unit price'],
        [450, 290, 'Tax'],
        [510, 290, 'Amount'],
      ] as Placed[]),
      ...([
        [40, 310, 'Support'],
        [330, 310, '1'],
        [390, 310, '€80.00'],
        [450, 310, '20%'],
        [510, 310, '€80.00'],
      ] as Placed[]),
      ...([
        [330, 350, 'Subtotal'],
        [510, 350, '€80.00'],
        [330, 365, 'Total excluding tax'],
        [510, 365, '€80.00'],
        [330, 380, 'VAT - France (20% on €80.00)'],
        [510, 380, '€16.00'],
        [330, 395, 'Total'],
        [510, 395, '€96.00'],
        [330, 410, 'Amount due'],
        [510, 410, '€96.00'],
      ] as Placed[]),
    ],
    expected: {
      ...{ kind: 'invoice', number: 'A1B2C3D4-0007', issuedOn: '2026-03-03', dueOn: '2026-04-02' },
      ...{ customer: 'Menuiserie Kervella SARL', zipCode: '29000', sums: [[2_000, 8_000, 1_600]] },
    },
  },
];
