import {Button, Group, Text} from '@mantine/core';
import {Dialog, IconButton, LoadingState, When} from '@gazetteer/ui';
import {CircleAlert, CircleX, RotateCw} from 'lucide-react';
import {type CSSProperties, type ReactNode, useId, useState} from 'react';
import type {DashboardQuery, DashboardTile} from '../api/wire.ts';
import type {Picture} from '../chart/canvas.tsx';
import result from '../result/result.module.css';
import classes from './dashboards.module.css';
import {Note, ResultContent, TextContent} from './tile-content.tsx';
import type {QueryRun, RunProblem} from './use-runs.ts';

type TileFrameProps = {
  readonly tile: DashboardTile;
  /** Undefined where the person may not read it, and for a text. */
  readonly query: DashboardQuery | undefined;
  /** Undefined for a text. */
  readonly run: QueryRun | undefined;
  /** What moves and changes it. */
  readonly tools?: ReactNode;
  readonly corner?: ReactNode;
  /** Until it is known what was run. */
  readonly isLoading?: boolean;
  /** The dashboard was not saved with its query yet, so that nothing was asked about it. */
  readonly isNew?: boolean;
  readonly onPicture: (picture: Picture | undefined) => void;
};

export function titleOf(tile: DashboardTile, query: DashboardQuery | undefined): string {
  if (tile.title !== '') return tile.title;
  if (tile.kind === 'text') return 'Text';
  const chart = tile.kind === 'chart' ? query?.state.charts?.[tile.chart]?.title : undefined;
  return chart || (query?.name ?? 'Query');
}

/** A tile on its place: what it shows, when that was, and what went wrong with it alone. */
export function TileFrame(props: TileFrameProps) {
  const {tile, query, run, tools, corner, isLoading = false, isNew = false, onPicture} = props;
  const id = useId();
  const title = titleOf(tile, query);
  const isText = tile.kind === 'text';
  return (
    <article
      className={classes['tile']}
      aria-labelledby={id}
      data-tile={tile.id}
      data-kind={tile.kind}
      style={areaOf(tile)}
    >
      <header className={classes['head']}>
        <h2
          id={id}
          className={classes['title']}
          data-hidden={isText && tile.title === '' && !tools}
        >
          <bdi>{title}</bdi>
        </h2>
        {run !== undefined && query !== undefined && tools === undefined && (
          <RunTools run={run} title={title} />
        )}
        {tools}
      </header>
      <div className={classes['content']}>
        {isText ? (
          <TextContent text={tile.text} />
        ) : (
          <QueryContent {...{tile, query, run, title, isLoading, isNew, onPicture}} />
        )}
      </div>
      {corner}
    </article>
  );
}

/** As variables, which the style sheet leaves out where there is one column. */
function areaOf({x, y, w, h}: DashboardTile): CSSProperties {
  return {
    '--column': `${x + 1} / span ${w}`,
    '--row': `${y + 1} / span ${h}`,
    '--rows': h,
  } as CSSProperties;
}

function RunTools({run, title}: {run: QueryRun; title: string}) {
  const {result, isBusy, isQueued, refresh, cancel} = run;
  const isWorking = isBusy || isQueued;
  return (
    <div className={classes['run']}>
      {result?.isKept === true && !isWorking && (
        <Text span size="xs" c="dimmed">
          <When ms={result.finishedAt ?? result.askedAt} isRelative />
        </Text>
      )}
      <IconButton
        label={`${isWorking ? 'Cancel' : 'Refresh'} ${title}`}
        tip={isWorking ? 'Cancel' : 'Refresh'}
        size="sm"
        onClick={isWorking ? cancel : refresh}
      >
        {isWorking ? <CircleX size={14} /> : <RotateCw size={14} />}
      </IconButton>
    </div>
  );
}

/** A tile has room for a line; what the server said is a click away. */
function TileProblem({problem: {text, details}, title}: {problem: RunProblem; title: string}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Group gap={6} role="alert">
      <CircleAlert size={16} color="var(--mantine-color-error)" aria-hidden />
      <Text size="sm">{text}</Text>
      {details !== undefined && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Details: ${title}`}
          onClick={() => setOpen(true)}
        >
          Details
        </Button>
      )}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={title} size="xl">
        <Text component="pre" className={result['message']} dir="auto">
          {details}
        </Text>
      </Dialog>
    </Group>
  );
}

type QueryContentProps = Pick<TileFrameProps, 'tile' | 'query' | 'run' | 'onPicture'> & {
  readonly title: string;
  readonly isLoading: boolean;
  readonly isNew: boolean;
};

function QueryContent({tile, query, run, title, isLoading, isNew, onPicture}: QueryContentProps) {
  if (isNew && query === undefined) return <Note text="Save the dashboard to see this tile." />;
  if (query === undefined || run === undefined)
    return <Note text="The query of this tile isn’t shared with you, or was deleted." />;
  const {result, isBusy, isQueued, isCanceling, problem, refresh} = run;
  if (isLoading) return <LoadingState what="Loading the result" />;
  if (isQueued) return <Note text="Queued" />;
  if (isBusy) return <LoadingState what={isCanceling ? 'Canceling' : 'Running'} />;
  if (problem !== undefined) return <TileProblem problem={problem} title={title} />;
  if (result?.isKept === true && result.statement !== undefined)
    return <ResultContent {...{tile, query, title, onPicture}} uuid={result.statement} />;
  return (
    <div className={classes['nothing']}>
      <Text size="sm" c="dimmed">
        No result yet.
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Run query: ${title}`}
        onClick={refresh}
      >
        Run query
      </Button>
    </div>
  );
}
