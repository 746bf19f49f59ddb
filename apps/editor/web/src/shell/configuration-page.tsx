import {DocsLink, Page} from '@gazetteer/ui';
import {ConfigurationView} from '@gazetteer/ui/configuration';
import {queryOptions, useSuspenseQuery} from '@tanstack/react-query';
import {ask} from '../api/request.ts';

const configurationQuery = queryOptions({
  queryKey: ['configuration'],
  queryFn: ({signal}) => ask('GET /api/v1/configuration', {}, {signal}),
});

/** What this editor was started with; the server answers administrators alone. */
export function ConfigurationPage() {
  const configuration = useSuspenseQuery(configurationQuery).data;
  return (
    <Page
      title="Configuration"
      note="Values that the editor was started with. Changes take effect after a restart."
      actions={<DocsLink to="editor-config">Configuration files</DocsLink>}
    >
      <ConfigurationView {...configuration} />
    </Page>
  );
}
