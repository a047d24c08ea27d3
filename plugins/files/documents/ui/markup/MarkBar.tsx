import { observer } from 'mobx-react-lite';
import { Button, Icon, IconButton, TextField, ToggleButton, useTranslate } from '#core/react';
import { MARKS } from '#core/protocol';
import type { PictureMarking } from '../../api.ts';
import type { MarkKind } from './DrawnOver.tsx';

/** Readable on light and dark pictures, with their white edge; also for people who do not see red and green apart. */
export const COLOURS = ['#c2410c', '#0b6e8f', '#a16207', '#111827'] as const;
const KINDS = [
  { kind: 'arrow', path: 'M5 19 19 5M10 5h9v9' },
  { kind: 'line', path: 'M4 17c4-9 6 3 10-5 2-4 4-4 6-4' },
  { kind: 'text', path: 'M5 6V5h14v1M12 5v14M9 19h6' },
] as const;

interface MarkBarProps {
  marking: PictureMarking;
  mayWrite: boolean;
  isShown: boolean;
  onShow: (isShown: boolean) => void;
  kind: MarkKind | undefined;
  onKind: (kind: MarkKind | undefined) => void;
  colour: string;
  onColour: (colour: string) => void;
  words: string;
  onWords: (words: string) => void;
  onCopy: () => void;
}

/** What is drawn over the photo, and with what colour. */
export const MarkBar = observer(function MarkBar(props: MarkBarProps) {
  const t = useTranslate('documents');
  const { marking, mayWrite, isShown, onShow, kind, onKind, colour, onColour, words, onWords, onCopy } =
    props;
  const { state, error, earlier, isChanged, isSaving, canUndo, canRedo, marks } = marking;
  const help = kind && t(kind === 'text' && words.trim() === '' ? 'mark.help.words' : `mark.help.${kind}`);
  return (
    <div className="doc-marking" role="toolbar" aria-label={t('mark.title')}>
      {mayWrite &&
        state === 'ready' &&
        KINDS.map(({ kind: one, path }) => (
          <ToggleButton
            key={one}
            label={t(`mark.${one}`)}
            icon={<Icon name={{ path }} />}
            isSelected={kind === one}
            onChange={(isOn) => onKind(isOn ? one : undefined)}
          />
        ))}
      {kind && (
        <div className="doc-mark-colours" role="group" aria-label={t('mark.colour')}>
          {COLOURS.map((one, n) => (
            <ToggleButton
              key={one}
              size="s"
              label={t(`mark.colour.${n}`)}
              icon={<span className="g-dot" style={{ background: one }} />}
              isSelected={colour === one}
              onChange={() => onColour(one)}
            />
          ))}
        </div>
      )}
      {kind === 'text' && (
        <TextField
          label={t('mark.words')}
          hideLabel
          placeholder={t('mark.words')}
          value={words}
          onChange={onWords}
          maxLength={MARKS.letters}
        />
      )}
      {(canUndo || canRedo) && (
        <>
          <IconButton
            label={t('mark.undo')}
            icon={<Icon name="undo" />}
            isDisabled={!canUndo}
            onPress={() => marking.undo()}
          />
          <IconButton
            label={t('mark.redo')}
            icon={<Icon name="redo" />}
            isDisabled={!canRedo}
            onPress={() => marking.redo()}
          />
        </>
      )}
      {isChanged && (
        <Button variant="primary" isPending={isSaving} onPress={() => void marking.save()}>
          {t('mark.save')}
        </Button>
      )}
      <span className="doc-space" />
      {marks.length > 0 && (
        <>
          <ToggleButton
            label={t('mark.show')}
            icon={<Icon name={isShown ? 'eye' : 'eye-off'} />}
            isSelected={isShown}
            onChange={onShow}
          />
          <Button variant="quiet" icon={<Icon name="download" />} onPress={onCopy}>
            {t('mark.copy')}
          </Button>
        </>
      )}
      {help && <p className="g-muted">{help}</p>}
      {earlier > 0 && <p className="doc-note">{t('mark.earlier', { count: earlier })}</p>}
      {error !== undefined && (
        <p className="g-error" role="alert">
          {error}{' '}
          {state === 'failed' && (
            <Button size="s" variant="quiet" onPress={() => void marking.load()}>
              {t('mark.retry')}
            </Button>
          )}
        </p>
      )}
    </div>
  );
});
