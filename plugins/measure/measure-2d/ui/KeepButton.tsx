import { Icon, ToggleButton, useObservable, useService, useTranslate } from '#core/react';
import { SESSION } from '#core/session';
import type { MeasureStorage } from '../api.ts';

/** Saves a measurement with the project; hidden without the right to. */
export function KeepButton({
  id,
  stored,
  keeping,
}: {
  id: string;
  stored: boolean;
  keeping: MeasureStorage;
}) {
  const t = useTranslate('measure-2d');
  const session = useService(SESSION);
  useObservable(session.me$, session.me);
  if (!keeping.mayKeep()) return null;
  return (
    <ToggleButton
      size="s"
      label={t(stored ? 'bubble.kept' : 'bubble.keep')}
      icon={<Icon name="save" />}
      isSelected={stored}
      onChange={(on) => keeping.keep(id, on)}
    />
  );
}
