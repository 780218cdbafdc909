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
