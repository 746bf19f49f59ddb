import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {existsSync} from 'node:fs';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, describe, test} from 'node:test';
import {promisify} from 'node:util';
import {start, type RunningServer} from '../../../packages/thrift/test/servers/start.ts';
import {type RunningCatalog, startFreshCatalog} from './server-fixture.ts';

const run = promisify(execFile);
const who = '/api/atlas/admin/session';
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120 Safari/537.36';

const skipKerberos =
  (!existsSync('/usr/sbin/krb5kdc') &&
    'needs an MIT KDC (Debian: krb5-kdc krb5-admin-server krb5-user)') ||
  (!existsSync('/usr/bin/curl') && 'needs curl');

describe('login with a Kerberos ticket', {skip: skipKerberos}, () => {
  let kdc: RunningServer;
  let catalog: RunningCatalog;
  let env: Record<string, string>;
  before(async () => {
    kdc = await start('kdc.sh', []);
    env = {KRB5_CONFIG: join(kdc.folder, 'krb5.conf'), KRB5CCNAME: join(kdc.folder, 'tickets')};
    catalog = await startFreshCatalog({env, args: kerberosArgs()});
    await kinit('alice');
  });
  after(async () => {
    await catalog?.stop();
    await kdc?.stop();
  });

  const kerberosArgs = (...more: string[]) => [
    '--kerberos-login',
    '--kerberos-principal=HTTP/localhost@EXAMPLE.COM',
    `--kerberos-keytab=${join(kdc.folder, 'server.keytab')}`,
    ...more,
  ];
  const kinit = (name: string, principal = name) =>
    run('kinit', ['-k', '-t', join(kdc.folder, `${name}.keytab`), principal], {
      env: {...process.env, ...env},
    });
  /** Status line, headers and body as curl prints them. */
  const curl = async (path: string, ...args: string[]): Promise<string> => {
    const url = catalog.url.replace('127.0.0.1', 'localhost') + path;
    return (await run('curl', ['-s', '-i', ...args, url], {env: {...process.env, ...env}})).stdout;
  };
  const negotiate = ['--negotiate', '-u', ':'];

  test('curl --negotiate gets in, and the server proves who it is', async () => {
    const answer = await curl(who, ...negotiate);
    assert.match(answer, /HTTP\/1.1 200 OK/);
    assert.match(answer, /www-authenticate: Negotiate \S+/i);
    assert.match(answer, /"userName":"alice"/);
  });

  test('the cookie carries on without a ticket', async () => {
    const jar = join(kdc.folder, 'jar');
    await curl(who, ...negotiate, '-c', jar);
    assert.match(await curl(who, '-b', jar), /"userName":"alice"/);
  });

  test('without a ticket programs are asked for one, and browsers get the login page', async () => {
    const answer = await curl(who);
    assert.match(answer, /HTTP\/1.1 401 Unauthorized/);
    assert.match(answer, /www-authenticate: Negotiate\r\n/i);
    assert.match(await curl('/', '-A', chrome), /HTTP\/1.1 302 Found[^]*location: \/login.jsp/i);
  });

  test('passwords of a file still work beside it only when the file is there', async () => {
    assert.match(
      await curl(who, '-u', 'admin:admin'),
      /HTTP\/1.1 401 Unauthorized[^]*Username not found/,
    );
  });

  test('what is no ticket for this server is refused', async () => {
    assert.match(
      await curl(who, '-H', 'Authorization: Negotiate !!'),
      /401 [^]*Invalid negotiate token/,
    );
    assert.match(
      await curl(who, '-H', 'Authorization: Negotiate AAAA'),
      /401 [^]*The Kerberos ticket was not accepted/,
    );
  });

  test('rules give principals their names, or none', async () => {
    const rules = 'RULE:[2:$1-$2](hue-.*)s/-localhost/-service/';
    const other = await startFreshCatalog({env, args: kerberosArgs('--kerberos-rules', rules)});
    try {
      await kinit('hue', 'hue/localhost');
      const ask = async () =>
        (
          await run(
            'curl',
            ['-s', ...negotiate, other.url.replace('127.0.0.1', 'localhost') + who],
            {
              env: {...process.env, ...env},
            },
          )
        ).stdout;
      assert.match(await ask(), /"userName":"hue-service"/);
      await kinit('alice');
      assert.match(await ask(), /No rule of auth_to_local gives alice@EXAMPLE.COM a name here/);
    } finally {
      await other.stop();
    }
  });

  test('a proxy user with a ticket speaks for others', async () => {
    const args = kerberosArgs(
      '--proxy-user',
      'hue.users=*',
      '--proxy-user',
      'hue.hosts=127.0.0.1,::1',
    );
    const other = await startFreshCatalog({env, args});
    try {
      await kinit('hue', 'hue/localhost');
      const url = `${other.url.replace('127.0.0.1', 'localhost')}${who}?doAs=bob`;
      const answer = await run('curl', ['-s', ...negotiate, url], {env: {...process.env, ...env}});
      assert.match(answer.stdout, /"userName":"bob"/);
    } finally {
      await kinit('alice');
      await other.stop();
    }
  });

  test('a keytab without the key is told at start', async () => {
    const other = `--kerberos-keytab=${join(kdc.folder, 'other.keytab')}`;
    const args = kerberosArgs().map(arg => (arg.startsWith('--kerberos-keytab=') ? other : arg));
    await assert.rejects(
      startFreshCatalog({env, args}),
      /cannot be used for HTTP\/localhost@EXAMPLE.COM/,
    );
  });
});

