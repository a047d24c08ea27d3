import { Button } from './Button.tsx';
import { ErrorPanel } from './ErrorPanel.tsx';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { Popover } from './lazy-components.tsx';
import { failureDetails } from './failure-details.ts';
import { useCopy } from './useCopy.ts';
import type { FailedPartProps } from './PlainFailure.tsx';
import { useTranslate } from './useTranslate.ts';
import './FailedPart.css';

/** Stands in the place of a plugin's component that threw: only this part is gone, and it can be tried again. */
export default function FailedPart({ plugin, part, error, place, onRetry }: FailedPartProps) {
  const t = useTranslate('core');
  const copy = useCopy();
  const title = t('failed.part', { plugin });
  const box = (
    <ErrorPanel
      error={error}
      title={title}
      onRetry={onRetry}
      actions={
        <>
          <Button size="s" onPress={() => void copy(failureDetails(plugin, part, error))}>
            {t('failed.copy')}
          </Button>
          {/* Code that could not be fetched is fetched again only by another page. */}
          {place === 'fill' && (
            <Button size="s" onPress={() => window.location.reload()}>
              {t('failed.reload')}
            </Button>
          )}
        </>
      }
    />
  );
  if (place === 'bar')
    return (
      <Popover
        label={title}
        trigger={<IconButton size="s" label={title} icon={<Icon name="alert" size={16} />} />}
      >
        {box}
      </Popover>
    );
  return <div className={`g-failed-part g-failed-${place}`}>{box}</div>;
}
