import {named, type ArgsOf} from '@gazetteer/kernel';
import {adminOperations} from '../admin/operations.ts';
import {batchOver} from '../batch/run-batch.ts';
import {bulkOperations} from '../bulk/operations.ts';
import {dictionaryOperations} from '../dictionary/operations.ts';
import {domainOperations} from '../domain/operations.ts';
import {entityOperations} from '../entity/operations.ts';
import {glossaryOperations} from '../glossary/operations.ts';
import {legacyOperations} from '../legacy/operations.ts';
import {lineageOperations} from '../lineage/operations.ts';
import {notificationOperations} from '../notification/operations.ts';
import {openLineageOperations} from '../openlineage/operations.ts';
import {relationshipOperations} from '../relationship/operations.ts';
import {searchOperations} from '../search/operations.ts';
import {sourceOperations} from '../source/operations.ts';
import {subscriptionOperations} from '../subscription/operations.ts';
import {tokenOperations} from '../token/operations.ts';
import {transferOperations} from '../transfer/operations.ts';
import {usageOperations} from '../usage/operations.ts';
import {typeOperations} from '../types/operations.ts';
import {undoOperations} from '../undo/operations.ts';

const singles = {
  ...adminOperations,
  ...bulkOperations,
  ...dictionaryOperations,
  ...domainOperations,
  ...entityOperations,
  ...glossaryOperations,
  ...legacyOperations,
  ...lineageOperations,
  ...notificationOperations,
  ...openLineageOperations,
  ...relationshipOperations,
  ...searchOperations,
  ...sourceOperations,
  ...subscriptionOperations,
  ...tokenOperations,
  ...transferOperations,
  ...typeOperations,
  ...undoOperations,
  ...usageOperations,
};
/** Several of the others in one transaction. */
export const batchOperations = {runBatch: batchOver(singles)};

/** Every operation of the catalog, by the name that metrics and records know it by. */
export const operations = named({...singles, ...batchOperations});

export type OperationName = keyof typeof operations;
/** What an operation is called with. */
export type OperationArgs<Name extends OperationName> = ArgsOf<(typeof operations)[Name]>;
