import assert from 'node:assert/strict';
import {test} from 'node:test';
import {jobsOf, progressOf} from './log-progress.ts';

const log = `INFO : Total jobs = 2
INFO : Starting Job = job_17_0001, Tracking URL = http://rm:8088/proxy/application_17_0001/
INFO : Ended Job = job_17_0001
INFO : Starting Job = job_17_0002, Tracking URL = http://rm:8088/proxy/application_17_0002/
INFO : Running with YARN Application = application_17_0009`;

test('counts begun and ended jobs of all jobs', () => {
  assert.equal(progressOf('hive', log), 75);
  assert.equal(progressOf('hive', ''), 5);
  assert.equal(progressOf('hive', `${log}\nEnded Job = job_17_0002`), 99);
  assert.equal(progressOf('impala', '10% Complete\n35% Complete'), 35);
  assert.equal(progressOf('sparksql', ''), 50);
});

test('finds each job once', () => {
  assert.deepEqual(jobsOf(log), [
    {
      name: 'job_17_0001',
      url: 'http://rm:8088/proxy/application_17_0001/',
      started: true,
      finished: true,
    },
    {
      name: 'job_17_0002',
      url: 'http://rm:8088/proxy/application_17_0002/',
      started: true,
      finished: false,
    },
    {name: 'application_17_0009', url: '', started: true, finished: false},
  ]);
});
