import {AppError, parseJson} from '@gazetteer/model';
import {archiveEntries, entryOf, fromArchive} from './archive.ts';
import {ZipReader, type ZipLimits} from '@gazetteer/formats/zip';

/** Text of files in one batch, so that a batch of large ones is held by nobody. */
const maxBatchChars = 4 * 1024 * 1024;

export type Batch = {
  /** Place of the first file in the order, and of the one behind the last. */
  from: number;
  to: number;
  texts: string[];
};

/**
 * An archive that is imported: its entity files in their order. It holds their names and one batch.
 */
export class ImportSource {
  readonly #zip: ZipReader;
  /** Entity files of an archive that has them all in one. */
  readonly #texts: readonly string[] | undefined;
  readonly order: readonly string[];
  /** What the archive tells of its export, if it does. */
  readonly exportResult: Record<string, unknown> | undefined;
  readonly typesDef: string | undefined;

  private constructor(
    zip: ZipReader,
    order: readonly string[],
    texts: readonly string[] | undefined,
    info: string | undefined,
    typesDef: string | undefined,
  ) {
    this.#zip = zip;
    this.#texts = texts;
    this.order = order;
    this.exportResult =
      info === undefined ? undefined : (parseJson(fromArchive(info)) as Record<string, unknown>);
    this.typesDef = typesDef;
  }

  /** @throws IMPORT_ATTEMPTING_EMPTY_ZIP, IMPORT_INVALID_ZIP_ENTRY */
  static async open(path: string, limits: ZipLimits): Promise<ImportSource> {
    const zip = await ZipReader.open(path, limits);
    try {
      if ([...zip.names].length === 0) throw new AppError('IMPORT_ATTEMPTING_EMPTY_ZIP');
      const [listed, all] = [
        await zip.text(archiveEntries.order),
        await zip.text(archiveEntries.entities),
      ];
      const files = all === undefined ? undefined : readEntities(all);
      const order =
        files?.map(one => one.guid) ?? (listed === undefined ? namesIn(zip) : readOrder(listed));
      const texts = files?.map(one => one.text);
      return new ImportSource(
        zip,
        order,
        texts,
        await zip.text(archiveEntries.info),
        await zip.text(archiveEntries.types),
      );
    } catch (error) {
      await zip.close();
      throw error;
    }
  }

  /** Items of the export's request. */
  get exportedItems(): unknown[] {
    const request = this.exportResult?.['request'] as {itemsToExport?: unknown[]} | undefined;
    return request?.itemsToExport ?? [];
  }

  /**
   * The next files from a place on: at most `count`, fewer when they are large. @throws
   * IMPORT_INVALID_ZIP_ENTRY
   */
  async batch(from: number, count: number): Promise<Batch> {
    const texts: string[] = [];
    let chars = 0;
    let to = from;
    for (; to < this.order.length && texts.length < count && chars < maxBatchChars; to++) {
      const text = await this.text(to);
      texts.push(text);
      chars += text.length;
    }
    return {from, to, texts};
  }

  async text(place: number): Promise<string> {
    const own = this.#texts?.[place];
    if (own !== undefined) return own;
    const name = entryOf(this.order[place] ?? '');
    const text = await this.#zip.text(name);
    if (text === undefined)
      throw new AppError('IMPORT_INVALID_ZIP_ENTRY', [
        name,
        'the archive lists it and does not have it',
      ]);
    return text;
  }

  async close(): Promise<void> {
    await this.#zip.close();
  }
}

function readOrder(text: string): string[] {
  const order = parseJson(text);
  if (!Array.isArray(order))
    throw new AppError('IMPORT_INVALID_ZIP_ENTRY', [archiveEntries.order, 'it is no list']);
  return [...new Set(order.map(String))];
}

/**
 * What would be a file of its own each. An empty object ends the list of some writers: it is no
 * entity.
 */
function readEntities(text: string): {guid: string; text: string}[] {
  const list = parseJson(text);
  if (!Array.isArray(list))
    throw new AppError('IMPORT_INVALID_ZIP_ENTRY', [archiveEntries.entities, 'it is no list']);
  return (list as ({entity?: {guid?: unknown}} | null)[])
    .filter(one => one !== null && Object.keys(one).length > 0)
    .map(one => ({guid: String(one?.entity?.guid), text: JSON.stringify(one)}));
}

/** Without a list of their own the entity files come as they stand in the archive. */
function namesIn(zip: ZipReader): string[] {
  const others = new Set<string>(Object.values(archiveEntries));
  return [...zip.names]
    .filter(name => name.endsWith('.json') && !others.has(name))
    .map(name => name.slice(0, -5));
}
