import type {Schemas} from '@gazetteer/client';

/** What somebody has filled in to say which entities an archive is to hold. */
export type ExportForm = {
  readonly by: 'entities' | 'value' | 'types';
  readonly guids: readonly string[];
  /** By value: the type and attribute to look at, and how to compare. */
  readonly typeName: string;
  readonly attribute: string;
  readonly match: string;
  readonly value: string;
  readonly types: readonly string[];
  readonly fetchType: string;
  /** For `INCREMENTAL`, in epoch milliseconds. */
  readonly since: number | undefined;
  readonly skipLineage: boolean;
  /** The catalog that the archive is for. */
  readonly replicatedTo: string;
};

/** The form at first: of named entities, since an export by type can be everything. */
export const emptyExport: ExportForm = {
  by: 'entities',
  guids: [],
  typeName: '',
  attribute: 'qualifiedName',
  match: 'startsWith',
  value: '',
  types: [],
  fetchType: 'FULL',
  since: undefined,
  skipLineage: false,
  replicatedTo: '',
};

/** Undefined: something that is needed is missing yet. */
export function exportRequest(form: ExportForm): Schemas['ExportRequest'] | undefined {
  const items = itemsOf(form);
  if (items.length === 0 || (form.fetchType === 'INCREMENTAL' && form.since === undefined))
    return undefined;
  const matchType =
    form.by === 'types'
      ? 'forType'
      : form.by === 'value' && form.match !== 'equals'
        ? form.match
        : '';
  return {
    itemsToExport: items,
    options: {
      fetchType: form.fetchType,
      ...(matchType === '' ? {} : {matchType}),
      ...(form.fetchType === 'INCREMENTAL' ? {changeMarker: String(form.since ?? 0)} : {}),
      ...(form.skipLineage ? {skipLineage: 'true'} : {}),
      ...(form.replicatedTo.trim() === '' ? {} : {replicatedTo: form.replicatedTo.trim()}),
      // Or an archive of nothing would be saved, and nobody would look into it.
      omitZipResponseForEmptyExport: 'true',
    },
  };
}

function itemsOf({by, guids, types, typeName, attribute, value}: ExportForm) {
  if (by === 'entities') return guids.map(guid => ({guid}));
  if (by === 'types') return types.length === 0 ? [] : [{typeName: types.join(',')}];
  return typeName === '' || attribute === '' || value === ''
    ? []
    : [{typeName, uniqueAttributes: {[attribute]: value}}];
}
