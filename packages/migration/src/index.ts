export {AtlasServer, isServerAddress, Refused} from './atlas-server.ts';
export {entitiesOf} from './read-source.ts';
export {migrate, migrateUsage} from './migrate.ts';
