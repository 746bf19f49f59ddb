// The pages of files in a real browser, over files in memory: folders and what is in files.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {home, hostile, useFiles} from './files-page-world.ts';
import {desktop, phone, skipWithoutBrowser} from './page-fixture.ts';

suite('the pages of files', {skip: skipWithoutBrowser}, () => {
  const {world, link, button, heading} = useFiles();
  const entries = async (text: string) => await world.page.getByText(text, {exact: true}).waitFor();

  test('begin with the folder of the person, and lead on by keys and links', async () => {
    const {page} = world;
    await link('Files').click();
    await heading('admin');
    await entries('9 entries');
    assert.equal(new URL(page.url()).pathname, '/app/files/hdfs/user/admin');
    await page.getByText(hostile).waitFor();
    await world.picture('files-folder');
    await world.checkAccess();
    await page.setViewportSize(phone);
    await world.checkWidth();
    await world.picture('files-narrow');
    await world.checkAccess();
    await page.setViewportSize(desktop);
    await page.getByRole('row', {name: /many/}).press('Enter');
    await heading('many');
    await page.goBack();
    await heading('admin');
    await page.getByRole('button', {name: 'Size'}).click();
    await soon(() => assert.match(page.url(), /sort=size/));
    await link(`File ${hostile}`).click();
    await heading(hostile);
    await page
      .getByRole('cell', {name: 'a', exact: true})
      .or(page.getByText('a', {exact: true}))
      .first()
      .waitFor();
    await world.checkAccess();
  });

  test('page through 10,000 entries and find one of them', async () => {
    const {page} = world;
    await world.open('/app/files/hdfs/user/admin/many');
    await entries('10,000 entries');
    await entries('1–100 of 10,000');
    await button('Next page').click();
    await entries('101–200 of 10,000');
    await link('File part-00100').waitFor();
    await page.getByRole('textbox', {name: 'Filter names'}).fill('0777');
    await entries('11 entries');
    await soon(() => assert.match(page.url(), /filter=0777/));
    await page.getByRole('textbox', {name: 'Filter names'}).fill('no such name');
    await page.getByText('No names with this text in them.').waitFor();
    await world.checkAccess();
  });

  test('show tables, texts, JSON, Parquet and digits, a part at a time', async () => {
    const {page} = world;
    await world.open(`/app/files/hdfs${home}/orders.csv`);
    await page.getByRole('columnheader', {name: 'id'}).waitFor();
    await page.getByRole('cell', {name: 'name, 17', exact: true}).waitFor();
    await world.picture('file-csv');
    await world.checkAccess();
    await button('Next part').click();
    await page.getByRole('cell', {name: 'name, 1000', exact: true}).waitFor();
    await page.getByRole('radiogroup', {name: 'View'}).getByText('Text').click();
    await page.getByText('id,name').waitFor();
    await world.checkAccess();

    await world.open(`/app/files/hdfs${home}/one.json`);
    const content = page.getByRole('region', {name: 'Content'});
    await soon(async () =>
      assert.match(await content.innerText(), /\n {2}"id": 12345678901234567890,\n/),
    );

    await world.open(`/app/files/hdfs${home}/numbers.parquet`);
    await entries('Rows 1–100 of 250');
    await page.getByRole('cell', {name: 'row 99', exact: true}).waitFor();
    await world.picture('file-parquet');
    await world.checkAccess();
    await button('Next page').click();
    await button('Next page').click();
    await entries('Rows 201–250 of 250');
    await page.getByRole('cell', {name: 'row 249', exact: true}).waitFor();

    await world.open(`/app/files/hdfs${home}/notes.txt`);
    await button('Next part').click();
    await soon(async () => assert.match(await content.innerText(), /^grüße\n[^]*grüße\nend$/));
    await world.picture('file-text');

    await world.open(`/app/files/hdfs${home}/digits.bin`);
    await page.getByText(/00000000 {2}00 01 02 41 42 .*\.\.\.AB/).waitFor();
    await world.checkAccess();
    await world.open(`/app/files/hdfs${home}/empty.txt`);
    await page.getByText('This file is empty.').waitFor();
    await world.open('/app/files/hdfs/user/nobody');
    await page.getByRole('alert').getByText('/user/nobody does not exist').waitFor();
    await world.picture('file-missing');
    await world.checkAccess();
  });
});
