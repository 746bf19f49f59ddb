// What `npm ci` ends with: pages and servers are built, then what nobody opens is taken away.
import {join} from 'node:path';
import './build.ts';
import {trimPackages} from './trim-packages.ts';

await trimPackages(join(import.meta.dirname, '..', 'node_modules'));
