import { useState } from 'react';
import { copyText } from '#core/browser';
import type { Bookmark } from '#core/protocol';
import {
  Form,
  Icon,
  IconButton,
  Menu,
  TextField,
  useI18n,
  useService,
  useTranslate,
  type MenuEntry,
} from '#core/react';
import { TOASTS } from '#core/toasts';

const ICONS = {
  '2d': 'map',
  '3d': 'globe',
  cloud: 'cloud',
  bim: { path: 'M4 20V9l8-5 8 5v11zM9 20v-6h6v6' },
} as const;

interface BookmarkRowProps {
  bookmark: Bookmark;
  /** Path and query of the bookmarked view. */
  address: string;
  onGo: () => void;
  /** Resolves to whether the bookmark was renamed. */
  onRename?: ((name: string) => Promise<boolean>) | undefined;
  onTake?: (() => void) | undefined;
  onDelete?: (() => void) | undefined;
}

export function BookmarkRow({ bookmark, address, onGo, onRename, onTake, onDelete }: BookmarkRowProps) {
  const t = useTranslate('bookmarks');
  const i18n = useI18n();
  const toasts = useService(TOASTS);
  const [name, setName] = useState<string>();
  const { viewpoint, createdAt, createdBy } = bookmark;

  if (name !== undefined && onRename)
    return (
      <li>
        <Form
          className="bookmarks-form"
          onSubmit={() => {
            const newName = name.trim();
            if (newName === '' || newName === bookmark.name) setName(undefined);
            else void onRename(newName).then((done) => done && setName(undefined));
          }}
        >
          <div className="bookmarks-rename">
            <TextField
              label={t('name')}
              hideLabel
              autoFocus
              maxLength={120}
              autoComplete="off"
              value={name}
              onChange={setName}
              onKeyDown={(event) => {
                if (event.key === 'Escape') setName(undefined);
              }}
            />
            <IconButton size="s" type="submit" label={t('rename.save')} icon={<Icon name="check" />} />
          </div>
        </Form>
      </li>
    );
  const copy = async () => {
    const to = await copyText(new URL(address, window.location.href).href);
    if (to === 'clipboard') toasts.show('success', t('copied'));
    else toasts.show('error', t('copied.not'));
  };
  const entries: (MenuEntry | false | undefined)[] = [
    { id: 'copy', title: t('copy'), icon: <Icon name="link" />, onAction: () => void copy() },
    onRename && {
      id: 'rename',
      title: t('rename'),
      icon: <Icon name="edit" />,
      onAction: () => setName(bookmark.name),
    },
    onTake && { id: 'take', title: t('take'), icon: <Icon name="camera" />, onAction: onTake },
    onDelete && { id: 'delete', title: t('delete'), icon: <Icon name="trash" />, onAction: onDelete },
  ];
  return (
    <li>
      <button type="button" className="g-row bookmarks-go" onClick={onGo}>
        <Icon name={ICONS[viewpoint.viewer]} />
        <span>
          <span className="bookmarks-name">{bookmark.name}</span>
          <span className="g-muted">
            {t(`viewer.${viewpoint.viewer}`)} · {createdBy === null ? '' : `${createdBy}, `}
            {i18n.date(createdAt, { dateStyle: 'medium' })}
          </span>
        </span>
      </button>
      <Menu
        label={bookmark.name}
        trigger={
          <IconButton size="s" label={t('actions', { name: bookmark.name })} icon={<Icon name="more" />} />
        }
        entries={entries.filter((entry): entry is MenuEntry => Boolean(entry))}
      />
    </li>
  );
}
