import type { SomeTold, Told } from './told.ts';

/** What was asked for is not there, or belongs to another account: the same answer. */
export const notThere = {
  document_not_found: notFound('billing', 'Document introuvable', 'Document not found'),
  invoice_not_found: notFound('invoice', 'Facture introuvable', 'Invoice not found'),
  advance_not_found: notFound('advance', "Facture d'acompte introuvable", 'Advance invoice not found'),
  estimate_not_found: notFound('estimate', 'Devis introuvable', 'Estimate not found'),
  credit_note_not_found: notFound('asset', 'Avoir introuvable', 'Credit note not found'),
  customer_not_found: notFound('customer', 'Client introuvable', 'Customer not found'),
  product_not_found: notFound('product', 'Produit introuvable', 'Product not found'),
  contact_not_found: notFound('contact', 'Contact introuvable', 'Contact not found'),
  organization_not_found: notFound('organization', 'Organisation introuvable', 'Organization not found'),
  project_not_found: notFound('opportunity', 'Projet introuvable', 'Project not found'),
  attachment_not_found: notFound('attachment', 'Pièce jointe introuvable', 'Attachment not found'),
  mail_not_found: notFound('mail', 'E-mail introuvable', 'Mail not found'),
  theme_not_found: notFound('theme', 'Thème introuvable', 'Theme not found'),
  closure_not_found: notFound('closure', 'Clôture introuvable', 'Closure not found'),
  event_not_found: notFound('event', 'Événement introuvable', 'Event not found'),
  webhook_not_found: notFound('webhook', 'Webhook introuvable', 'Webhook not found'),
  category_not_found: notFound('opportunity_category', 'Colonne introuvable', 'Column not found'),
  task_not_found: notFound('task', 'Tâche introuvable', 'Task not found'),
  key_not_found: notFound('api_key', "Clé d'API introuvable", 'API key not found'),
} satisfies SomeTold;

function notFound(noun: string, fr: string, en: string): Told<unknown> {
  return {
    code: `${noun}.not_found`,
    title: { fr, en },
    remedy: {
      fr: "Vérifiez l'identifiant et la clé d'API utilisée : une clé de test ne voit que les données de test.",
      en: 'Check the id and the API key used: a test key sees test data only.',
    },
  };
}
