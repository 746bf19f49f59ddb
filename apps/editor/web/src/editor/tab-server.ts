import {ApiFailure, ask} from '../api/request.ts';
import type {KeptHead, KeptTab} from '../api/wire.ts';
import type {TabContent} from './tab.ts';

/** The sheets on the server: docs/editor-api.md. */
export const tabServer = {
  list: async (): Promise<readonly KeptTab[]> =>
    (await ask('GET /api/v1/tabs', {})).tabs.map(({content = {}, ...tab}) => ({...tab, content})),
  heads: async (isClosed: boolean): Promise<readonly KeptHead[]> =>
    (await ask('GET /api/v1/tabs', {query: {brief: true, closed: isClosed}})).tabs.map(
      ({title = '', ...tab}) => ({
        ...tab,
        title,
      }),
    ),
  read: async (uuid: string): Promise<KeptTab> =>
    await ask('GET /api/v1/tabs/{uuid}', {path: {uuid}}),
  /**
   * Answers the new revision. @throws ApiFailure 409 where another page has saved since `revision`,
   * see `overtakenBy`.
   * @param isTextThere true where the text is that of this revision: then it need not be sent
   */
  save: async (
    uuid: string,
    revision: number,
    content: TabContent,
    isTextThere: boolean,
  ): Promise<number> => {
    const {text: _text, ...rest} = content;
    const body = isTextThere ? {revision, content: rest, kept: ['text']} : {revision, content};
    return (await ask('PUT /api/v1/tabs/{uuid}', {path: {uuid}, body})).revision;
  },
  /**
   * While the page is being left: nobody hears the answer, and the browser takes small ones only.
   */
  saveAtLeaving: (uuid: string, revision: number, content: TabContent): void => {
    if (JSON.stringify(content).length > maxLeaving) return;
    ask(
      'PUT /api/v1/tabs/{uuid}',
      {path: {uuid}, body: {revision, content}},
      {isLeaving: true},
    ).catch(() => undefined);
  },
  order: async (uuids: readonly string[]): Promise<void> =>
    await ask('PUT /api/v1/tabs', {body: {order: uuids}}),
  close: async (uuid: string): Promise<void> =>
    await ask('DELETE /api/v1/tabs/{uuid}', {path: {uuid}}),
  reopen: async (uuid: string): Promise<KeptTab> =>
    await ask('POST /api/v1/tabs/{uuid}/reopen', {path: {uuid}}),
  /**
   * Of a saving that was refused since somebody else was faster: the sheet as it is now, undefined
   * when there is none any more.
   */
  overtakenBy: (error: unknown): {readonly tab: KeptTab | undefined} | undefined => {
    if (!(error instanceof ApiFailure) || error.status !== 409) return undefined;
    const {tab} = error.body;
    return tab === undefined ? undefined : {tab: tab ?? undefined};
  },
};

export type TabServer = typeof tabServer;

/** Browsers take 64 KiB of all such requests together, counted in bytes. */
const maxLeaving = 20_000;
