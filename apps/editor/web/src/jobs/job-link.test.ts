import assert from 'node:assert/strict';
import {test} from 'node:test';
import {jobAddress, jobLinkIn, jobLinkOfHash} from './job-link.ts';

test('what is shown stands in the address, and nothing that goes without saying', () => {
  const address = jobAddress({
    view: 'jobs',
    text: 'a&b',
    user: '',
    state: 'failed',
    time: '1d',
    all: true,
    page: 3,
  });
  assert.equal(address, '/jobbrowser/?view=jobs&text=a%26b&state=failed&time=1d&all=1&page=3');
  const {text, time, page, all} = jobLinkIn(new URL(address, 'http://x').searchParams);
  assert.deepEqual([text, time, page, all], ['a&b', '1d', 3, true]);
  assert.equal(
    jobAddress({view: 'queries', time: '7d', all: false, page: 1}),
    '/jobbrowser/?view=queries',
  );
});

test('what an address cannot mean is as if it were not there', () => {
  const {view, time, page} = jobLinkIn(new URLSearchParams('view=oozie&time=2y&page=-4'));
  assert.deepEqual([view, time, page], ['queries', '7d', 1]);
});

test('links of the reference lead to the same', () => {
  assert.deepEqual(jobLinkOfHash('#!id=application_1_0001'), {
    view: 'jobs',
    id: 'application_1_0001',
  });
  assert.deepEqual(jobLinkOfHash('#!livy-batches'), {view: 'livy-batches'});
  assert.deepEqual(jobLinkOfHash('#!workflows'), undefined);
  assert.deepEqual(jobLinkOfHash('#main'), undefined);
});
