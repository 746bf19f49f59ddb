import {EditorView} from '@codemirror/view';

/**
 * Colours are variables of the page, so that they change with it. Comes with the first visit, and
 * so has the look of lists, marks and dialogs that are loaded later: without it they would jump
 * when their rules arrive.
 */
export const codeLook = EditorView.theme({
  '&': {
    height: '100%',
    backgroundColor: 'var(--gz-card)',
    color: 'var(--mantine-color-text)',
    fontSize: '0.875rem',
  },
  '.cm-scroller': {fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.55'},
  '.cm-content': {caretColor: 'var(--mantine-color-text)', paddingBlock: '0.5rem'},
  '&.cm-focused': {outline: 'none'},
  '&.cm-focused .cm-cursor': {borderLeftColor: 'var(--mantine-color-text)'},
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, ::selection':
    {
      backgroundColor: 'var(--gz-selected) !important',
    },
  '.cm-gutters': {
    backgroundColor: 'var(--gz-card)',
    color: 'var(--mantine-color-dimmed)',
    border: 'none',
    paddingInlineStart: '0.25rem',
  },
  // The library's colour would lie over the selection, which is drawn below the text.
  '.cm-activeLine': {backgroundColor: 'transparent'},
  '.cm-activeLineGutter': {
    backgroundColor: 'transparent',
    color: 'var(--mantine-color-text)',
    fontWeight: '600',
  },
  '.cm-active-statement': {boxShadow: 'inset 2px 0 0 var(--mantine-color-anchor)'},
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--gz-chosen)',
    outline: '1px solid var(--mantine-color-anchor)',
  },
  '.cm-nonmatchingBracket': {color: 'var(--mantine-color-error)'},
  '.cm-panels': {backgroundColor: 'var(--gz-page)', color: 'inherit'},
  '.cm-panels.cm-panels-top': {borderBottom: '1px solid var(--gz-line)'},
  '.cm-textfield': {
    backgroundColor: 'var(--gz-card)',
    color: 'inherit',
    border: '1px solid var(--mantine-color-dimmed)',
  },
  '.cm-button': {
    backgroundColor: 'var(--gz-card)',
    backgroundImage: 'none',
    color: 'inherit',
    border: '1px solid var(--mantine-color-dimmed)',
    borderRadius: '4px',
  },
  '.cm-searchMatch': {backgroundColor: 'var(--gz-match)'},
  '.cm-searchMatch-selected': {outline: '2px solid var(--mantine-color-anchor)'},
  '.cm-tooltip': {
    backgroundColor: 'var(--gz-card)',
    color: 'var(--mantine-color-text)',
    border: '1px solid var(--gz-line)',
    borderRadius: 'var(--mantine-radius-md)',
    boxShadow: 'var(--mantine-shadow-md)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    maxHeight: '18em',
  },
  '.cm-tooltip-autocomplete ul li': {padding: '0.15rem 0.5rem !important'},
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--mantine-color-sea-7) !important',
    color: 'white !important',
  },
  // Letters: the library's own signs are in few fonts.
  '.cm-completionIcon': {
    width: '1.1em',
    paddingInlineEnd: '0.4em',
    fontSize: '0.75rem',
    fontWeight: '600',
    textAlign: 'center',
    opacity: '0.75',
  },
  '.cm-completionIcon-keyword::after': {content: "'K'"},
  '.cm-completionIcon-namespace::after': {content: "'D'"},
  '.cm-completionIcon-class::after': {content: "'T'"},
  '.cm-completionIcon-interface::after': {content: "'V'"},
  '.cm-completionIcon-property::after': {content: "'C'"},
  '.cm-completionIcon-function::after': {content: "'ƒ'"},
  '.cm-completionIcon-variable::after': {content: "'A'"},
  '.cm-completionIcon-text::after': {content: "'J'"},
  '.cm-completionIcon-type::after': {content: "'Y'"},
  '.cm-completionIcon-constant::after': {content: "'$'"},
  '.cm-completionIcon-enum::after': {content: "'S'"},
  '.cm-completionIcon-method::after': {content: "'…'"},
  '.cm-completionDetail': {
    fontStyle: 'normal',
    color: 'var(--mantine-color-dimmed)',
    marginInlineStart: '1rem',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected] .cm-completionDetail': {color: 'white'},
  '.cm-completionInfo': {maxWidth: '26rem', padding: '0.5rem', whiteSpace: 'pre-wrap'},
  '.cm-signature': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    fontSize: '0.8125rem',
    maxWidth: '44rem',
    padding: '0.25rem 0.5rem',
    color: 'var(--mantine-color-dimmed)',
  },
  '.cm-signature strong': {color: 'var(--mantine-color-text)'},
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--mantine-color-error) 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--mantine-color-orange-6) 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-info': {
    backgroundImage: 'none',
    textDecoration: 'underline dotted var(--mantine-color-dimmed) 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-diagnosticAction': {
    backgroundColor: 'var(--mantine-color-sea-7)',
    color: 'white',
    borderRadius: '4px',
  },
  '.cm-tooltip-lint': {padding: '0.25rem'},
  '.cm-diagnostic-error': {borderLeftColor: 'var(--mantine-color-error)'},
  '.cm-placeholder': {color: 'var(--mantine-color-placeholder)'},
});
