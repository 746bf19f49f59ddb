import {SegmentedControl} from '@mantine/core';
import classes from './assist.module.css';

type Part = 'sources' | 'documents';

/** Tables or saved queries. */
export function PartSwitch({part, onPart}: {part: Part; onPart: (part: Part) => void}) {
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      className={classes['parts']}
      aria-label="Side panel"
      value={part}
      onChange={value => onPart(value as Part)}
      data={[
        {value: 'sources', label: 'Sources'},
        {value: 'documents', label: 'Saved'},
      ]}
    />
  );
}
