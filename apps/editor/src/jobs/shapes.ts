import {
  anything,
  described,
  flag,
  integer,
  list,
  mapOf,
  named,
  nullable,
  number,
  oneOf,
  text,
} from '@gazetteer/kernel/shape';
import {answer, textList, whole} from '../http/shapes.ts';

const members = {
  id: text('Its id'),
  name: text('Its name'),
  type: text('Such as MAPREDUCE or SPARK'),
  status: text('Its state, in the words of the cluster'),
  apiStatus: oneOf(['RUNNING', 'SUCCEEDED', 'FAILED'], 'What became of it'),
  user: text('Whose it is'),
  progress: number('How much of it is done, of 100'),
  queue: text('Where it waits for its turn'),
  duration: nullable(integer('For how long it has run, in milliseconds')),
  submitted: nullable(text('When it was begun')),
  finished: nullable(text('When it had ended')),
  canWrite: flag('Whether the caller may kill it'),
  url: text('Its page, empty where there is none'),
  diagnostics: text('What the cluster says of it'),
};
const app = named('ClusterJob', 'A job of a cluster', () => whole(members));

export const apps = answer({
  apps: list(app, 'The jobs'),
  total: integer('How many fit'),
  is_cut: flag(
    'Whether the cluster has more than were asked for, so that some that fit may be missing',
  ),
});
const details = named('ClusterJobDetails', 'A job with all that the cluster tells', () =>
  whole({...members, properties: described(mapOf(anything), 'In the words of the cluster')}),
);
export const appDetails = answer({app: described(details, 'The job')});
export const killed = named('Killed', 'What was killed', () =>
  whole({
    status: integer('0, or -1 where something did not work'),
    operation: described(whole({action: text('Always kill')}), 'What was asked for'),
    kills: textList('Ids of those that were killed'),
    message: text('The same in words, or what did not work'),
  }),
);
export const jobLogs = answer({
  logs: described(
    whole({
      logs: text('The log that was asked for'),
      logsList: textList('Names of all of them'),
    }),
    'The logs of the job',
  ),
});
export const oldJobs = whole({jobs: list(mapOf(anything), 'The jobs, in the oldest form')});
export const oldKilled = answer({});
export const interfaces = named('JobInterfaces', 'What the job browser has to offer', () =>
  whole({
    interfaces: textList('Kinds of jobs that are configured'),
    maxJobs: integer('How many a list asks a cluster for'),
    mayKill: flag('Whether killing is switched on'),
    isAdmin: flag('Whether the caller sees and kills those of everybody'),
  }),
);
