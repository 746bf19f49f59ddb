import {useQuery} from '@tanstack/react-query';
import {useEffect, useState} from 'react';
import {toast} from '@gazetteer/ui';
import type {DocumentHead, Notebook, NotebookCell, NotebookResult} from '../api/wire.ts';
import {documentQuery} from '../documents/document-queries.ts';
import {queries} from '../api/queries.ts';
import type {Picture} from '../chart/canvas.tsx';
import {type SharedValue, sharedValue, useShared} from '../shared-value.ts';
import {type CellRunner, runnerOf, type Runs} from './cell-runner.ts';
import {changed, moved, neighbour, newCell, withCell} from './cells.ts';
import {keeperOf} from './keepers.ts';
import type {NotebookKeeper} from './notebook-keeper.ts';
import {resultsChanged, resultsQuery, type Values} from './notebook-queries.ts';

export type OpenedNotebook = DocumentHead & {readonly notebook: Notebook};

/** The cell that keys are about, and whether its text is written on. */
export type Chosen = {
  readonly id: string;
  readonly isEditing: boolean;
  /** Counts what has to move the focus there. */
  readonly moves: number;
};

/** What is done with cells. Stays the same object while the page is there. */
export type CellActions = {
  readonly choose: (id: string, isEditing: boolean, isMoved?: boolean) => void;
  readonly step: (id: string, by: -1 | 1) => void;
  readonly change: (id: string, change: Partial<NotebookCell>) => void;
  readonly add: (id: string | undefined, kind: NotebookCell['kind'], step: 0 | 1) => void;
  readonly move: (id: string, by: -1 | 1) => void;
  readonly remove: (id: string) => void;
  readonly restore: () => void;
  readonly run: (id: string) => void;
  readonly runFrom: (id: string | undefined) => void;
  readonly runAndNext: (id: string) => void;
  /** What was asked for when the session was found ended, or all cells. */
  readonly runInNewSession: (which: 'some' | 'all') => void;
  readonly stop: () => void;
  readonly save: () => void;
  /** Of a text editor that may have more than was told yet; @returns what takes it back */
  readonly onFlush: (flush: () => void) => () => void;
  readonly onPicture: (id: string, picture: Picture | undefined) => void;
};

export type NotebookState = {
  readonly uuid: string;
  readonly notebook: Notebook;
  readonly keeper: NotebookKeeper;
  readonly runner: CellRunner;
  readonly runs: Runs;
  readonly mayEdit: boolean;
  readonly values: Values;
  readonly setValues: (values: Values) => void;
  readonly set: (change: Partial<Notebook>) => void;
  readonly takeTheirs: () => void;
  readonly chosen: Chosen;
  readonly actions: CellActions;
  readonly results: ReadonlyMap<string, NotebookResult>;
  readonly resultsError: Error | null;
  readonly pictures: ReadonlyMap<string, Picture>;
};

/** All that a notebook on the screen is. */
export function useNotebook(opened: OpenedNotebook): NotebookState {
  const {uuid, version, permission} = opened;
  const mayEdit = permission !== 'read';
  // Both outlive the page: what is not saved yet and what still runs is found again.
  const keeper = keeperOf(uuid, opened.notebook, version);
  const runner = runnerOf(uuid);
  useEffect(() => keeper.take(opened.notebook, version), [keeper, opened.notebook, version]);
  const {notebook, isSaved, version: savedAs} = useShared(keeper.held);
  const runs = useShared(runner.runs);
  // Those who can't change it choose values for themselves.
  const [own, setOwn] = useState<Values>({});
  const values = mayEdit ? notebook.variables : {...notebook.variables, ...own};
  const {data = [], error} = useQuery(resultsQuery(uuid, values));
  const [chosen, setChosen] = useState<Chosen>(() => ({
    id: notebook.cells[0]?.id ?? '',
    isEditing: false,
    moves: 0,
  }));
  // Actions are made once, so that cells are not drawn anew with each letter; what changes with
  // each drawing is read from here when they are called.
  const [latest] = useState(() => sharedValue({values, mayEdit}));
  useEffect(() => latest.set({values, mayEdit}));
  const [pictures] = useState(() => new Map<string, Picture>());
  const [actions] = useState(() => actionsOf({keeper, runner, latest, setChosen, pictures}));
  // Whether results are of what cells say now is known for what is saved.
  useEffect(() => void resultsChanged(uuid), [uuid, savedAs]);
  useLeaveGuard(isSaved);
  const set = (change: Partial<Notebook>) =>
    keeper.change({...keeper.held.get().notebook, ...change});
  return {
    uuid,
    notebook,
    keeper,
    runner,
    runs,
    mayEdit,
    values,
    setValues: next => (mayEdit ? set({variables: next}) : setOwn(next)),
    set,
    takeTheirs: () => {
      const theirs = keeper.held.get().theirs?.notebook as Notebook | undefined;
      if (theirs !== undefined) keeper.takeTheirs(theirs);
      void queries.invalidateQueries(documentQuery(uuid));
    },
    chosen,
    actions,
    results: new Map(data.map(one => [one.cell, one])),
    resultsError: error,
    pictures,
  };
}

