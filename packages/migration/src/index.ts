export {AtlasServer} from './atlas-server.ts';
export {migrate, migrateUsage} from './migrate.ts';
