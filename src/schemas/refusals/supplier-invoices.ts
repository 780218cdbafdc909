import type { SupplierInvoiceRefusal } from '../../domain/einvoicing/supplier-invoice.ts';
import { notFound, type Rows } from './refusal-text.ts';

const MIB = 1_048_576;

/** Invoices received from suppliers. */
export const supplierInvoiceRefusals: Rows<SupplierInvoiceRefusal> = {
  supplier_invoice_not_found: notFound('supplier_invoice', 'Facture reçue introuvable', 'Received invoice not found'),
  supplier_invoice_kept: {
    code: 'supplier_invoice.kept',
    status: 409,
    title: { fr: 'Cette facture ne peut pas être supprimée', en: 'This invoice cannot be deleted' },
    detail: ({ because }) =>
      because === 'platform'
        ? {
            fr: 'Elle a été reçue par votre plateforme agréée.',
            en: 'It was received through your approved platform.',
          }
        : { fr: 'Elle est marquée comme traitée.', en: 'It is marked as handled.' },
    remedy: {
      fr: 'Seule une facture déposée par erreur se supprime, tant qu’elle est « à traiter ».',
      en: 'Only an invoice uploaded by mistake can be deleted, while it is still to do.',
    },
    members: ({ because }) => ({ because }),
  },
  supplier_file_unusable: {
    code: 'supplier_invoice.file_unusable',
    status: 400,
    title: { fr: 'Fichier refusé', en: 'File refused' },
    detail: ({ reason, limit }) =>
      ({
        empty: { fr: 'Ce fichier est vide.', en: 'This file is empty.' },
        too_large: {
          fr: `Une facture fait au plus ${limit / MIB} Mio.`,
          en: `An invoice can be at most ${limit / MIB} MiB.`,
        },
        type: { fr: 'Ce n’est ni un PDF ni un fichier XML.', en: 'This is neither a PDF nor an XML file.' },
      })[reason],
    remedy: {
      fr: 'Déposez la facture telle que le fournisseur l’a envoyée : Factur-X (PDF), CII ou UBL (XML).',
      en: 'Add the invoice as the supplier sent it: Factur-X (PDF), CII or UBL (XML).',
    },
    members: ({ reason, limit }) => ({ reason, ...(reason === 'too_large' && { limit }) }),
    pointer: () => '/content',
  },
  too_many_supplier_invoices: {
    code: 'supplier_invoice.too_many',
    status: 413,
    title: { fr: 'Trop de factures reçues', en: 'Too many received invoices' },
    detail: ({ limit }) => ({
      fr: `Un compte garde au plus ${limit} factures reçues.`,
      en: `An account keeps at most ${limit} received invoices.`,
    }),
    remedy: {
      fr: 'Supprimez les factures déposées par erreur.',
      en: 'Delete invoices that were uploaded by mistake.',
    },
    members: ({ limit }) => ({ limit }),
  },
};