const skipLdap = !existsSync('/usr/sbin/slapd') && 'needs an LDAP server (Debian: slapd)';

describe('login with a name and password of a directory', {skip: skipLdap}, () => {
  let ldap: RunningServer;
  before(async () => {
    ldap = await start('ldap.sh', []);
  });
  after(async () => await ldap?.stop());

  const url = () => `ldap://127.0.0.1:${ldap.port}`;
  const pattern = ['--ldap-user-dn', 'uid={0},ou=people,dc=example,dc=com'];
  const groups = ['--ldap-group-base-dn', 'ou=groups,dc=example,dc=com'];

  async function with_(
    args: readonly string[],
    work: (ask: Ask) => Promise<void>,
    directory = url(),
  ): Promise<void> {
    const catalog = await startFreshCatalog({
      args: ['--ldap-login', '--ldap-url', directory, ...args],
    });
    try {
      await work(async (name, password) => {
        const authorization = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
        const answer = await fetch(catalog.url + who, {headers: {authorization}});
        const text = await answer.text();
        if (!answer.ok)
          return `${answer.status} ${(JSON.parse(text) as {message: string}).message}`;
        const {userName, groups: own} = JSON.parse(text) as {userName: string; groups: string[]};
        return `${userName} of ${own.join()}`;
      });
    } finally {
      await catalog.stop();
    }
  }
  type Ask = (name: string, password: string) => Promise<string>;

  test('by the pattern of their DN, with the groups they are in', async () => {
    await with_([...pattern, ...groups, '--ldap-default-group', 'everybody'], async ask => {
      assert.equal(await ask('alice', 'alice-secret'), 'alice of everybody,stewards');
      assert.equal(await ask('hue', 'hue-secret'), 'hue of everybody');
      assert.equal(await ask('alice', 'wrong'), '401 Wrong password');
      assert.equal(await ask('alice', ''), '401 Wrong password');
      assert.equal(await ask('nobody', 'x'), '401 Wrong password');
      assert.equal(await ask('alice,ou=people', 'alice-secret'), '401 Wrong password');
    });
  });

  test('by looking for them, with a password from a file', async () => {
    const file = join(ldap.folder, 'bind-password');
    await writeFile(file, 'admin-secret\n');
    const bind = [
      '--ldap-bind-dn',
      'cn=admin,dc=example,dc=com',
      '--ldap-bind-password',
      `file:${file}`,
    ];
    await with_(['--ldap-base-dn', 'dc=example,dc=com', ...bind, ...groups], async ask => {
      assert.equal(await ask('bob', 'bob-secret'), 'bob of stewards');
      assert.equal(await ask('b*', 'bob-secret'), '401 Wrong password');
      assert.equal(await ask('bob)(uid=*', 'bob-secret'), '401 Wrong password');
    });
  });

  test('as in an Active Directory: by sAMAccountName, with the groups of memberOf', async () => {
    const bind = [
      '--ad-bind-dn',
      'cn=admin,dc=example,dc=com',
      '--ad-bind-password',
      'admin-secret',
    ];
    const base = ['--ad-base-dn', 'dc=example,dc=com', '--ad-default-group', 'staff'];
    await with_(['--ldap-type', 'ad', '--ad-url', url(), ...base, ...bind], async ask => {
      assert.equal(await ask('carla', 'carla-secret'), 'carla of staff,Data Stewards,everybody');
      assert.equal(await ask('carla', 'wrong'), '401 Wrong password');
      // Who has no such name there is nobody.
      assert.equal(await ask('alice', 'alice-secret'), '401 Wrong password');
    });
  });

  test('in any spelling they are one person, by the name that the directory has', async () => {
    await with_([...pattern, ...groups], async ask => {
      for (const typed of ['ALICE', 'Alice', 'alice ', ' alice']) {
        assert.equal(await ask(typed, 'alice-secret'), 'alice of stewards', typed);
      }
    });
    const bind = [
      '--ldap-bind-dn',
      'cn=admin,dc=example,dc=com',
      '--ldap-bind-password',
      'admin-secret',
    ];
    await with_(['--ldap-base-dn', 'dc=example,dc=com', ...bind, ...groups], async ask => {
      assert.equal(await ask('BOB', 'bob-secret'), 'bob of stewards');
      assert.equal(await ask('bob  ', 'bob-secret'), 'bob of stewards');
    });
  });

  test('a directory that does not answer is no wrong password', async () => {
    const asked = async (ask: Ask) => {
      assert.match(
        await ask('alice', 'alice-secret'),
        /^401 The login directory cannot be asked at the moment/,
      );
    };
    await with_(pattern, asked, 'ldap://127.0.0.1:1');
  });
});
