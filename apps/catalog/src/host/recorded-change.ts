import {randomUUID} from 'node:crypto';
import {hostname} from 'node:os';
import {
  changeLines,
  may,
  recordedChanges,
  recordedTypeChanges,
  type RecordedChange,
  type TypeRegistry,
} from '@gazetteer/model';
import {keepAuditLines, type GraphTx, type Keeper} from '@gazetteer/store';
import type {Need} from '../access/needs.ts';
import type {Caller} from '../caller.ts';

const host = hostname();

/** Rules that stand in no policy: there is none, or what is done needs none. */
const noPolicy = 'no policy';
const catalogItself = 'catalog';

/**
 * Of a change that is to be recorded: where records are kept, as what, for whom, and by which rules
 * it was allowed.
 */
export type Recording = {
  readonly keeper: Keeper;
  readonly name: string;
  readonly caller: Caller;
  readonly need: Need;
  /** Of the policy: those that have decided something while the work ran. */
  readonly decided: Set<string>;
};

/**
 * Keeps, in the transaction that has done it, who changed what and by which rule, for the request
 * audit: neither is there without the other, whatever becomes of the process or of whoever asked.
 * @param before the types at the transaction's start
 */
export async function keepRecords(
  tx: GraphTx,
  before: TypeRegistry,
  {keeper, name, caller, need, decided}: Recording,
): Promise<void> {
  const all = [...recordedTypeChanges(before, tx.types), ...tx.applied.flatMap(recordedChanges)];
  // What the catalog notes for itself nobody has done.
  const isNote = ({type = ''}: RecordedChange) =>
    tx.types.entityTypes.get(type)?.isInternal === true;
  const changes = caller.isCatalog === true ? all.filter(one => !isNote(one)) : all;
  if (changes.length === 0) return;
  const record = {
    time: Date.now(),
    // Messages of hooks are taken in for whoever caused them.
    user: tx.author?.userName ?? caller.actor.userName,
    action: name,
    rules: rulesOf(caller, need, decided),
    request: caller.requestId,
    agent: keeper.agent,
    host,
  };
  await keepAuditLines(tx, keeper, changeLines(record, changes, randomUUID));
}

function rulesOf(
  {grants, isCatalog}: Caller,
  {privilege, isInternal}: Need,
  decided: ReadonlySet<string>,
): string[] {
  if (isCatalog === true || isInternal === true) return [catalogItself];
  if (grants === undefined) return [noPolicy];
  const asked = privilege === undefined ? [] : may(grants, {kind: 'admin', privilege}).because;
  return [...asked, ...decided];
}
