export {Markdown} from './markdown.tsx';
export {MarkdownField} from './markdown-field.tsx';
export type {Mention} from './mention.ts';
