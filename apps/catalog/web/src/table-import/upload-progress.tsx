import {Progress, Text} from '@mantine/core';

/** How much of a file is on its way, and what the server does with it then. */
export function UploadProgress({part, text}: {part: number; text: string}) {
  const percent = Math.round(part * 100);
  return (
    <div>
      <Progress value={percent} aria-label={`${percent} percent`} animated />
      <Text size="sm" role="status" mt={4}>
        {part < 1 ? `${percent} percent uploaded…` : text}
      </Text>
    </div>
  );
}
