import { sentenceOf } from '#core/kernel';
import { useTranslate } from './useTranslate.ts';

/** Where a part of a plugin stands: it fills its place, lies over the map, or is a piece of a bar. */
export type PartPlace = 'fill' | 'over' | 'bar';

export interface FailedPartProps {
  plugin: string;
  /** The name of the component in the manifest. */
  part: string;
  error: unknown;
  place: PartPlace;
  onRetry: () => void;
}

/** What `FailedPart` says, without its buttons: until its code is loaded, and if that cannot be fetched either. */
export function PlainFailure({ plugin, error }: FailedPartProps) {
  const t = useTranslate('core');
  return (
    <div role="alert">
      <strong>{t('failed.part', { plugin })}</strong> {sentenceOf(error)}
    </div>
  );
}
