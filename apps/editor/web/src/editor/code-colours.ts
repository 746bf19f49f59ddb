import {HighlightStyle, syntaxHighlighting} from '@codemirror/language';
import {tags} from '@lezer/highlight';

/**
 * Tags of the grammar to variables of the page, which has them for light and dark in the contrast
 * that is asked for. Weight and slant tell what is a word of the language or a comment to whoever
 * sees no colours.
 */
const colours = HighlightStyle.define([
  {tag: tags.keyword, color: 'var(--gz-code-keyword)', fontWeight: '600'},
  {tag: [tags.typeName, tags.standard(tags.name)], color: 'var(--gz-code-type)'},
  {tag: [tags.string, tags.special(tags.string)], color: 'var(--gz-code-text)'},
  {tag: [tags.number, tags.bool, tags.null], color: 'var(--gz-code-number)'},
  {
    tag: [tags.lineComment, tags.blockComment],
    color: 'var(--mantine-color-dimmed)',
    fontStyle: 'italic',
  },
]);

export const codeColours = syntaxHighlighting(colours);
