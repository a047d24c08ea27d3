import type { ReactNode } from 'react';
import type { UploadService } from '#core/api';
import { Button } from './Button.tsx';
import { ProgressBar } from './ProgressBar.tsx';
import { useObservable } from './useObservable.ts';
import { useTranslate } from './useTranslate.ts';
import './UploadBox.css';

export interface UploadBoxProps {
  desk: Pick<UploadService, 'state' | 'state$' | 'cancel'>;
  /** The running job, as a sentence: `Reading city.zip`. */
  working: (name: string) => string;
  /** The control that accepts a file; hidden during an upload. */
  children: ReactNode;
}

/** Uploads files: shows the progress of the current upload, or why the last one was rejected. */
export function UploadBox({ desk, working, children }: UploadBoxProps) {
  const t = useTranslate('core');
  const state = useObservable(desk.state$, desk.state);
  if (state.kind === 'idle')
    return (
      <div className="g-upload">
        {state.error && (
          <p className="g-error" role="alert">
            {state.error}
          </p>
        )}
        {children}
      </div>
    );
  const label = state.kind === 'sending' ? t('file.sending', { name: state.name }) : working(state.name);
  return (
    <div className="g-upload">
      <ProgressBar label={label} value={state.part} />
      <Button onPress={() => desk.cancel()}>{t('dialog.cancel')}</Button>
    </div>
  );
}
