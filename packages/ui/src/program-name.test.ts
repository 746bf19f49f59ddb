import assert from 'node:assert/strict';
import {test} from 'node:test';
import {programName} from './program-name.ts';

test('programs have the names that people know', () => {
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  const known: readonly [string, string][] = [
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/120.0 Safari/537.36`,
      'Chrome on Windows',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/120.0 Safari/537.36 Edg/120.0`,
      'Edge on Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0', 'Firefox on Linux'],
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/120.0 Mobile Safari/537.36`,
      'Chrome on Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1 (KHTML) Version/17.0 Mobile Safari/604.1',
      'Safari on iPhone',
    ],
    ['curl/8.5.0', 'curl'],
    ['python-requests/2.31', 'python-requests'],
    ['', 'Unknown program'],
  ];
  for (const [agent, name] of known) assert.equal(programName(agent), name, agent);
});
