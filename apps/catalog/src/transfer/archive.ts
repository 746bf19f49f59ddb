import {toAtlasNames, toMetaNames} from '@gazetteer/model';

/** Entries of an archive that are no entities. */
export const archiveEntries = {
  info: 'atlas-export-info.json',
  order: 'atlas-export-order.json',
  types: 'atlas-typesdef.json',
  /** In an archive of the form zipDirect: a list of what would be files of their own. */
  entities: 'entities.json',
} as const;

export const entryOf = (guid: string): string => `${guid}.json`;

/** In archives system types have the names of the Atlas API: other servers of it read them. */
export const archiveText = (value: unknown): string => toAtlasNames(JSON.stringify(value));
export const fromArchive = (text: string): string => toMetaNames(text);
