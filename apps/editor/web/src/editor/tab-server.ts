import {ApiFailure, get, send} from '../api/request.ts';
import type {TabContent} from './tab.ts';

/** A sheet as the server has it. */
export type KeptTab = {
  readonly uuid: string;
  readonly revision: number;
  readonly content: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
};

export type KeptHead = {readonly uuid: string; readonly revision: number; readonly title: string};

const path = (uuid: string) => `/api/v1/tabs/${uuid}`;

/** The sheets on the server: docs/editor-api.md. */
export const tabServer = {
  list: async (): Promise<readonly KeptTab[]> => (await get<{tabs: readonly KeptTab[]}>('/api/v1/tabs')).tabs,
  heads: async (isClosed: boolean): Promise<readonly KeptHead[]> =>
    (await get<{tabs: readonly KeptHead[]}>(`/api/v1/tabs?brief=true&closed=${isClosed}`)).tabs,
  read: async (uuid: string): Promise<KeptTab> => await get<KeptTab>(path(uuid)),
  /** @param isTextThere true where the text is that of this revision: then it need not be sent */
  save: async (uuid: string, revision: number, content: TabContent, isTextThere: boolean): Promise<number> => {
    const {text: _text, ...rest} = content;
    const body = isTextThere ? {revision, content: rest, kept: ['text']} : {revision, content};
    return (await send<{revision: number}>('PUT', path(uuid), body)).revision;
  },
  /** While the page is being left: nobody hears the answer, and the browser takes small ones only. */
  saveAtLeaving: (uuid: string, revision: number, content: TabContent): void => {
    if (JSON.stringify(content).length > maxLeaving) return;
    send('PUT', path(uuid), {revision, content}, undefined, true).catch(() => undefined);
  },
  order: async (uuids: readonly string[]): Promise<void> => await send('PUT', '/api/v1/tabs', {order: uuids}),
  close: async (uuid: string): Promise<void> => await send('DELETE', path(uuid)),
  reopen: async (uuid: string): Promise<KeptTab> => await send<KeptTab>('POST', `${path(uuid)}/reopen`),
  /** Of a saving that was refused since somebody else was faster: the sheet as it is now, undefined when there is none any more. */
  overtakenBy: (error: unknown): {readonly tab: KeptTab | undefined} | undefined => {
    if (!(error instanceof ApiFailure) || error.status !== 409 || !('tab' in error.body)) return undefined;
    return {tab: (error.body.tab as KeptTab | null) ?? undefined};
  },
};

export type TabServer = typeof tabServer;

const maxLeaving = 20_000;
