import sanitizeHtml from 'sanitize-html';

/** Maximum nesting of elements; deeper ones are removed. */
const NESTING_MAX = 40;

const COLOUR = [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s,.%]{1,40}\)$/i, /^[a-z]{3,20}$/i];
const LENGTH = [/^\d{1,3}(\.\d{1,2})?(px|em|%|pt)?$/];
const LENGTHS = [/^(\d{1,3}(px|em|%|pt)?\s?){1,4}$/];

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    ...[
      'p',
      'div',
      'br',
      'hr',
      'span',
      'strong',
      'b',
      'em',
      'i',
      'u',
      's',
      'small',
      'sub',
      'sup',
      'a',
      'h1',
      'h2',
      'h3',
      'h4',
    ],
    ...['ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    '*': ['style', 'dir', 'lang'],
    a: ['href', 'title'],
    table: ['role'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedStyles: {
    '*': {
      color: COLOUR,
      'background-color': COLOUR,
      'font-size': LENGTH,
      'font-weight': [/^(normal|bold|[1-9]00)$/],
      'font-style': [/^(normal|italic)$/],
      'text-align': [/^(left|right|center|justify|start|end)$/],
      'text-decoration': [/^(none|underline|line-through)$/],
      'white-space': [/^(normal|nowrap|pre-wrap|pre-line)$/],
      margin: LENGTHS,
      padding: LENGTHS,
      width: LENGTH,
      'border-bottom': [/^\d{1,2}px solid #[0-9a-f]{3,6}$/i],
      'border-collapse': [/^(collapse|separate)$/],
      'vertical-align': [/^(top|middle|bottom|baseline)$/],
      'line-height': [/^\d(\.\d{1,2})?$/],
      'border-radius': LENGTH,
      display: [/^(block|inline|inline-block)$/],
    },
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nestingLimit: NESTING_MAX,
  // The text of a script is not content.
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'title',
    'xmp',
    'noembed',
    'noframes',
    'plaintext',
  ],
  disallowedTagsMode: 'discard',
};

/**
 * Sanitizes foreign HTML: keeps text, lists, tables and links, and a few styles with allowed
 * values. Removes scripts, handlers, forms, pictures (they track readers), classes, script links
 * and styles that affect the layout outside. Sanitizing twice changes nothing.
 */
export const harmless = (html: string): string => sanitizeHtml(html, options);
