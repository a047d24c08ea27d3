import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { seenNow } from '#core/mapview';
import { PROJECTS } from '#core/project';
import { grants, type Bookmark, type Viewpoint } from '#core/protocol';
import {
  Button,
  EmptyState,
  ErrorPanel,
  Form,
  Icon,
  Skeleton,
  TextField,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import { MAPS, type WorkspaceMap } from '#plugins/work/map-2d/api';
import { BOOKMARKS } from '../model/bookmarks.ts';
import { BookmarkRow } from './BookmarkRow.tsx';
import './bookmarks.css';

/** The project's bookmarks; a click restores the view. */
const BookmarksPanel = observer(function BookmarksPanel() {
  const t = useTranslate('bookmarks');
  const bookmarks = useService(BOOKMARKS);
  const maps = useService(MAPS);
  const projects = useService(PROJECTS);
  const session = useService(SESSION);
  const navigate = useNavigate();
  const current = useObservable(maps.current$, maps.current);
  // A panorama has an address of its own, and local coordinates are no place of the earth.
  const map = current && hasBookmarks(current) ? current : undefined;
  const project = useObservable(projects.current$, projects.current)?.project.id;
  useEffect(() => void bookmarks.read(), [bookmarks, project]);
  const mayChange = grants(session.me?.authorizations ?? [], 'geometries.write');
  const { list, error } = bookmarks;

  const go = ({ viewpoint }: Bookmark) => {
    const { viewer, longitude, latitude, ...seen } = viewpoint;
    if (map?.kind === viewer) map.fly([longitude, latitude], seen);
    else if (project !== undefined) void navigate(maps.addressOf(project, viewpoint));
  };
  if (error !== undefined) return <ErrorPanel error={error} onRetry={() => void bookmarks.read()} />;
  if (!list) return <Skeleton lines={3} />;
  return (
    <div className="bookmarks">
      {mayChange && map && (
        <NewBookmark onAdd={(name) => bookmarks.add(name, seenNow(map.kind, map.camera))} />
      )}
      {list.length === 0 ? (
        <EmptyState icon={<Icon name="bookmark" size={20} />} title={t('none')}>
          {t(mayChange ? 'none.help' : 'none.reader')}
        </EmptyState>
      ) : (
        <ul className="bookmarks-list">
          {list.map((bookmark) => (
            <BookmarkRow
              key={bookmark.id}
              bookmark={bookmark}
              address={maps.addressOf(bookmark.projectId, bookmark.viewpoint)}
              onGo={() => go(bookmark)}
              onRename={mayChange ? (name) => bookmarks.update(bookmark, { name }) : undefined}
              onTake={
                mayChange && map
                  ? () => void bookmarks.update(bookmark, { viewpoint: seenNow(map.kind, map.camera) })
                  : undefined
              }
              onDelete={mayChange ? () => void bookmarks.remove(bookmark) : undefined}
            />
          ))}
        </ul>
      )}
    </div>
  );
});
export default BookmarksPanel;

function NewBookmark({ onAdd }: { onAdd: (name: string) => Promise<boolean> }) {
  const t = useTranslate('bookmarks');
  const [name, setName] = useState('');
  const add = async () => {
    if (name.trim() !== '' && (await onAdd(name.trim()))) setName('');
  };
  return (
    <Form onSubmit={() => void add()}>
      <div className="bookmarks-new">
        <TextField label={t('name')} maxLength={120} autoComplete="off" value={name} onChange={setName} />
        <Button type="submit" icon={<Icon name="plus" />} isDisabled={name.trim() === ''}>
          {t('add')}
        </Button>
      </div>
    </Form>
  );
}

function hasBookmarks(map: WorkspaceMap): map is WorkspaceMap & { readonly kind: Viewpoint['viewer'] } {
  return map.kind !== 'panorama' && map.localOf === undefined;
}
