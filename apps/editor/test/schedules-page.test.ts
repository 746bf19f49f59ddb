// Schedules in the browser: made from a saved query, run, paused, looked at, deleted.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {useDocuments} from './documents-page-world.ts';
import {desktop, phone, skipWithoutBrowser} from './page-fixture.ts';

suite('schedules', {skip: skipWithoutBrowser}, () => {
  const {world, button, dialog, saveKey} = useDocuments(
    '--kafka-brokers=127.0.0.1:1',
    '--schedule-topics=alerts,reports',
  );
  const region = (name: string) => world.page.getByRole('region', {name});
  const row = (text: string) => world.page.getByRole('row').filter({hasText: text});
  const toSchedules = async () => {
    await world.page.getByRole('link', {name: 'Schedules', exact: true}).first().click();
    await world.page.getByRole('heading', {name: 'Schedules', level: 1, exact: true}).waitFor();
  };

  test('without any, the page says how to create one', async () => {
    await toSchedules();
    await world.page.getByRole('heading', {name: 'No schedules yet'}).waitFor();
    await world.checkAccess();
    await world.picture('schedules-empty');
    await world.open('/app/schedules/9b0f6e7a-0000-4000-8000-000000000000');
    await world.page.getByRole('heading', {name: 'Schedule not found'}).waitFor();
  });

  test('a saved query gets a schedule, with the values of its variables', async () => {
    const {page} = world;
    await world.open();
    await world.type('select n from range(${count=3}) r(n) order by n desc');
    await saveKey();
    const save = dialog('Save query');
    await save.getByRole('textbox', {name: 'Name'}).fill('Late orders');
    await save.getByRole('button', {name: 'Save', exact: true}).click();
    await page.getByText('version 1', {exact: true}).waitFor();
    await button('Query actions').click();
    await page.getByRole('menuitem', {name: 'Create schedule'}).click();
    const form = dialog('Create schedule');
    await form.getByText('At 06:00, every day').waitFor();
    assert.equal(await form.getByRole('listitem').count(), 5);
    await form.getByRole('textbox', {name: 'Cron expression'}).fill('61 * * * *');
    await form.getByRole('alert').filter({hasText: 'is no cron expression'}).waitFor();
    await form.getByRole('combobox', {name: 'Repeat'}).selectOption('Weekly');
    await form.getByText('At 06:00, only on Monday').waitFor();
    await form.getByRole('combobox', {name: 'Time zone'}).selectOption('Asia/Tokyo');
    await form.getByRole('textbox', {name: 'count'}).fill('4');
    await form.getByRole('combobox', {name: 'Condition'}).selectOption('First value');
    await form.getByRole('textbox', {name: 'Value'}).fill('2');
    const second = form.getByRole('group', {name: 'Notification 2'});
    await form.getByRole('button', {name: 'Add notification'}).click();
    await second.getByRole('combobox', {name: 'When'}).selectOption('When the condition holds');
    const third = form.getByRole('group', {name: 'Notification 3'});
    await form.getByRole('button', {name: 'Add notification'}).click();
    await third.getByRole('combobox', {name: 'When'}).selectOption('When it fails');
    await third.getByRole('combobox', {name: 'How'}).selectOption('Kafka');
    assert.equal(await third.getByRole('combobox', {name: 'Topic'}).inputValue(), 'alerts');
    await third.getByRole('combobox', {name: 'Topic'}).selectOption('reports');
    await world.checkAccess();
    await world.picture('schedule-form');
    await page.setViewportSize(phone);
    await world.checkWidth();
    await world.picture('schedule-form-narrow');
    await page.setViewportSize(desktop);
    await form.getByRole('button', {name: 'Create schedule'}).click();
    await page.getByText('Schedule created', {exact: true}).waitFor();
    await form.waitFor({state: 'detached'});
  });

  test('it runs, says so, and its result opens in a tab', async () => {
    const {page} = world;
    await toSchedules();
    await button('Run now: Late orders').click();
    await row('Late orders').getByText('Finished').waitFor();
    await region('Notifications').getByText('The first value is 3.').waitFor();
    await region('Notifications').getByText('New', {exact: true}).waitFor();
    await world.checkAccess();
    await world.picture('schedules');
    await page.setViewportSize(phone);
    await world.checkWidth();
    await world.picture('schedules-narrow');
    await page.setViewportSize(desktop);
    await button('Mark all as read').click();
    await region('Notifications').getByText('New', {exact: true}).waitFor({state: 'detached'});
    await page.getByRole('table', {name: 'Schedules'}).getByRole('link').click();
    await page.getByRole('heading', {name: 'Late orders', level: 1}).waitFor();
    await row('Condition met').getByText('Started with Run now').waitFor();
    await world.checkAccess();
    await world.picture('schedule-runs');
    await page.setViewportSize(phone);
    await world.checkWidth();
    await page.setViewportSize(desktop);
    await button('Open result').click();
    await page.getByText('4 rows').first().waitFor();
  });

  test('it is changed, paused, resumed and deleted', async () => {
    const {page} = world;
    await toSchedules();
    await page.getByRole('table', {name: 'Schedules'}).getByRole('link').click();
    await button('Edit schedule').click();
    const form = dialog('Edit schedule');
    assert.equal(await form.getByRole('textbox', {name: 'count'}).inputValue(), '4');
    const rule = form.getByRole('group', {name: 'Notification 3'});
    assert.equal(await rule.getByRole('combobox', {name: 'Topic'}).inputValue(), 'reports');
    await form.getByRole('textbox', {name: 'Name'}).fill('Orders by week');
    await form.getByRole('button', {name: 'Save schedule'}).click();
    await page.getByRole('heading', {name: 'Orders by week', level: 1}).waitFor();
    await button('Pause').click();
    await page.getByText('Paused. You paused it.').waitFor();
    await world.checkAccess();
    await button('Resume').click();
    await page.getByText('You paused it.').waitFor({state: 'detached'});
    await button('Delete schedule').click();
    const question = dialog('Delete Orders by week?');
    await question.getByRole('button', {name: 'Delete schedule'}).click();
    await page.getByRole('heading', {name: 'No schedules yet'}).waitFor();
    // A browser notes what is refused; the preview of a wrong expression was.
    const refusal = /status of 400/;
    assert.deepEqual(
      world.problems.filter(one => !refusal.test(one)),
      [],
    );
  });
});
