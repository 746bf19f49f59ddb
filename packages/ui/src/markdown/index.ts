export {Markdown} from './markdown.tsx';
export {MentionArea} from './mention-area.tsx';
export {MarkdownField} from './markdown-field.tsx';
export type {Mention} from './mention.ts';
