import {effectiveOptions, readOptions} from '@gazetteer/settings';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {TestContext} from 'node:test';
import {createLog} from '@gazetteer/server';
import type {FastifyInstance} from 'fastify';
import {Authorizer} from '../src/access/authorizer.ts';
import type {CatalogHost} from '../src/caller.ts';
import {Telemetry} from '@gazetteer/kernel/host';
import {HookConsumer} from '../src/notification/hook-consumer.ts';
import {Notifications} from '../src/notification/start-notifications.ts';
import {catalogOptions} from '../src/options/catalog-options.ts';
import {downloadOptionsOf, meansOf, transferSettingsOf} from '../src/server/settings.ts';
import {apiRoutes} from '../src/server/routes.ts';
import {Downloads} from '../src/download/downloads.ts';
import {createServer} from '../src/server/server.ts';
import {tokenLogin} from '../src/token/token-login.ts';
import {AsyncImports} from '../src/transfer/async-imports.ts';
import {Transfers} from '../src/transfer/transfers.ts';

/** All routes of the catalog, with a host of the test's own in place of a store. */
export async function catalogOver(
  t: TestContext,
  host: CatalogHost,
  pages: (app: FastifyInstance) => void = () => undefined,
): Promise<FastifyInstance> {
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-api-'));
  t.after(() => rm(folder, {recursive: true}));
  const read = readOptions(catalogOptions, {argv: ['--data', folder], env: {}});
  const telemetry = new Telemetry();
  t.after(() => telemetry.close());
  const log = createLog({level: 'error', format: 'json', destination: {write: () => undefined}});
  const downloads = new Downloads(host, downloadOptionsOf(read.values), log);
  t.after(() => downloads.close());
  const transfers = new Transfers(host, transferSettingsOf(read.values), log);
  const asyncImports = new AsyncImports(transfers, log);
  const routes = apiRoutes(host, telemetry, new Authorizer(), {
    downloads,
    transfers,
    asyncImports,
    notifications: new Notifications(host, [], {retentionMs: 0, maxRows: 1000}, log),
    hooks: new HookConsumer(host, {maxRetries: 1, retryMs: 1, segmentWaitMs: 1}, log),
    hookTopics: ['ATLAS_HOOK'],
    changes: undefined,
    means: meansOf(read.values),
    editor: () => undefined,
    naming: {cluster: 'primary', clusters: {}},
    configuration: {
      settings: effectiveOptions(catalogOptions, read),
      warnings: [],
      notices: [],
    },
  });
  const tokens = tokenLogin(host, log);
  const {app} = await createServer({
    options: read.values,
    where: read.where,
    log,
    routes,
    pages,
    telemetry,
    tokens,
  });
  t.after(() => app.close());
  await app.ready();
  return app;
}
