/** Gives what is transferred a button that copies it. Without the script a value is selected by one touch, and copied by hand. */
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
