/**
 * Adds a copy button to each value of the transfer details. Without the script a tap selects a
 * value.
 */
export const COPY_SCRIPT = `(() => {
  if (!navigator.clipboard) return;
  for (const list of document.querySelectorAll('dl[data-copy]'))
    for (const value of list.querySelectorAll('.copy')) {
      const button = document.createElement('button');
      const name = value.parentElement.previousElementSibling.textContent;
      button.type = 'button';
      button.className = 'copier';
      const say = (word) => { button.textContent = word; button.setAttribute('aria-label', word + ' : ' + name); };
      say(list.dataset.copy);
      button.addEventListener('click', () => navigator.clipboard.writeText(value.textContent).then(() => {
        say(list.dataset.copied);
        setTimeout(() => say(list.dataset.copy), 4000);
      }, () => getSelection().selectAllChildren(value)));
      value.after(button);
    }
})();
`;

/**
 * Lets a customer draw a signature with a finger, a pen or a mouse, as path data that the form
 * sends. Without this script the typed name is used.
 */
export const DRAW_SCRIPT = `(() => {
  const pad = document.getElementById('pad');
  if (!pad) return;
  const BYTES_MAX = 19000;
  const svg = pad.querySelector('svg'), path = svg.querySelector('path'), said = document.getElementById('drawing');
  let drawn = said.value, down = false;
  pad.hidden = false;
  const at = (event) => {
    const box = svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) * 300) / box.width, y = ((event.clientY - box.top) * 96) / box.height;
    return Math.round(Math.max(0, Math.min(300, x)) * 10) / 10 + ' ' + Math.round(Math.max(0, Math.min(96, y)) * 10) / 10;
  };
  const show = () => { path.setAttribute('d', drawn); said.value = / ?L/.test(drawn) ? drawn : ''; };
  svg.addEventListener('pointerdown', (event) => {
    down = true; svg.setPointerCapture(event.pointerId); event.preventDefault();
    if (drawn.length < BYTES_MAX) drawn += (drawn ? ' ' : '') + 'M' + at(event) + ' L' + at(event);
    show();
  });
  svg.addEventListener('pointermove', (event) => {
    if (!down || drawn.length >= BYTES_MAX) return;
    drawn += ' L' + at(event); show();
  });
  for (const end of ['pointerup', 'pointercancel']) svg.addEventListener(end, () => { down = false; });
  document.getElementById('again').addEventListener('click', () => { drawn = ''; show(); });
  document.querySelector('form[action*="/sign?"]').addEventListener('submit', (event) => {
    const button = event.submitter; if (button) setTimeout(() => { button.disabled = true; });
  });
})();
`;
