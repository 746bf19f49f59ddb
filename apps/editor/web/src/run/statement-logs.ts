import type {Answer} from '../api/wire.ts';

export type LogNews = Answer<'POST /api/editor/get_logs'>;
type AskNews = (uuid: string, from: number) => Promise<LogNews>;

/** Between two questions for what an engine says behind the end of a statement. */
const pauseMs = {first: 25, last: 2500};

/**
 * What engines have said about statements, as far as this page has been told. Texts and not lines,
 * as logs of some megabytes are shown as one; asked for from a line on, so that each is sent once.
 * Kept by uuid, since a statement is looked at from several tabs.
 */
export class StatementLogs {
  readonly #ask: AskNews;
  readonly #texts = new Map<string, string>();
  /** Lines that the server has told of each, as it counts them. */
  readonly #lines = new Map<string, number>();

  /** @param ask for the lines of a statement from one on */
  constructor(ask: AskNews) {
    this.#ask = ask;
  }

  /** Undefined where nothing was asked for yet. */
  textOf(uuid: string): string | undefined {
    return this.#texts.get(uuid);
  }

  /** Replaces what is known of it. */
  set(uuid: string, text: string): void {
    this.#texts.set(uuid, text);
  }

  /** Adds what is new. */
  async read(uuid: string): Promise<LogNews> {
    const before = this.textOf(uuid) ?? '';
    const from = before === '' ? 0 : (this.#lines.get(uuid) ?? 0);
    const news = await this.#ask(uuid, from);
    this.#lines.set(uuid, news.line_count);
    const missing = news.first_line - from;
    const gap =
      missing > 0
        ? `[${missing.toLocaleString('en')} ${missing === 1 ? 'line is' : 'lines are'} not kept]`
        : '';
    if (news.logs !== '')
      this.set(uuid, [before, gap, news.logs].filter(part => part !== '').join('\n'));
    return news;
  }

  /**
   * Adds all that is to come: an engine that has said much may go on when the statement has ended.
   * @param heard of each answer
   */
  async readRest(uuid: string, heard: (news: LogNews) => void): Promise<void> {
    for (let pause = pauseMs.first; ; pause = Math.min(pause * 1.4, pauseMs.last)) {
      const news = await this.read(uuid);
      heard(news);
      if (!news.has_more) return;
      await new Promise(resolve => setTimeout(resolve, pause));
    }
  }
}
