import assert from 'node:assert/strict';
import {test} from 'node:test';
import {filledTemplate, splitAtName, templateProblem} from './message-template.ts';

test('names in braces become values, which are never read again', () => {
  const values = {name: '{{user}}', user: 'ann <b>', what: ''};
  assert.equal(
    filledTemplate('{{ name }} of {{user}}{{what}} {x} $& {{none}}', values),
    '{{user}} of ann <b> {x} $& ',
  );
});

test('a name is found whatever white space is around it', () => {
  const text = '{{user}} changed {{\u00a0name }} again';
  assert.equal(templateProblem('line', text), undefined);
  assert.deepEqual(splitAtName(text), ['{{user}} changed ', ' again']);
  assert.deepEqual(splitAtName('{{what}}'), ['{{what}}']);
});

test('what is no template says why', () => {
  for (const text of ['{{name}} by {{ user }}', 'only words', '{one} brace'])
    assert.equal(templateProblem('line', text), undefined, text);
  for (const [text, problem] of [
    ['', /is empty/],
    [' ', /is empty/],
    ['a\nb', /one line/],
    ['{{nome}}', /has \{\{nome\}\}, which is none of what, name/],
    ['{{count}}', /which is none of/],
    ['{{name', /braces that are no placeholder/],
    ['name}}', /braces that are no placeholder/],
    ['{{a {{name}}', /braces that are no placeholder/],
    ['x'.repeat(501), /500 characters/],
  ] as const)
    assert.match(templateProblem('line', text) ?? '', problem, text);
  assert.equal(templateProblem('title', '{{count}} in {{subscription}}'), undefined);
});
