import {blockedTags, carriedTags, emptyChangeSet} from '@gazetteer/model';
import {blocksOf, holdPropagations} from '@gazetteer/store';
import {imports} from '../access/needs.ts';
import {planningOf} from '../entity/planning.ts';
import {change} from '../operation.ts';
import {readFiles, type ImportBatchArgs} from './import-batch.ts';

/**
 * Brings the ways of classifications in line with some files of an archive, when all its entities
 * are there: what relations do not let through and, when all of that is done, what entities carry
 * although nothing leads to them any more.
 */
export const importPropagation = change({
  may: imports,
  logAs: 'AtlasEntityStoreV2.createOrUpdateForImport',
  run: async (tx, args: ImportBatchArgs & {part: 'blocking' | 'carrying'}, c): Promise<void> => {
    const {entities} = readFiles(tx.types, args);
    if (args.part === 'carrying') {
      const carried = entities.flatMap(one =>
        carriedTags(one).map(tag => ({entityGuid: one.guid, ...tag})),
      );
      await holdPropagations(tx, carried);
      return;
    }
    const wanted = new Map(entities.flatMap(one => [...blockedTags(one)]));
    const edges = await tx.edgesByGuid([...wanted.keys()]);
    const stored = await blocksOf(tx, [...wanted.keys()]);
    const blocksAdded = edges.flatMap(edge => {
      const there = new Set(
        stored.get(edge.guid)?.map(({typeName, sourceGuid}) => `${typeName} ${sourceGuid}`),
      );
      const missing = (wanted.get(edge.guid) ?? []).filter(
        one => !there.has(`${one.typeName} ${one.sourceGuid}`),
      );
      return missing.map(one => ({edge, ...one}));
    });
    const sources = await tx.entities([...new Set(blocksAdded.map(one => one.sourceGuid))], 'look');
    const possible = blocksAdded.filter(one => sources.has(one.sourceGuid));
    if (possible.length > 0)
      await tx.apply({...emptyChangeSet(), blocksAdded: possible}, planningOf(c));
  },
});
