import { Button } from './Button.tsx';
import { ErrorPanel } from './ErrorPanel.tsx';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { Popover } from './lazy-components.tsx';
import { useCopy } from './useCopy.ts';
import { useTranslate } from './useTranslate.ts';
import './FailedPart.css';

/** Where a part of a plugin stands: it fills its place, lies over the map, or is a piece of a bar. */
export type PartPlace = 'fill' | 'over' | 'bar';

interface FailedPartProps {
  plugin: string;
  /** The name of the component in the manifest. */
  part: string;
  error: unknown;
  place: PartPlace;
  onRetry: () => void;
}

/** Stands in the place of a plugin's component that threw: only this part is gone, and it can be tried again. */
export function FailedPart({ plugin, part, error, place, onRetry }: FailedPartProps) {
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

/** What the developer of a plugin needs to know about an error, as text. */
export function failureDetails(plugin: string, part: string, error: unknown): string {
  return [
    `Plugin: ${plugin}`,
    `Part: ${part}`,
    `Time: ${new Date().toISOString()}`,
    `Page: ${window.location.pathname}`,
    `Browser: ${navigator.userAgent}`,
    '',
    error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error),
  ].join('\n');
}
