import {AppError, guidsAllowed, type Guid} from '@gazetteer/model';
import {hiddenGuid, type Access, type GraphTx} from '@gazetteer/store';

/** Runs work in a transaction of its own, or rehearses it. */
type Attempt<T> = (work: (tx: GraphTx) => Promise<T>, access: Access) => Promise<T>;

/** Undoes a change that succeeded only because of what whoever asked must not know of. */
class Concealed extends Error {}

/**
 * Runs a change for somebody who may not read everything. Its work sees all there is, since what
 * follows from a change is nobody's to know; but when it fails, or does nothing to something that
 * the request named and that may not be read, it is undone and runs once more as if that were not
 * there. So what is answered then is word for word what is answered about what does not exist,
 * however the operation looks things up and whatever it would have said.
 */
export async function concealing<T>(
  work: (tx: GraphTx) => Promise<T>,
  accessWithout: (absent: ReadonlySet<Guid>) => Access,
  attempt: Attempt<T>,
): Promise<T> {
  const absent = new Set<Guid>();
  for (;;) {
    let hidden: readonly Guid[] = [];
    const hiddenOf = async (tx: GraphTx, guids: Iterable<Guid>) =>
      await hiddenAmong(
        tx,
        [...guids].filter(guid => !absent.has(guid)),
      );
    const access = accessWithout(absent);
    const watched = async (tx: GraphTx): Promise<T> => {
      try {
        const value = await work(tx);
        hidden = await unnoticed(tx, await hiddenOf(tx, leftAlone(tx)), access);
        if (hidden.length > 0) throw new Concealed();
        return value;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        hidden = await hiddenOf(tx, tx.named.keys());
        throw hidden.length > 0 ? error : await masked(tx, error);
      }
    };
    try {
      return await attempt(watched, access);
    } catch (error) {
      // Each turn knows of more that the request named, so there are no more turns than names.
      if (hidden.length === 0 || !(error instanceof AppError || error instanceof Concealed)) {
        throw noted(error, absent.size);
      }
      for (const guid of hidden) absent.add(guid);
    }
  }
}

/**
 * A failure that came about because something may not be read is a refusal, though whoever asked is
 * not told.
 */
export function noted(error: unknown, hidden: number): unknown {
  if (hidden > 0 && error instanceof AppError && error.refusals.length === 0) {
    error.refusals = [{what: 'read entity', count: hidden}];
  }
  return error;
}

/**
 * What was named to be changed or referred to, and no permission was needed for: nothing came of
 * it.
 */
function leftAlone(tx: GraphTx): Guid[] {
  const allowed = new Set(tx.applied.flatMap(one => [...guidsAllowed(tx.types, one)]));
  return [...tx.named].flatMap(([guid, hold]) =>
    hold !== 'look' && !allowed.has(guid) ? guid : [],
  );
}

/** Whoever may change something may go on to refer to it, though they may not read it. */
async function unnoticed(tx: GraphTx, guids: readonly Guid[], access: Access): Promise<Guid[]> {
  const kept = guids.filter(guid => tx.named.get(guid) === 'keep');
  const touchable = kept.length === 0 ? new Set<Guid>() : await access.touchable(tx, kept);
  return guids.filter(guid => !touchable.has(guid));
}

async function hiddenAmong(tx: GraphTx, guids: readonly Guid[]): Promise<Guid[]> {
  const seen = tx.forCaller();
  if (seen.readable === undefined || guids.length === 0) return [];
  const readable = await seen.entities(guids, 'look');
  return guids.filter(guid => !readable.has(guid) && seen.refused.has(guid));
}

const guidPattern = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/**
 * A failure may be about entities that nobody named: what would go along, what refers to something.
 */
async function masked(tx: GraphTx, error: AppError): Promise<AppError> {
  const guids = [error.message, ...error.issues].flatMap(text => text.match(guidPattern) ?? []);
  const unnamed = [...new Set(guids)].filter(guid => !tx.named.has(guid));
  const hidden = await hiddenAmong(tx, unnamed);
  if (hidden.length === 0) return error;
  const mask = (text: string) =>
    hidden.reduce((rest, guid) => rest.replaceAll(guid, hiddenGuid), text);
  return AppError.revive(error.kind, mask(error.message), error.issues.map(mask), error.refusals);
}
