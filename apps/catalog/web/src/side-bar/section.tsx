import {Alert} from '@mantine/core';
import {problemText} from '@gazetteer/ui';
import {ChevronRight} from 'lucide-react';
import {Component, type ReactNode, useId} from 'react';
import classes from './side-bar.module.css';

type SectionProps = {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
};

export function Section({title, isOpen, onToggle, children}: SectionProps) {
  const id = useId();
  return (
    <section className={classes['section']}>
      <h2 className={classes['heading']}>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
          <ChevronRight size={16} className={classes['arrow']} aria-hidden />
          {title}
        </button>
      </h2>
      <div id={id} hidden={!isOpen}>
        {/* A closed section reads nothing. */}
        {isOpen && <SectionBoundary>{children}</SectionBoundary>}
      </div>
    </section>
  );
}

/** A tree that cannot be loaded takes nothing else with it. */
class SectionBoundary extends Component<{children: ReactNode}, {error: unknown}> {
  override state: {error: unknown} = {error: undefined};

  static getDerivedStateFromError(error: unknown) {
    return {error};
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    return (
      <Alert color="red" p="xs" variant="light">
        {problemText(this.state.error)}
      </Alert>
    );
  }
}
