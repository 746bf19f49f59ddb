// `npm run build`: pages and servers; `npm ci` does it, too. With names of apps, or `--watch`,
// pages alone (`build-web.ts`).
import './build-web.ts';
import {buildServers} from './bundle-servers.ts';

if (process.argv.length === 2 || process.env['npm_lifecycle_event'] === 'prepare')
  await buildServers();
