import { useMemo, useState, type KeyboardEvent } from 'react';
import { HOST, shortcutItems, type ShortcutItem } from '#core/plugin';
import {
  Button,
  Icon,
  IconButton,
  Kbd,
  SearchField,
  useContributions,
  useService,
  useSetting,
  useTextsOf,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { keyGestureOf, writeKeys } from '#core/tools';
import { holderOf, shortcutRows, withKeys, type ShortcutRow } from '../model/shortcut-list.ts';
import './ShortcutsField.css';

/** All tools, commands and panels of the person with their shortcuts, each of which can be changed. */
export function ShortcutsField({ description }: { description: string | undefined }) {
  const t = useTranslate('preferences');
  const [text, set] = useSetting('shortcuts');
  const toasts = useService(TOASTS);
  const items = useShortcutItems();
  const [search, setSearch] = useState('');
  const [changing, setChanging] = useState<string>();
  const rows = shortcutRows(items, text);
  const titleOf = ({ plugin, title }: ShortcutItem): string =>
    t(title.includes(':') ? title : `${plugin}:${title}`);
  const sought = search.trim().toLowerCase();
  const shown = rows.filter(
    ({ item, keys }) => titleOf(item).toLowerCase().includes(sought) || keys?.toLowerCase() === sought,
  );
  const change = (item: ShortcutItem, keys: string | undefined, from?: ShortcutItem): void => {
    const next = withKeys(text, item, keys, from);
    if (next === undefined) toasts.show('error', t('shortcuts.full'));
    else set(next);
    setChanging(undefined);
  };
  return (
    <div className="shortcuts">
      <p className="g-muted">{description}</p>
      <div className="shortcuts-head">
        <SearchField label={t('shortcuts.search')} value={search} onChange={setSearch} />
        <Button size="s" isDisabled={text === ''} onPress={() => set('')}>
          {t('shortcuts.reset')}
        </Button>
      </div>
      {shown.length === 0 && <p className="g-muted">{t('shortcuts.none')}</p>}
      <ul className="shortcuts-list">
        {shown.map((row) => (
          <li key={row.item.name}>
            <span>
              {titleOf(row.item)} <small className="g-muted">{t(`shortcuts.${row.item.point}`)}</small>
            </span>
            {changing === row.item.name ? (
              <Recorder
                row={row}
                rows={rows}
                title={titleOf(row.item)}
                titleOf={titleOf}
                onKeys={(keys, from) => change(row.item, keys, from)}
                onCancel={() => setChanging(undefined)}
              />
            ) : (
              <Shown
                row={row}
                title={titleOf(row.item)}
                titleOf={titleOf}
                onChange={() => setChanging(row.item.name)}
                onReset={() => change(row.item, undefined)}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What the person may use and can have a shortcut, as its manifest has it. */
function useShortcutItems(): readonly ShortcutItem[] {
  const host = useService(HOST);
  const offered = [useContributions('commands'), useContributions('tools'), useContributions('panels')];
  useTextsOf(...offered);
  const names = offered
    .flatMap((list, i) => list.map(({ id }) => `${['commands', 'tools', 'panels'][i]}/${id}`))
    .join(' ');
  return useMemo(() => {
    const usable = new Set(names.split(' '));
    return shortcutItems(host.manifests).filter(({ name }) => usable.has(name));
  }, [host, names]);
}

interface ShownProps {
  row: ShortcutRow;
  title: string;
  titleOf: (item: ShortcutItem) => string;
  onChange: () => void;
  onReset: () => void;
}

function Shown({ row: { keys, lost, isChanged }, title, titleOf, onChange, onReset }: ShownProps) {
  const t = useTranslate('preferences');
  return (
    <>
      <span className="shortcuts-keys">
        {keys ? <Kbd keys={keys} /> : <span className="g-muted">–</span>}
        <IconButton
          size="s"
          label={t('shortcuts.change', { title })}
          icon={<Icon name="pencil" />}
          onPress={onChange}
        />
        {isChanged && (
          <IconButton
            size="s"
            label={t('shortcuts.resetOf', { title })}
            icon={<Icon name="undo" />}
            onPress={onReset}
          />
        )}
      </span>
      {!keys && lost && (
        <small className="shortcuts-note">
          {lost.holder
            ? t('shortcuts.taken', { keys: lost.keys, title: titleOf(lost.holder) })
            : t('shortcuts.frame', { keys: lost.keys })}
        </small>
      )}
    </>
  );
}

interface RecorderProps {
  row: ShortcutRow;
  rows: readonly ShortcutRow[];
  title: string;
  titleOf: (item: ShortcutItem) => string;
  onKeys: (keys: string, from?: ShortcutItem) => void;
  onCancel: () => void;
}

/** Takes the next keys that are pressed. Where another item has them, asks whether to take them over. */
function Recorder({ row, rows, title, titleOf, onKeys, onCancel }: RecorderProps) {
  const t = useTranslate('preferences');
  const [pressed, setPressed] = useState<string>();
  const holder = pressed === undefined ? undefined : holderOf(rows, row.item, pressed);
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'Tab'].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return onCancel();
    if (event.key === 'Backspace') return onKeys('');
    const keys = writeKeys(keyGestureOf(event));
    if (holderOf(rows, row.item, keys) === undefined) return onKeys(keys);
    setPressed(keys);
  };
  return (
    <>
      <span className="shortcuts-keys">
        <input
          autoFocus
          readOnly
          className="g-input shortcuts-input"
          aria-label={t('shortcuts.press', { title })}
          aria-describedby="shortcuts-help"
          placeholder={t('shortcuts.pressNow')}
          value={pressed ?? ''}
          onKeyDown={press}
        />
        <IconButton
          size="s"
          label={t('core:dialog.cancel')}
          icon={<Icon name="close" />}
          onPress={onCancel}
        />
      </span>
      <small className="shortcuts-note" id="shortcuts-help" role="status">
        {holder === undefined && t('shortcuts.help')}
        {holder === 'workbench' && t('shortcuts.frame', { keys: pressed })}
        {holder !== undefined && holder !== 'workbench' && (
          <>
            {t('shortcuts.taken', { keys: pressed, title: titleOf(holder) })}{' '}
            <Button size="s" onPress={() => onKeys(pressed!, holder)}>
              {t('shortcuts.take')}
            </Button>
          </>
        )}
      </small>
    </>
  );
}
