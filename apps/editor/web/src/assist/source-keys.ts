import type {KeyActions} from '@gazetteer/ui/keys';

/** Of the tree of sources, beside those that all trees have. */
export const sourceKeys = [
  {keys: {Enter: 'insert'}, what: 'insert the name'},
  {keys: {'Alt-Enter': 'show'}, what: 'details of a table or function'},
  {keys: {' ': 'toggle'}, what: 'open or close a line'},
] as const satisfies readonly KeyActions[];
