import {useEffect, useSyncExternalStore} from 'react';
import type {Job} from '../api/wire.ts';
import {runner} from '../editor/sheets.ts';
import classes from '../result/result.module.css';
import {PageLink} from '../shell/page-link.tsx';
import {useEndInSight} from './use-end-in-sight.ts';

type LogPanelProps = {
  readonly uuid: string;
  readonly jobs: readonly Job[];
  /**
   * The statement has ended; its application may live on for the next one of the session, so
   * nothing is said of that.
   */
  readonly isOver: boolean;
  readonly isSmall: boolean;
};

/** What the engine says, as it says it; it follows the end as long as the end is in sight. */
export function LogPanel({uuid, jobs, isOver, isSmall}: LogPanelProps) {
  const log = useSyncExternalStore(runner.subscribe, () => runner.logOf(uuid));
  const {box, onScroll} = useEndInSight(log);
  useEffect(() => {
    void runner.readLog(uuid);
  }, [uuid]);
  return (
    <>
      {jobs.length > 0 && (
        <ul className={classes['jobs']} aria-label="Jobs">
          {jobs.map(({name, url, finished}) => (
            <li key={name}>
              <PageLink to={`/jobbrowser/?view=jobs&id=${name.replace(/^job_/, 'application_')}`}>
                {name}
              </PageLink>
              {finished ? ': ended' : isOver ? '' : ': running'}
              {url !== '' && (
                <>
                  {' · '}
                  <a href={url} target="_blank" rel="noreferrer">
                    its own page
                  </a>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <pre
        ref={box}
        className={classes['log']}
        data-small={isSmall || undefined}
        tabIndex={0}
        role="region"
        aria-label="Log"
        onScroll={onScroll}
      >
        {log === '' ? 'No log messages' : log}
      </pre>
    </>
  );
}
