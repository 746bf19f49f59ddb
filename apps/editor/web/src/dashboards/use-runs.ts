import {problemText, problemTitle, UnreachableError} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {useEffect, useEffectEvent, useState} from 'react';
import {ApiFailure, ask} from '../api/request.ts';
import type {DashboardResult} from '../api/wire.ts';
import {isRunning, resultsChanged, resultsQuery} from './dashboard-queries.ts';
import type {FilterValues} from './filters.ts';

/** Queries of a dashboard that run at a time; the others wait for their turn. */
const mostRunning = 3;

/** Why there is no new result: in one line for people, and the server's words behind it. */
export type RunProblem = {readonly text: string; readonly details?: string | undefined};

/** What a tile says of its query. */
export type QueryRun = {
  readonly result: DashboardResult | undefined;
  readonly isBusy: boolean;
  readonly isQueued: boolean;
  /** Also until the server has accepted it, and can be told. */
  readonly isCanceling: boolean;
  /** Why there is no new result. */
  readonly problem: RunProblem | undefined;
  readonly refresh: () => void;
  readonly cancel: () => void;
};

export type Runs = {
  readonly of: (document: string) => QueryRun;
  readonly refreshAll: () => void;
  readonly cancelAll: () => void;
  readonly isBusy: boolean;
  /** What failed for all of them. */
  readonly error: Error | null;
  readonly isLoading: boolean;
};

/** Runs queries of a dashboard as the person who looks, some at a time. */
export function useRuns(uuid: string, documents: readonly string[], values: FilterValues): Runs {
  const [queued, setQueued] = useState<readonly string[]>([]);
  const [sent, setSent] = useState<readonly string[]>([]);
  const {data = [], error, isPending} = useQuery(resultsQuery(uuid, values, sent.length > 0));
  const [canceling, setCanceling] = useState<readonly string[]>([]);
  const [problems, setProblems] = useState<Readonly<Record<string, RunProblem>>>({});
  const results = new Map(data.map(one => [one.document, one]));
  const isAtWork = (document: string) => {
    const result = results.get(document);
    return sent.includes(document) || (result !== undefined && isRunning(result));
  };
  // Also those that were started elsewhere, by another tab of the same person, take a place.
  const working = documents.filter(isAtWork);
  const next = working.length < mostRunning ? queued[0] : undefined;
  const cancel = (wanted: readonly string[]) => {
    setQueued(all => all.filter(one => !wanted.includes(one)));
    const known = wanted.filter(one => isAtWork(one) && !canceling.includes(one));
    setCanceling(all => [...all, ...known]);
    for (const one of known) void cancelRun(results.get(one), one, sent.includes(one));
  };
  /** @param isSent whether its call is not answered yet: then it is canceled again with the answer */
  const cancelRun = async (
    result: DashboardResult | undefined,
    document: string,
    isSent: boolean,
  ) => {
    try {
      if (result?.statement !== undefined && isRunning(result))
        await ask('POST /api/v1/queries/{uuid}/cancel', {path: {uuid: result.statement}});
    } catch (failure) {
      // It is on its way to its server just now, or has ended meanwhile.
      if (!(failure instanceof ApiFailure) || failure.status !== 404)
        setProblems(all => ({
          ...all,
          [document]: {text: 'Couldn’t cancel the query.', details: problemText(failure)},
        }));
    }
    await resultsChanged(uuid);
    if (!isSent) setCanceling(all => all.filter(one => one !== document));
  };
  const accepted = useEffectEvent(async (result: DashboardResult) => {
    if (canceling.includes(result.document)) await cancelRun(result, result.document, false);
  });
  /** Of one that is canceled before it was sent the result says so. */
  const refused = useEffectEvent((document: string, failure: unknown) => {
    if (!canceling.includes(document)) setProblems(all => ({...all, [document]: refusal(failure)}));
  });
  useEffect(() => {
    if (next === undefined) return;
    setQueued(all => all.filter(one => one !== next));
    setSent(all => [...all, next]);
    void send({uuid, document: next}, values, {accepted, refused}).finally(() => {
      setSent(all => all.filter(one => one !== next));
      setCanceling(all => all.filter(one => one !== next));
    });
  }, [next, uuid, values]);
  const refresh = (wanted: readonly string[]) => {
    setProblems(all =>
      Object.fromEntries(Object.entries(all).filter(([of]) => !wanted.includes(of))),
    );
    setQueued(all => [...all, ...wanted.filter(one => !all.includes(one) && !isAtWork(one))]);
  };
  return {
    of: document => ({
      result: results.get(document),
      isBusy: isAtWork(document),
      isQueued: queued.includes(document),
      isCanceling: canceling.includes(document),
      problem: problems[document] ?? problemOf(results.get(document)),
      refresh: () => refresh([document]),
      cancel: () => cancel([document]),
    }),
    refreshAll: () => refresh(documents),
    cancelAll: () => cancel(documents),
    isBusy: queued.length + working.length > 0,
    error,
    isLoading: isPending,
  };
}

type Told = {
  readonly accepted: (result: DashboardResult) => Promise<void>;
  readonly refused: (document: string, failure: unknown) => void;
};

/** Sends one query; what is shown is read again before anybody hears what came of it. */
async function send(
  path: {readonly uuid: string; readonly document: string},
  variables: FilterValues,
  {accepted, refused}: Told,
): Promise<void> {
  const result = await ask('POST /api/v1/dashboards/{uuid}/queries/{document}/runs', {
    path,
    body: {variables},
  }).catch((failure: unknown) => {
    refused(path.document, failure);
    return undefined;
  });
  await resultsChanged(path.uuid);
  if (result !== undefined) await accepted(result);
}

/**
 * The editor's own reasons, which have a code, are for people; what an engine says is not, and what
 * never came to an engine is no failure of the query.
 */
function refusal(failure: unknown): RunProblem {
  if (failure instanceof UnreachableError)
    return {text: `${problemTitle(failure)}.`, details: problemText(failure)};
  if (!(failure instanceof ApiFailure))
    return {text: 'Couldn’t run the query.', details: problemText(failure)};
  if (failure.body.errorCode !== undefined) return {text: failure.message};
  return failure.uuid !== undefined || failure.diagnosis !== undefined
    ? {text: 'The query failed.', details: failure.message}
    : {text: 'Couldn’t run the query.', details: problemText(failure)};
}

/** What has ended without rows says why. */
function problemOf(result: DashboardResult | undefined): RunProblem | undefined {
  if (result === undefined || result.state === undefined || isRunning(result))
    return result?.message === undefined ? undefined : {text: result.message};
  if (result.isKept) return undefined;
  if (result.state === 'canceled') return {text: 'The query was canceled.'};
  if (result.state === 'available')
    return {text: 'The result is no longer kept. Refresh the tile.'};
  return {text: 'The query failed.', details: result.message};
}
