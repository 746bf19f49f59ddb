import {catalogItself, type CatalogHost} from '../caller.ts';
import type {Log} from '../catalog.ts';
import {indexHealth} from '../search/index-health.ts';

const caller = catalogItself('index-health');

/**
 * Probes the search index now and then and logs what it found, in the words that operators of this
 * API watch for.
 * @param backend the index's name, for when it does not answer
 * @returns stops it
 */
export function watchIndex(
  host: CatalogHost,
  backend: string,
  everyMs: number,
  log: Log,
): () => void {
  const probe = async () => {
    try {
      const {healthy} = await host.call(indexHealth, caller, undefined);
      log.info({}, `indexBackEnd=${backend}; isHealthy=${healthy}`);
    } catch (error) {
      log.error({error}, `indexBackEnd=${backend}; isHealthy=false`);
    }
  };
  const timer = setInterval(() => void probe(), everyMs);
  void probe();
  return () => clearInterval(timer);
}
