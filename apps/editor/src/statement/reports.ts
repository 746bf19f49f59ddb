import type {Database} from '@gazetteer/db';
import type {Log} from '@gazetteer/server';
import {StatementLog} from './statement-log.ts';

/** What a server has said of a statement, for who asks another node. */
export type Report = {
  /** Absent where the server does not tell. */
  readonly percent: number | undefined;
  readonly log: StatementLog;
  /** Whether more may come. */
  readonly isOpen: boolean;
};

type Row = {
  readonly percent: number | null;
  /** Null before the first word, as what follows. */
  readonly line_count: number | null;
  readonly lines: string | null;
  readonly is_open: number | null;
};

/** How long a question counts, and how soon it is asked again. */
const askedMs = {most: 10_000, again: 2000};
/** How long the answer is kept behind the last question. */
const keptMs = 10 * 60_000;
const most = {lines: 1000, characters: 256 * 1024};

/**
 * What nodes tell each other of statements: the one that asks the server writes it down as long as
 * somebody asks another one.
 */
export class Reports {
  readonly #db: Database;
  readonly #node: string;
  readonly #log: Log;
  /** Servers that are slow to answer hold up nothing else. */
  readonly #inHand = new Set<number>();
  /** What this node knows of one of its statements; undefined where it has nothing at hand. */
  read: (uuid: string) => Promise<Report | undefined> = async () => undefined;

  constructor(db: Database, node: string, log: Log) {
    this.#db = db;
    this.#node = node;
    this.#log = log;
  }

  /**
   * What the node that has it has told. Undefined before its first word.
   * @param isAsked whether it is to go on
   */
  async of(statement: number, isAsked: boolean): Promise<Report | undefined> {
    const {now} = this.#db.dialect;
    const [row] = await this.#db.read(db =>
      db.all<Row & {is_asked: number}>(
        `SELECT percent, line_count, lines, is_open,
           CASE WHEN asked_at BETWEEN ${now} - ${askedMs.again} AND ${now} THEN 1 ELSE 0 END AS is_asked
         FROM editor_report WHERE statement = ?`,
        [statement],
      ),
    );
    if (isAsked && Number(row?.is_asked ?? 0) === 0) await this.#ask(statement);
    return row && reportOf(row);
  }

  async #ask(statement: number): Promise<void> {
    const {now} = this.#db.dialect;
    await this.#db.write(db =>
      db.run(
        `INSERT INTO editor_report (statement, asked_at) VALUES (?, ${now})
         ON CONFLICT (statement) DO UPDATE SET asked_at = excluded.asked_at`,
        [statement],
      ),
    );
  }

  /** Writes down what others ask for. */
  async tell(): Promise<void> {
    const {now} = this.#db.dialect;
    const rows = await this.#db.read(db =>
      db.all<Omit<Row, 'lines'> & {id: number; uuid: string}>(
        `SELECT s.id, s.uuid, r.percent, r.line_count, r.is_open FROM editor_report r
         JOIN editor_statement s ON s.id = r.statement
         WHERE s.owner = ? AND r.asked_at > ${now} - ${askedMs.most}`,
        [this.#node],
      ),
    );
    for (const {id, uuid, ...told} of rows) void this.#tell(Number(id), uuid, told);
  }

  async #tell(id: number, uuid: string, told: Omit<Row, 'lines'>): Promise<void> {
    if (this.#inHand.has(id)) return;
    this.#inHand.add(id);
    try {
      const report = await this.read(uuid);
      if (report === undefined || isSame(report, told)) return;
      const {percent, log, isOpen} = report;
      await this.#db.write(db =>
        db.run(
          'UPDATE editor_report SET percent = ?, line_count = ?, lines = ?, is_open = ? WHERE statement = ?',
          [percent ?? null, log.count, JSON.stringify(lastOf(log.lines)), isOpen ? 1 : 0, id],
        ),
      );
    } catch (error) {
      this.#log.debug({statement: uuid, error}, 'other editors are not told of a statement');
    } finally {
      this.#inHand.delete(id);
    }
  }

  /** What nobody has asked for in a while. */
  async forget(): Promise<void> {
    const {now} = this.#db.dialect;
    await this.#db.write(db =>
      db.run(`DELETE FROM editor_report WHERE asked_at < ${now} - ${keptMs}`),
    );
  }
}

function reportOf({percent, line_count, lines, is_open}: Row): Report | undefined {
  if (lines === null) return undefined;
  return {
    percent: percent ?? undefined,
    log: StatementLog.of(JSON.parse(lines) as string[], Number(line_count)),
    isOpen: Number(is_open) === 1,
  };
}

function isSame({percent, log, isOpen}: Report, told: Omit<Row, 'lines'>): boolean {
  return (
    told.line_count !== null &&
    (percent ?? null) === told.percent &&
    log.count === Number(told.line_count) &&
    isOpen === (Number(told.is_open) === 1)
  );
}

function lastOf(lines: readonly string[]): readonly string[] {
  const last: string[] = [];
  let room = most.characters;
  for (const line of lines.slice(-most.lines).toReversed()) {
    room -= line.length;
    if (room < 0) break;
    last.push(line);
  }
  return last.toReversed();
}
