import {Anchor, Breadcrumbs, Group} from '@mantine/core';
import {EmptyState, ErrorState, LoadingState, Page} from '@gazetteer/ui';
import {useQuery, useSuspenseQuery} from '@tanstack/react-query';
import {HardDrive, Trash2} from 'lucide-react';
import {useEffect} from 'react';
import {configQuery} from '../api/queries.ts';
import {ApiFailure} from '../api/request.ts';
import {go, usePlace} from '../place.ts';
import {PageLink} from '../shell/page-link.tsx';
import {
  filesAddress,
  type FolderView,
  folderViewOf,
  isOfS3,
  nameOf,
  parentOf,
  rootOf,
  s3Root,
  wayTo,
  isFileSystem,
} from './file-place.ts';
import {homeQuery, placeQuery} from './file-queries.ts';
import {FileView} from './file-view.tsx';
import {FolderList} from './folder-list.tsx';
import {UploadList} from './upload-list.tsx';
import classes from './files.module.css';

/** A folder of the cluster, or a file of it, by the address. */
export function FilesPage() {
  const {path, params} = usePlace();
  const {browser} = useSuspenseQuery(configQuery).data.app_config;
  const view = folderViewOf(path, params);
  const first = browser.interpreters.find(isFileSystem);
  if (first === undefined)
    return (
      <Page title="Files">
        <EmptyState title="No file system" icon={<HardDrive size={40} strokeWidth={1.5} />}>
          To browse files of a cluster or of S3 here, ask your administrator to configure it.
        </EmptyState>
      </Page>
    );
  return (
    <>
      <UploadList />
      {view.path !== '' ? (
        <Place view={view} />
      ) : first.type === 'hdfs' ? (
        <Home />
      ) : (
        <Place view={{...view, path: s3Root}} />
      )}
    </>
  );
}

/** Leads to the folder of the person. */
function Home() {
  const {data: home, error, refetch} = useQuery(homeQuery);
  useEffect(() => {
    if (home !== undefined) go(filesAddress(home), {replace: true});
  }, [home]);
  return (
    <Page title="Files">
      {error === null ? (
        <LoadingState />
      ) : (
        <ErrorState error={error} retry={() => void refetch()} />
      )}
    </Page>
  );
}

function Place({view}: {view: FolderView}) {
  const {data, error, refetch, isFetching} = useQuery(placeQuery(view));
  const {path} = view;
  const above = <Way path={path} />;
  if (error !== null)
    return (
      <Page title={nameOf(path)} above={above}>
        <Failure path={path} error={error} retry={() => void refetch()} />
      </Page>
    );
  // What is kept on the screen until the next answer may be of another folder.
  if (data?.path !== path)
    return (
      <Page title={nameOf(path)} above={above} isBusy>
        <LoadingState />
      </Page>
    );
  return 'files' in data ? (
    <FolderList view={view} folder={data} above={above} isBusy={isFetching} />
  ) : (
    <FileView key={path} file={data} above={above} />
  );
}

/** What is not there may be what has to be made first. */
function Failure({path, error, retry}: {path: string; error: unknown; retry: () => void}) {
  const isMissing = error instanceof ApiFailure && error.status === 404;
  if (isMissing && path.endsWith('/.Trash/Current'))
    return (
      <EmptyState title="The trash is empty" icon={<Trash2 size={40} strokeWidth={1.5} />}>
        Files that you delete are here until the cluster removes them.
      </EmptyState>
    );
  return (
    <>
      <ErrorState error={error} retry={retry} />
      {path !== rootOf(path) && (
        <p className={classes['center']}>
          <Anchor underline="always" component={PageLink} to={filesAddress(parentOf(path))}>
            Open the folder above
          </Anchor>
        </p>
      )}
    </>
  );
}

/** The folders above, each a link; behind them the root of the other file system. */
function Way({path}: {path: string}) {
  const {browser} = useSuspenseQuery(configQuery).data.app_config;
  const others = browser.interpreters.filter(({type}) => type === (isOfS3(path) ? 'hdfs' : 's3'));
  return (
    <Group className={classes['way']} gap="md">
      <Breadcrumbs className={classes['folders']}>
        {wayTo(path)
          .slice(0, -1)
          .map(folder => (
            <Anchor key={folder.path} component={PageLink} to={filesAddress(folder.path)}>
              <bdi>{folder.name}</bdi>
            </Anchor>
          ))}
      </Breadcrumbs>
      {others.map(({type}) => (
        <Anchor
          key={type}
          component={PageLink}
          to={filesAddress(type === 's3' ? s3Root : '/')}
          className={classes['other']}
        >
          {type === 's3' ? 'Open S3' : 'Open HDFS'}
        </Anchor>
      ))}
    </Group>
  );
}
