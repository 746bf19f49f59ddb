import {body} from '@gazetteer/kernel';
import {
  datasetKey,
  emptyChangeSet,
  planBusinessUpdate,
  qualityGroup,
  qualityOf,
  qualityValues,
  type EntityRecord,
} from '@gazetteer/model';
import {datasetsOf, type GraphTx} from '@gazetteer/store';
import {open} from '../access/needs.ts';
import type {Context} from '../catalog.ts';
import {writeGoverned} from '../entity/governance-types.ts';
import {planningOf} from '../entity/planning.ts';
import {steps} from '../operation.ts';
import {identityIn, uniqueRefOf, keyOf, withFolders} from './dataset-rows.ts';
import {checkedDatasets, readCheckedDatasets, type CheckedDataset} from './datasets-body.ts';

/** POST /lineage/datasets/checks: what whoever runs checks of tables says of their last results. */
export const receiveChecks = steps('POST /v2/lineage/datasets/checks', {
  summary: 'Report how checks of data sets ended',
  description:
    'How many checks of each passed, failed and could not be run, in place of what was reported before; none takes it away. The editor sends this of its checks. Stored as business metadata (`AssetQuality`), which is created with the first of it. Data sets that are no asset are left out. An addition to the Atlas API.',
  body: body(checkedDatasets, readCheckedDatasets),
  errors: ['BAD_REQUEST'],
  may: {...open, privilege: 'service-notification-post'},
  scopes: ['lineage'],
  on: 'writer',
  run: async (c, {body: reported}): Promise<void> => {
    if (reported.length === 0) return;
    await writeGoverned(c, 'OpenLineage.receiveChecks', async tx => {
      const planning = planningOf(c);
      const records = await assetsOf(tx, reported, c);
      const updated = reported.flatMap((one, i) => {
        const before = records[i];
        if (before?.status !== 'ACTIVE') return [];
        const values = qualityValues(one, qualityOf(before), planning.now);
        const after = planBusinessUpdate(
          tx.types,
          before,
          {[qualityGroup]: values},
          false,
          planning,
        );
        return after === before ? [] : [{before, after}];
      });
      // Said once more it is no change: nothing is written, and nobody is told.
      if (updated.length > 0) await tx.apply({...emptyChangeSet(), updated}, planning);
    });
  },
});

/** In the order asked for; of two names of one asset the last one counts. */
async function assetsOf(
  tx: GraphTx,
  reported: readonly CheckedDataset[],
  {settings: {openLineage}}: Pick<Context, 'settings'>,
): Promise<(EntityRecord | undefined)[]> {
  const keys = reported.map(datasetKey);
  const rows = await datasetsOf(tx, withFolders(keys));
  const names = keys.map(key => uniqueRefOf(keyOf(identityIn(rows, key, openLineage))));
  const records = await tx.byUnique(names);
  return records.map((one, i) =>
    records.some((other, j) => j > i && other?.guid === one?.guid) ? undefined : one,
  );
}
