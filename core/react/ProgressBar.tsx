import { Label, ProgressBar as AriaProgressBar } from 'react-aria-components';
import './field.css';
import './ProgressBar.css';

export interface ProgressBarProps {
  label: string;
  hideLabel?: boolean;
  /** 0 to 1; undefined: the progress is unknown. */
  value: number | undefined;
}

/** The progress of a long task. */
export function ProgressBar({ label, hideLabel, value }: ProgressBarProps) {
  return (
    <AriaProgressBar
      className="g-progress"
      isIndeterminate={value === undefined}
      value={value ?? 0}
      maxValue={1}
      formatOptions={{ style: 'percent' }}
    >
      {({ percentage, valueText }) => (
        <>
          <Label className={hideLabel ? 'g-hidden' : 'g-label'}>{label}</Label>
          {!hideLabel && <span className="g-progress-text g-figures">{valueText}</span>}
          <span className="g-progress-track">
            <span className="g-progress-fill" style={{ inlineSize: `${percentage ?? 30}%` }} />
          </span>
        </>
      )}
    </AriaProgressBar>
  );
}
