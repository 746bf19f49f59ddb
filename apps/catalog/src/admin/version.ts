import type {CatalogOptions} from '../options/catalog-options.ts';

export type Version = {
  readonly Description: string;
  readonly Revision: string;
  readonly Version: string;
  readonly Name: string;
};

export function readVersion(options: CatalogOptions): Version {
  return {
    Description: options.versionDescription,
    Revision: options.versionRevision,
    Version: options.versionNumber,
    Name: options.versionName,
  };
}
