/** Data transfer types of what is dragged over the sheet. */
export const LINE_DRAGGED = 'application/x-facturier-line';
export const SECTION_DRAGGED = 'application/x-facturier-section';
