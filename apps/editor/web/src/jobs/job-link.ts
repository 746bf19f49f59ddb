/** What the job browser shows: its own statements and sessions, and what runs on clusters. */
export const views = ['queries', 'sessions', 'jobs', 'livy-sessions', 'livy-batches'] as const;
export type View = (typeof views)[number];

/**
 * What stands in the address, so that what somebody sees can be sent as a link. Empty means that it
 * does not matter.
 */
export type JobLink = {
  readonly view: View;
  readonly text: string;
  readonly user: string;
  readonly state: string;
  readonly time: string;
  /** Of everybody: for administrators. */
  readonly all: boolean;
  /** From 1. */
  readonly page: number;
  /** The one whose details are shown. */
  readonly id: string;
  readonly part: string;
};

/** Spans to choose from; 0 hours stand for any time. */
export const times: Readonly<Record<string, {readonly label: string; readonly hours: number}>> = {
  '1h': {label: 'Last hour', hours: 1},
  '1d': {label: 'Last 24 hours', hours: 24},
  '7d': {label: 'Last 7 days', hours: 168},
  '30d': {label: 'Last 30 days', hours: 720},
  any: {label: 'Any time', hours: 0},
};
export const usualTime = '7d';

/**
 * What an address asks for. What it does not know is as usual: addresses are old bookmarks as well.
 */
export function jobLinkIn(params: URLSearchParams): JobLink {
  const text = (name: string) => params.get(name) ?? '';
  const time = text('time');
  return {
    view: views.find(view => view === text('view')) ?? 'queries',
    text: text('text'),
    user: text('user'),
    state: text('state'),
    time: time in times ? time : usualTime,
    all: text('all') === '1',
    page: Math.max(1, Math.trunc(Number(text('page'))) || 1),
    id: text('id'),
    part: text('part'),
  };
}

/** Without what goes without saying. */
export function jobAddress(link: Partial<JobLink>): string {
  const {all = false, page = 1, time = '', ...texts} = link;
  const query = new URLSearchParams(Object.entries(texts).filter(([, value]) => value !== ''));
  if (time !== '' && time !== usualTime) query.set('time', time);
  if (all) query.set('all', '1');
  if (page > 1) query.set('page', String(page));
  return `/jobbrowser/?${query}`;
}

/**
 * Addresses of the reference: `#!id=application_1_0001`, `#!jobs`, `#!livy-sessions`. Undefined for
 * anything else. The server does not see what stands behind a hash, so the page reads it.
 */
export function jobLinkOfHash(hash: string): Partial<JobLink> | undefined {
  const words = /^#!(.+)$/.exec(hash)?.[1];
  if (words === undefined) return undefined;
  const id = /(?:^|&)id=([^&]+)/.exec(words)?.[1];
  if (id !== undefined)
    return {view: id.startsWith('livy') ? 'livy-sessions' : 'jobs', id: decodeURIComponent(id)};
  const view = views.find(one => one === words);
  return view && {view};
}
