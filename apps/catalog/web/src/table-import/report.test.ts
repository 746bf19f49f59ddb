import assert from 'node:assert/strict';
import {test} from 'node:test';
import {readReport, reportRows} from './report.ts';

const info = (parentObjectName: string, childObjectName: string, remarks = '') => ({
  parentObjectName,
  childObjectName,
  importStatus: remarks === '' ? ('SUCCESS' as const) : ('FAILED' as const),
  remarks,
});

test('problems come in the order of the lines, and words without a line stay whole', () => {
  const report = readReport({
    failedImportInfoList: [
      info('Shop', 'b', 'line 12: there is no term x@Shop; a\nsecond'),
      info('', 'a', 'line 3: GlossaryName is blank'),
      info('Shop', 'c', 'something else'),
    ],
    successImportInfoList: [info('Shop', 'd'), info('Trade', 'e')],
  });
  assert.deepEqual(reportRows(report, ['Glossary', 'Term']), [
    ['Row', 'Glossary', 'Term', 'Problem'],
    ['', 'Shop', 'c', 'something else'],
    [3, '', 'a', 'GlossaryName is blank'],
    [12, 'Shop', 'b', 'there is no term x@Shop; a\nsecond'],
  ]);
  assert.equal(report.fine, 2);
  assert.deepEqual(
    report.all.map(one => `${one.child}@${one.parent}`),
    ['b@Shop', 'a@', 'c@Shop', 'd@Shop', 'e@Trade'],
  );
});
