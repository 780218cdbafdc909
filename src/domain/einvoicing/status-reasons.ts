/**
 * The closed lists of reasons (XP Z12-012, MDT-113) for the statuses that a buyer states with a
 * reason. Rule BR-FR-CDV-CL-09, version 1.4.0.
 */
const ORDER_REASONS = ['CMD_ERR', 'SIRET_ERR', 'CODE_ROUTAGE_ERR', 'REF_CT_ABSENT', 'REF_ERR'] as const;
const DELIVERY_REASONS = [
  ...(['PU_ERR', 'REM_ERR', 'QTE_ERR', 'ART_ERR', 'MODPAI_ERR', 'QUALITE_ERR', 'LIVR_INCOMP'] as const),
] as const;

/** 210 Refused. Public buyers on Chorus Pro have more. */
export const refusalReasons = [
  ...(['TX_TVA_ERR', 'MONTANTTOTAL_ERR', 'CALCUL_ERR', 'NON_CONFORME', 'DOUBLON', 'DEST_ERR', 'TRANSAC_INC'] as const),
  ...(['EMMET_INC', 'CONTRAT_TERM', 'DOUBLE_FACT', 'CMD_ERR', 'ADR_ERR', 'REF_CT_ABSENT'] as const),
] as const;

/** 206 Partly approved. */
export const partialReasons = ['AUTRE', ...ORDER_REASONS, ...DELIVERY_REASONS] as const;

/** 207 Disputed. */
export const disputeReasons = [
  ...(['AUTRE', 'COORD_BANC_ERR'] as const),
  ...refusalReasons,
  ...(['DEST_INC', 'SIRET_ERR', 'CODE_ROUTAGE_ERR', 'REF_ERR'] as const),
  ...DELIVERY_REASONS,
] as const;

/** 208 Suspended. */
export const suspensionReasons = ['JUSTIF_ABS', 'COORD_BANC_ERR', ...ORDER_REASONS] as const;

/** Any reason a buyer gives. */
export const buyerReasons = [...new Set([...disputeReasons, ...suspensionReasons])] as const;
export type BuyerReason = (typeof buyerReasons)[number];
