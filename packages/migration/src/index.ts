export {migrate, migrateUsage} from './migrate.ts';
