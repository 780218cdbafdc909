// Loaded before the page is drawn: the theme chosen in the app or the manual, by its attribute.
const chosen = localStorage.getItem('facturier.appearance');
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
