import { observer } from 'mobx-react-lite';
import { Button, Icon, IconButton, TextField, ToggleButton, useTranslate } from '#core/react';
import { MARK_COLOURS, MARKS } from '#core/protocol';
import type { MarkBarProps } from '../../api.ts';
import { MarkList } from './MarkList.tsx';
import '../documents.css';

const KINDS = [
  { kind: 'arrow', path: 'M5 19 19 5M10 5h9v9' },
  { kind: 'line', path: 'M4 17c4-9 6 3 10-5 2-4 4-4 6-4' },
  { kind: 'text', path: 'M5 6V5h14v1M12 5v14M9 19h6' },
] as const;

/** What is drawn over the picture, with what colour, and by whom. */
export default observer(function MarkBar(props: MarkBarProps) {
  const t = useTranslate('documents');
  const { marking, mayWrite, isDrawing, isShown, onShow, onCopy, help } = props;
  const { kind, onKind, colour, onColour, words, onWords } = props;
  const { state, error, earlier, isChanged, isSaving, canUndo, canRedo, marks } = marking;
  return (
    <>
      <div className="doc-marking" role="toolbar" aria-label={t('mark.title')}>
        {isDrawing &&
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
            {MARK_COLOURS.map((one, n) => (
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
      <MarkList marking={marking} mayWrite={mayWrite} />
    </>
  );
});
