import type { LifeCycleCode } from '../../domain/einvoicing/life-cycle.ts';
import {
  disputeReasons,
  partialReasons,
  refusalReasons,
  suspensionReasons,
} from '../../domain/einvoicing/status-reasons.ts';

/**
 * The statuses of an invoice in the French life cycle (XP Z12-012, code MDT-105) with the rules
 * BR-FR-CDV 1.4.0. `phase` is MDT-77: 305 transmission, by platforms; 23 processing, by buyer or
 * seller. `by`: who says it. `condition` is MDT-88, left out where the sources disagree (it is
 * optional). `reasons`: the closed list of MDT-113; `needsReason`: BR-FR-CDV-15.
 */
type StatusRow = {
  readonly name: string;
  readonly phase: '305' | '23';
  readonly by: readonly StatusAuthor[];
  readonly condition?: string;
  readonly reasons?: readonly string[];
  readonly needsReason?: true;
  /** The State receives it too: CGI art. 290, BR-FR-CDV on the recipient 0000. */
  readonly toState?: true;
};
export type StatusAuthor = 'platform' | 'buyer' | 'seller';

export const statusCodes = {
  200: { name: 'Déposée', phase: '305', by: ['platform'], condition: '10', reasons: ['NON_TRANSMISE'], toState: true },
  201: { name: 'Émise', phase: '305', by: ['platform'] },
  202: { name: 'Reçue', phase: '305', by: ['platform'], condition: '43' },
  203: { name: 'Mise à disposition', phase: '305', by: ['platform'], condition: '48' },
  204: { name: 'Prise en charge', phase: '23', by: ['buyer'], condition: '45' },
  205: { name: 'Approuvée', phase: '23', by: ['buyer'], condition: '1' },
  206: {
    name: 'Approuvée partiellement',
    phase: '23',
    by: ['buyer'],
    reasons: partialReasons,
    needsReason: true,
  },
  207: { name: 'En litige', phase: '23', by: ['buyer'], condition: '46', reasons: disputeReasons, needsReason: true },
  208: {
    name: 'Suspendue',
    phase: '23',
    by: ['buyer'],
    reasons: suspensionReasons,
    needsReason: true,
  },
  209: { name: 'Complétée', phase: '23', by: ['seller'] },
  210: {
    name: 'Refusée',
    phase: '23',
    by: ['buyer'],
    condition: '50',
    reasons: refusalReasons,
    needsReason: true,
    toState: true,
  },
  211: { name: 'Paiement transmis', phase: '23', by: ['buyer', 'seller'], condition: '47' },
  212: { name: 'Encaissée', phase: '23', by: ['seller'], condition: '47', toState: true },
  213: {
    name: 'Rejetée',
    phase: '305',
    by: ['platform'],
    condition: '8',
    reasons: [
      ...['MONTANTTOTAL_ERR', 'CALCUL_ERR', 'DOUBLON', 'DEST_INC', 'ADR_ERR', 'REJ_SEMAN', 'REJ_UNI', 'REJ_COH'],
      ...['REJ_ADR', 'REJ_CONT_B2G', 'REJ_REF_PJ', 'REJ_ASS_PJ'],
    ],
    needsReason: true,
    toState: true,
  },
  220: { name: 'Annulée', phase: '23', by: ['seller'] },
  221: { name: 'Erreur de routage', phase: '305', by: ['platform'], reasons: ['ROUTAGE_ERR'] },
  501: {
    name: 'Irrecevable',
    phase: '305',
    by: ['platform'],
    reasons: [
      ...['IRR_VIDE_F', 'IRR_TYPE_F', 'IRR_SYNTAX', 'IRR_TAILLE_PJ', 'IRR_NOM_PJ', 'IRR_VID_PJ', 'IRR_EXT_DOC'],
      ...['IRR_TAILLE_F', 'IRR_ANTIVIRUS', 'IRR_NOM_F'],
    ],
    needsReason: true,
  },
} as const satisfies Readonly<Record<LifeCycleCode, StatusRow>>;

export type StatusCode = `${keyof typeof statusCodes}`;

/** Other codes in force; they have no rules here (BR-FR-CDV-CL-06 only warns). */
export const isStatusCode = (code: string): code is StatusCode => Object.hasOwn(statusCodes, code);

export const statusRow = (code: StatusCode): StatusRow => statusCodes[code];

/** All reasons (MDT-113) of BR-FR-CDV-CL-09, also those that only a public buyer gives. */
export const statusReasons: ReadonlySet<string> = new Set([
  ...Object.values<StatusRow>(statusCodes).flatMap(({ reasons = [] }) => reasons),
  ...['RETRAIT_MAN_SERV', 'ST_CT_NON_DECLAR', 'SUPPR_COMP_AVOIR', 'TRANSF_PMNT_REGIE', 'CONTACT_ACHTR', 'AUTRE'],
]);

/** MDT-121: what the sender of a status asks of the other side. */
export const requestedActions = ['NOA', 'PIN', 'NIN', 'CNF', 'CNP', 'CNA', 'OTH'] as const;

/** MDT-207: the kind of a figure. MEN: received, MPA: paid, DIV and DVA: wrong and right value. */
export const figureTypes = [
  ...([
    'MEN',
    'MPA',
    'RAP',
    'ESC',
    'RAB',
    'REM',
    'MAP',
    'MAPTTC',
    'MNA',
    'MNATTC',
    'CBB',
    'DIV',
    'DVA',
    'MAJ',
  ] as const),
] as const;

/** MDT-21, MDT-40, MDT-59. WK: platform, DFH: the State, BY: buyer, SE: seller. */
export const partyRoles = ['BY', 'AB', 'DL', 'SE', 'SR', 'WK', 'PE', 'PR', 'II', 'IV', 'DFH'] as const;

/** MDT-2: the billing framework of a life cycle. */
export const lifeCycleProcesses = ['REGULATED', 'NON_REGULATED', 'B2C', 'B2CINT', 'B2BINT', 'OUTOFSCOPE'] as const;
