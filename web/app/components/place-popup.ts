/**
 * Which edge of a popup is flush with its button, and on which side of the button it opens first.
 */
export type PopupPosition = 'bottom-start' | 'bottom-end' | 'top-end';

/**
 * Pixels between a popup and its button, and at least between a popup and the edge of the window.
 */
const GAP_PX = 6;
const EDGE_PX = 8;

/**
 * Moves a popup beside its button. If only the other side has room, it opens there; it always stays
 * inside the window.
 */
export function placePopup(popup: HTMLElement, button: Element, position: PopupPosition): void {
  const { clientWidth: windowWidth, clientHeight: windowHeight } = document.documentElement;
  const { offsetWidth: width, offsetHeight: height } = popup;
  const { top, right, bottom, left } = button.getBoundingClientRect();
  const wanted = position === 'bottom-start' ? left : right - width;
  const x = Math.max(EDGE_PX, Math.min(wanted, windowWidth - EDGE_PX - width));
  const below = bottom + GAP_PX;
  const above = top - GAP_PX - height;
  const fitsBelow = below + height <= windowHeight - EDGE_PX;
  const fitsAbove = above >= EDGE_PX;
  const inWindow = Math.max(EDGE_PX, windowHeight - EDGE_PX - height);
  const y = fitsAbove && (position === 'top-end' || !fitsBelow) ? above : fitsBelow ? below : inWindow;
  Object.assign(popup.style, { left: `${x}px`, top: `${y}px` });
}