/** The browser asks in its own words whether the page is to be left. */
function useLeaveGuard(isSaved: boolean): void {
  useEffect(() => {
    if (isSaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isSaved]);
}

type Parts = {
  readonly keeper: NotebookKeeper;
  readonly runner: CellRunner;
  readonly latest: SharedValue<{readonly values: Values; readonly mayEdit: boolean}>;
  readonly setChosen: (change: (before: Chosen) => Chosen) => void;
  readonly pictures: Map<string, Picture>;
};

/** What actions on cells have in common. */
type CellTools = Parts & {
  readonly cells: () => readonly NotebookCell[];
  readonly choose: CellActions['choose'];
  readonly add: CellActions['add'];
  readonly put: (next: readonly NotebookCell[]) => void;
};

function actionsOf(parts: Parts): CellActions {
  const {keeper, latest, setChosen, pictures} = parts;
  const cells = () => keeper.held.get().notebook.cells;
  const put = (next: readonly NotebookCell[]) => {
    if (latest.get().mayEdit && next !== cells())
      keeper.change({...keeper.held.get().notebook, cells: next});
  };
  const choose = (id: string, isEditing: boolean, isMoved = true) =>
    setChosen(before =>
      before.id === id && before.isEditing === isEditing && !isMoved
        ? before
        : {id, isEditing, moves: before.moves + (isMoved ? 1 : 0)},
    );
  const add: CellActions['add'] = (id, kind, step) => {
    const at = id === undefined ? cells().length : cells().findIndex(one => one.id === id) + step;
    const cell = newCell(kind);
    put(withCell(cells(), at, cell));
    if (cells().includes(cell)) choose(cell.id, true);
  };
  const tools = {...parts, cells, choose, add, put};
  return {
    choose,
    step: (id, by) => {
      const next = neighbour(cells(), id, by);
      if (next !== undefined) choose(next, false);
    },
    ...editsOf(tools),
    ...runsOf(tools),
    onPicture: (id, picture) => {
      if (picture === undefined) pictures.delete(id);
      else pictures.set(id, picture);
    },
  };
}

type Edits = Pick<CellActions, 'change' | 'add' | 'move' | 'remove' | 'restore'>;

/** What changes cells. A deleted one can be put back as long as the page is there. */
function editsOf({latest, cells, choose, add, put}: CellTools): Edits {
  const deleted: {readonly cell: NotebookCell; readonly at: number}[] = [];
  return {
    add,
    change: (id, change) => put(changed(cells(), id, change)),
    move: (id, by) => {
      put(moved(cells(), id, by));
      choose(id, false);
    },
    remove: id => {
      const at = cells().findIndex(one => one.id === id);
      const cell = cells()[at];
      if (cell === undefined || !latest.get().mayEdit) return;
      deleted.push({cell, at});
      const next = neighbour(cells(), id, 1) ?? neighbour(cells(), id, -1);
      put(cells().toSpliced(at, 1));
      if (next !== undefined) choose(next, false);
    },
    restore: () => {
      const last = deleted.pop();
      if (last === undefined) return;
      put(withCell(cells(), last.at, last.cell));
      choose(last.cell.id, false);
    },
  };
}

type CellRuns = Pick<
  CellActions,
  'run' | 'runFrom' | 'runAndNext' | 'runInNewSession' | 'stop' | 'save' | 'onFlush'
>;

/** What runs and saves cells, with all that is typed into them by then. */
function runsOf({keeper, runner, latest, cells, choose, add}: CellTools): CellRuns {
  const flushes = new Set<() => void>();
  const flush = () => {
    for (const one of flushes) one();
  };
  const run = (ids: readonly string[]) => {
    flush();
    const {engine} = keeper.held.get().notebook;
    const {values} = latest.get();
    const statements = cells().filter(one => ids.includes(one.id) && one.kind === 'sql');
    runner.run(
      statements.map(one => one.id),
      {engine, values, save: () => keeper.save()},
    );
  };
  const told = (work: Promise<void>, title: string) =>
    void work.catch((error: unknown) => toast({kind: 'problem', title, error}));
  return {
    run: id => run([id]),
    runFrom: id => {
      const all = cells().map(one => one.id);
      run(id === undefined ? all : all.slice(all.indexOf(id)));
    },
    runAndNext: id => {
      run([id]);
      const next = neighbour(cells(), id, 1);
      if (next !== undefined) choose(next, false);
      else if (latest.get().mayEdit) add(id, 'sql', 1);
    },
    runInNewSession: which => {
      const asked = runner.runs.get().ended?.asked ?? [];
      runner.forgetSession();
      run(which === 'all' ? cells().map(one => one.id) : asked);
    },
    stop: () => told(runner.stop(), 'Couldn’t cancel the statement'),
    save: () => {
      flush();
      told(keeper.save(), 'Couldn’t save the notebook');
    },
    onFlush: one => {
      flushes.add(one);
      return () => void flushes.delete(one);
    },
  };
}
