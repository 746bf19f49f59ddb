export {bytesText} from './bytes-text.ts';
export {ColorSchemeMenu} from './color-scheme-menu.tsx';
export {type Question, useConfirm} from './confirm.tsx';
export {CopyButton} from './copy-button.tsx';
export {type Column, DataTable, type Selection} from './data-table/data-table.tsx';
export type {Sort} from './data-table/sort.ts';
export {Dialog, DialogForm} from './dialog.tsx';
export {DocsLink} from './docs-link.tsx';
export {catalogErrorCodes, editorErrorCodes} from './error-codes.ts';
export {explainCodes} from './explain-error.ts';
export {csv, csvBlob, saveFile} from './file.ts';
export {Frame} from './frame.tsx';
export {JsonView} from './json-view.tsx';
export {isPressed, type KeyHelp} from './keys.ts';
export {Logo} from './logo.tsx';
export {breakable, Name} from './name.tsx';
export {OtherHalf} from './other-half.tsx';
export {IconButton} from './icon-button.tsx';
export {Page} from './page.tsx';
export {plainText} from './plain-text.ts';
export * from './query-builder/filter.ts';
export {QueryBuilder} from './query-builder/query-builder.tsx';
export {Problem} from './problem.tsx';
export {Resizer} from './resizer.tsx';
export {loginProblem, Session, UnreachableError, type SessionFacts} from './session.ts';
export {
  EmptyState,
  ErrorState,
  LoadingState,
  messageOf,
  problemText,
  problemTitle,
} from './states.tsx';
export {SearchInput} from './search-input.tsx';
export {TabList} from './tab-list.tsx';
export {TimeField} from './time-field.tsx';
export {toast, type ToastAction} from './toasts.tsx';
export {uploadFetch} from './upload-fetch.ts';
export {UiProvider} from './ui-provider.tsx';
export {UserMenu} from './user-menu.tsx';
export {isOtherHalfThere, useOtherHalf} from './use-other-half.ts';
export {useStored} from './use-stored.ts';
export {ago, durationText} from './time-text.ts';
export {dateText, When} from './when.tsx';
