/** What is dragged over the sheet, by the type it has on the clipboard of the pointer. */
export const LINE_DRAGGED = 'application/x-facturier-line';
export const SECTION_DRAGGED = 'application/x-facturier-section';
