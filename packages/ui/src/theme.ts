import {createTheme, type CSSVariablesResolver, type MantineColorsTuple} from '@mantine/core';

/** Sea on an old map. White text on shade 7 has a contrast of 5.6. */
const sea: MantineColorsTuple = [
  '#e9f6f8',
  '#d3eaee',
  '#a5d4dc',
  '#73bdca',
  '#4ea9ba',
  '#369db1',
  '#2592a8',
  '#0f7288',
  '#0a6479',
  '#054f61',
];

/** The library's greys with a little of the sea, as the pages' own dark colours have it. */
const dark: MantineColorsTuple = [
  '#cfd6dd',
  '#b9c2cb',
  '#8f9aa6',
  '#5d6874',
  '#37424d',
  '#2b343e',
  '#222a32',
  '#1b2128',
  '#161b21',
  '#10151a',
];

/** Where menus, lists and dialogs open: the provider has the element. */
export const overlaysId = 'gz-overlays';

const scrollingList = {
  defaultProps: {withScrollArea: false},
  styles: {options: {maxHeight: 220, overflowY: 'auto'}},
} as const;

export const theme = createTheme({
  colors: {sea, dark},
  primaryColor: 'sea',
  primaryShade: {light: 7, dark: 7},
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace:
    'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: {fontSize: '1.5rem', lineHeight: '1.3'},
      h2: {fontSize: '1.15rem', lineHeight: '1.4'},
    },
  },
  components: {
    // The colors of the library have too little contrast for the letters of a title.
    Alert: {styles: {title: {color: 'var(--mantine-color-text)'}}},
    // Spoken and drawn the same way everywhere.
    Tooltip: {defaultProps: {openDelay: 400, withArrow: true, multiline: true, maw: 480}},
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: {backgroundOpacity: 0.5, blur: 2},
        closeButtonProps: {'aria-label': 'Close'},
        // The library's header of a dialog would pass for that of the page.
        attributes: {header: {role: 'presentation'}},
      },
      // The ring of a field at the top would be cut off by the header.
      styles: {body: {paddingTop: 4}},
    },
    // The library's is lighter in the dark than all else that lies on a page.
    Card: {defaultProps: {bg: 'var(--gz-card)'}},
    Drawer: {defaultProps: {closeButtonProps: {'aria-label': 'Close'}}},
    // A landmark, which what opens in the body itself would stand outside of.
    Portal: {defaultProps: {target: `#${overlaysId}`}},
    // The focus would begin on an element that no menu may have.
    Menu: {defaultProps: {withInitialFocusPlaceholder: false}},
    // What a list says in place of options: it may have nothing but those.
    ComboboxEmpty: {defaultProps: {role: 'option', 'aria-disabled': true}},
    // The list itself scrolls: the library's area in it would need a tab stop of its own.
    ...Object.fromEntries(
      ['Select', 'MultiSelect', 'Autocomplete', 'TagsInput'].map(name => [name, scrollingList]),
    ),
    TextInput: {defaultProps: {dir: 'auto'}},
    Textarea: {defaultProps: {dir: 'auto', autosize: true, minRows: 2}},
  },
});

/**
 * The library's own soft texts are too faint to read: contrast 3.3 on white, where 4.5 is needed.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#55616f',
    '--mantine-color-placeholder': '#68737f',
    '--mantine-color-anchor': 'var(--mantine-color-sea-8)',
    '--mantine-color-error': '#c22525',
    '--gz-page': '#f4f6f8',
    '--gz-card': '#ffffff',
    '--gz-line': '#dde3ea',
    '--gz-hover': '#eef3f6',
    '--gz-chosen': 'var(--mantine-color-sea-0)',
    '--gz-selected': '#cfe3ea',
    '--gz-match': '#ffe8a3',
    '--gz-removed': '#fbe3e3',
    '--gz-added': '#dcf3e1',
    '--gz-code-keyword': '#0a5d86',
    '--gz-code-type': '#7a3e9d',
    '--gz-code-text': '#2b6a1f',
    '--gz-code-number': '#9a4a00',
  },
  dark: {
    '--mantine-color-body': '#161b21',
    '--mantine-color-dimmed': '#a3afbb',
    '--mantine-color-placeholder': '#8d99a6',
    '--mantine-color-anchor': 'var(--mantine-color-sea-3)',
    '--mantine-color-error': '#ff9d9d',
    '--gz-page': '#10151a',
    '--gz-card': '#161b21',
    '--gz-line': '#2b343e',
    '--gz-hover': '#1e262e',
    '--gz-chosen': '#123640',
    '--gz-selected': '#1f4a57',
    '--gz-match': '#5c4a12',
    '--gz-removed': '#43242a',
    '--gz-added': '#173a25',
    '--gz-code-keyword': '#7cc4e8',
    '--gz-code-type': '#d3a4f0',
    '--gz-code-text': '#9fd68b',
    '--gz-code-number': '#f2b172',
  },
});
