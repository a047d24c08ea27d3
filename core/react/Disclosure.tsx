import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, Disclosure as AriaDisclosure, DisclosurePanel, Heading } from 'react-aria-components';
import { classes } from './classes.ts';
import './Disclosure.css';

export interface DisclosureProps {
  title: ReactNode;
  children: ReactNode;
  isExpanded?: boolean;
  onExpandedChange?: (expanded: boolean) => void;
  /** At the right end of the heading. */
  actions?: ReactNode;
  className?: string;
}

/** A section that opens and closes. */
export function Disclosure({ title, children, actions, className, ...rest }: DisclosureProps) {
  return (
    <AriaDisclosure {...rest} className={classes('g-disclosure', className)}>
      <div className="g-disclosure-head">
        <Heading level={3}>
          <Button slot="trigger" className="g-disclosure-button">
            <ChevronRight aria-hidden="true" />
            {title}
          </Button>
        </Heading>
        {actions}
      </div>
      <DisclosurePanel className="g-disclosure-panel">{children}</DisclosurePanel>
    </AriaDisclosure>
  );
}
