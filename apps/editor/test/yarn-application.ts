/**
 * Asks a resource manager to run something, as this user. Returns the application's id.
 * @param command what its first container runs, if there is a node to run it; `<LOG_DIR>` is where
 * its logs are looked for
 */
export async function submitApplication(
  port: number,
  user: string,
  name: string,
  command = 'sleep 1',
): Promise<string> {
  const id = String((await send('POST', port, 'apps/new-application', user))['application-id']);
  await send('POST', port, 'apps', user, {
    'application-id': id,
    'application-name': name,
    'am-container-spec': {commands: {command}},
    resource: {memory: 256, vCores: 1},
    'application-type': 'YARN',
  });
  return id;
}

/** Ends it as whoever it belongs to; its node stops what runs of it a moment later. */
export async function endApplication(port: number, user: string, id: string): Promise<void> {
  await send('PUT', port, `apps/${id}/state`, user, {state: 'KILLED'});
}

async function send(
  method: string,
  port: number,
  path: string,
  user: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const answer = await fetch(`http://localhost:${port}/ws/v1/cluster/${path}?user.name=${user}`, {
    method,
    headers: {'content-type': 'application/json'},
    ...(body !== undefined && {body: JSON.stringify(body)}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${text}`);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}
