import assert from 'node:assert/strict';
import {test} from 'node:test';
import {csrfTokenOf} from './csrf-token.ts';
import {Sessions} from './sessions.ts';

const long = {idleMs: 60_000, maxAgeMs: 600_000};

const ann = {userName: 'ann', groups: []};
const bob = {userName: 'bob', groups: []};

test('a session ends when it was not used for the timeout; each use prolongs it', () => {
  let now = 0;
  const sessions = new Sessions({idleMs: 1000, maxAgeMs: 10_000}, 10, () => now);
  const {id} = sessions.start(ann);
  now = 900;
  assert.equal(sessions.use(id)?.actor, ann);
  now = 1800;
  assert.equal(sessions.use(id)?.actor, ann);
  now = 2801;
  assert.equal(sessions.use(id), undefined);
  assert.equal(sessions.use(id), undefined);
});

test('calls that never send their cookie back cannot push out sessions in use', () => {
  const sessions = new Sessions(long, 3);
  const used = sessions.start(ann);
  sessions.use(used.id);
  const unused = Array.from({length: 5}, () => sessions.start(bob).id);
  assert.equal(sessions.use(used.id), used);
  assert.equal(sessions.use(unused[0] ?? ''), undefined);
  assert.notEqual(sessions.use(unused[4] ?? ''), undefined);
});

test('of the sessions in use, the one unused for longest makes room', () => {
  const sessions = new Sessions(long, 2);
  const [a, b, c] = [sessions.start(ann), sessions.start(ann), sessions.start(bob)];
  for (const {id} of [b, c]) sessions.use(id);
  sessions.use(b.id);
  const d = sessions.start(bob);
  sessions.use(d.id);
  assert.equal(sessions.use(c.id), undefined);
  assert.equal(sessions.use(b.id), b);
  assert.equal(sessions.use(a.id), undefined);
});

test('whoever makes many sessions pushes out their own, and nobody else’s', () => {
  const sessions = new Sessions(long, 1000);
  const own = sessions.start(ann);
  sessions.use(own.id);
  const made = Array.from({length: 1200}, () => {
    const {id} = sessions.start(bob);
    sessions.use(id);
    return id;
  });
  assert.equal(sessions.use(own.id), own);
  assert.deepEqual(
    [699, 700, 1199].map(n => sessions.use(made[n] ?? '')?.actor),
    [undefined, bob, bob],
  );
  // What has ended counts no more.
  sessions.endOf(new Set(['bob']));
  assert.deepEqual(
    Array.from({length: 500}, () => sessions.use(sessions.start(bob).id)?.actor).filter(
      one => one !== bob,
    ),
    [],
  );
});

test('sessions end one by one and by user', () => {
  const sessions = new Sessions(long);
  const [a, b, c] = [sessions.start(ann), sessions.start(ann), sessions.start(bob)];
  sessions.end(a.id);
  assert.equal(sessions.use(a.id), undefined);
  sessions.endOf(new Set(['ann']));
  assert.equal(sessions.use(b.id), undefined);
  assert.equal(sessions.use(c.id), c);
});

test('a session keeps one token of 20 letters and digits, and no two sessions share one', () => {
  const sessions = new Sessions(long);
  const [a, b] = [sessions.start(ann), sessions.start(ann)];
  assert.match(csrfTokenOf(a), /^[A-Za-z0-9]{20}$/);
  assert.equal(csrfTokenOf(a), csrfTokenOf(a));
  assert.notEqual(csrfTokenOf(a), csrfTokenOf(b));
  assert.notEqual(a.id, b.id);
});

test('a session ends however much it is used', () => {
  let now = 0;
  const sessions = new Sessions({idleMs: 1000, maxAgeMs: 2500}, 10, () => now);
  const [long, short] = [sessions.start(ann), sessions.start(ann, 500)];
  now = 600;
  assert.equal(sessions.use(short.id), undefined);
  for (now of [900, 1800, 2500]) assert.equal(sessions.use(long.id), long);
  now = 2600;
  assert.equal(sessions.use(long.id), undefined);
});
