import type {Log} from '@gazetteer/server';

export type LogLine = {
  readonly level: keyof Log;
  readonly fields: object;
  readonly message: string;
};

/** Keeps what is logged, and lets a test wait for a line. */
export class TestLog implements Log {
  readonly lines: LogLine[] = [];
  readonly #waiting: {isWanted: (line: LogLine) => boolean; resolve: (line: LogLine) => void}[] =
    [];

  debug(fields: object, message: string): void {
    this.#add({level: 'debug', fields, message});
  }

  info(fields: object, message: string): void {
    this.#add({level: 'info', fields, message});
  }

  warn(fields: object, message: string): void {
    this.#add({level: 'warn', fields, message});
  }

  error(fields: object, message: string): void {
    this.#add({level: 'error', fields, message});
  }

  messages(level: keyof Log): string[] {
    return this.lines.filter(line => line.level === level).map(line => line.message);
  }

  /** The next such line from now on. */
  async next(isWanted: (line: LogLine) => boolean): Promise<LogLine> {
    return await new Promise(resolve => this.#waiting.push({isWanted, resolve}));
  }

  #add(line: LogLine): void {
    this.lines.push(line);
    for (const each of this.#waiting.splice(0)) {
      if (each.isWanted(line)) each.resolve(line);
      else this.#waiting.push(each);
    }
  }
}
