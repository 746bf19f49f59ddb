import assert from 'node:assert/strict';
import {test} from 'node:test';
import {safeAddress} from './safe-address.ts';

test('links lead to other sites, mails and pages of this one', () => {
  assert.equal(safeAddress('https://example.org/a?b=c'), 'https://example.org/a?b=c');
  assert.equal(safeAddress('mailto:data@example.org'), 'mailto:data@example.org');
  assert.equal(safeAddress('#!/glossary'), '#!/glossary');
});

test('what runs, and what is relative, is no link', () => {
  const wrong = [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//example.org',
    '/api/meta/v2/entity',
    '',
  ];
  for (const href of wrong) assert.equal(safeAddress(href), undefined, href);
});
