import assert from 'node:assert/strict';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test} from 'node:test';
import {diagnose, type Facts} from './diagnosis.ts';
import {namesAreTaken, ownerOf, ticketState} from './diagnosis-facts.ts';

const facts: Facts = {
  contacted: 'sql2:10015',
  host: 'sql2',
  principal: 'hive/sql1@EXAMPLE.COM',
  failure: 'Bad status: 3 (GSS initiate failed)',
  ticket: {isValid: true, owner: 'hue/editor@EXAMPLE.COM'},
  dns: {addresses: ['10.0.0.2'], names: ['sql2']},
};

test("another host's principal is the first thing to be named", () => {
  const {findings, advice, principal, contacted} = diagnose(facts);
  assert.deepEqual([principal, contacted], ['hive/sql1@EXAMPLE.COM', 'sql2:10015']);
  assert.deepEqual(
    findings.map(({check, isFine}) => [check, isFine]),
    [
      ['principal', false],
      ['ticket', true],
      ['dns', true],
    ],
  );
  assert.equal(advice[0], 'Use the principal of the server on sql2');
  assert.match(advice[1] ?? '', /runs under another principal/);
});

test('each known failure has its own advice', () => {
  const right = {...facts, principal: 'hive/sql2@EXAMPLE.COM'};
  const cases: [Partial<Facts>, RegExp][] = [
    [{}, /runs under another principal/],
    [
      {failure: 'Server x not found in Kerberos database'},
      /KDC has no principal hive\/sql2@EXAMPLE.COM/,
    ],
    [{failure: 'Clock skew too great'}, /clocks/],
    [{failure: 'Cannot contact any KDC for realm'}, /No KDC answers: start it, or .*krb5\.conf/],
    [
      {
        failure: 'Ticket expired',
        fetchesTickets: true,
        ticketProblem: 'kinit: Cannot contact any KDC for realm',
      },
      /No KDC answers: start it/,
    ],
    [
      {
        failure: 'Ticket expired',
        fetchesTickets: true,
        ticketProblem: 'kinit: Client not found in database',
      },
      /gets no ticket with hue_keytab.*: kinit: Client not found in database\. Try hue_keytab/,
    ],
    [{failure: 'x', ticket: {isValid: false, owner: 'hue@R'}}, /kinit/],
    [{failure: 'x', ticket: {isValid: false, owner: undefined}}, /kinit/],
    [
      {failure: 'connect ECONNREFUSED 10.0.0.2:10015', principal: undefined},
      /Connection refused by sql2:10015/,
    ],
    [
      {failure: 'getaddrinfo ENOTFOUND sql2', principal: undefined},
      /name service does not know sql2/,
    ],
    [{failure: 'Bad status: 3 (Unsupported mechanism type PLAIN)'}, /wants Kerberos/],
    [{failure: 'Bad status: 3 (Unsupported mechanism type GSSAPI)'}, /does not use Kerberos/],
    [{failure: 'No secure connection to sql2:1: self-signed certificate'}, /cacerts/],
    [
      {failure: "No secure connection to x: Host: sql2. is not in the cert's altnames: DNS:a"},
      /not for sql2/,
    ],
    [
      {failure: 'No secure connection to x: ssl3_get_record:wrong version number'},
      /use\.SSL=false/,
    ],
    [{failure: 'Malformed reply: a TLS record; does the server want TLS?'}, /use\.SSL=true/],
    [
      {failure: 'No answer from sql2:1: Parse Error: Expected HTTP/'},
      /does not speak HTTP.*transport\.mode=binary/,
    ],
    [
      {failure: 'No answer from http://sql2:1/cliservice: socket hang up'},
      /not speak HTTP, set .*transport\.mode=binary/,
    ],
    [
      {failure: 'Malformed reply: a reply of HTTP; does the server speak HTTP?'},
      /transport\.mode=http/,
    ],
    [{failure: 'No Kerberos credentials available', fetchesTickets: true}, /kt_renewer/],
    [{failure: 'HTTP 401 from http://sql2:1/cliservice'}, /did not accept the login/],
    [{failure: 'x', dns: {addresses: ['10.0.0.2'], names: ['node7']}}, /rdns=false/],
  ];
  for (const [changes, expected] of cases) {
    assert.match(
      diagnose({...right, ...changes}).advice[0] ?? '',
      expected,
      JSON.stringify(changes),
    );
  }
});

test('what is set already is no advice', async t => {
  const names = {failure: 'x', dns: {addresses: ['10.0.0.2'], names: ['node7']}};
  assert.deepEqual(
    diagnose({...facts, ...names, principal: 'hive/sql2@R', takesNames: true}).advice,
    [],
  );
  const expired = {failure: 'x', ticket: {isValid: false, owner: 'hue@R'}, fetchesTickets: true};
  assert.doesNotMatch(diagnose({...facts, ...expired}).advice.join(), /or hue_keytab/);

  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-krb5-'));
  t.after(() => rm(folder, {recursive: true}));
  const [half, whole] = [join(folder, 'half'), join(folder, 'whole')];
  await writeFile(half, '[libdefaults]\n  rdns = false\n');
  await writeFile(whole, '[libdefaults]\n  dns_canonicalize_hostname = no\n rdns=false\n');
  const read = await Promise.all(
    [half, whole, `${half}:${whole}`, join(folder, 'none')].map(namesAreTaken),
  );
  assert.deepEqual(read, [false, true, true, false]);
});

test('what could not be found out is no finding against anybody', () => {
  const {findings, advice} = diagnose({
    ...facts,
    host: 'sql1',
    failure: 'x',
    ticket: undefined,
    dns: undefined,
  });
  assert.deepEqual(
    findings.map(({isFine}) => isFine),
    [true, undefined, undefined],
  );
  assert.deepEqual(advice, []);
});

test('the owner of the tickets is found in what MIT and Heimdal print', () => {
  const mit =
    'Ticket cache: FILE:/tmp/krb5cc_0\nDefault principal: hue/localhost@EXAMPLE.COM\n\nValid starting';
  assert.equal(ownerOf(mit), 'hue/localhost@EXAMPLE.COM');
  assert.equal(
    ownerOf('Credentials cache: FILE:/tmp/krb5cc_0\n        Principal: hue@R\n'),
    'hue@R',
  );
  assert.equal(ownerOf(''), undefined);
});

test('without klist nothing is said of tickets', async () => {
  assert.equal(await ticketState('/nowhere/klist'), undefined);
});
