import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { titleOf } from '#core/fields';
import {
  classes,
  EmptyState,
  ErrorPanel,
  Icon,
  ListSearch,
  Pager,
  Skeleton,
  Swatch,
  useI18n,
  useTranslate,
} from '#core/react';
import type { ReactNode } from 'react';
import { useProjectsOfNamesakes } from './useProjectsOfNamesakes.ts';
import type { ObjectTypes } from '../model/object-types.ts';

interface TypeListProps {
  types: ObjectTypes;
  shown: string | undefined;
  onShow: (id: string) => void;
  /** The buttons that create types. */
  create: ReactNode;
}

/** The object types of the organization, found by name and title. */
export const TypeList = observer(function TypeList({ types, shown, onShow, create }: TypeListProps) {
  const t = useTranslate('object-management');
  const i18n = useI18n();
  const { list } = types;
  useEffect(() => void list.reload(), [list]);
  const projects = useProjectsOfNamesakes(list.rows);
  const isSearching = (list.query.search ?? '') !== '';
  return (
    <nav className="objm-list" aria-label={t('types')}>
      <ListSearch label={t('search')} list={list} />
      {list.state === 'failed' ? (
        <ErrorPanel error={list.error} onRetry={() => void list.reload()} />
      ) : list.state === 'loading' && list.rows.length === 0 ? (
        <Skeleton lines={6} />
      ) : list.rows.length === 0 ? (
        <EmptyState
          icon={<Icon name="shapes" />}
          title={t(isSearching ? 'empty.search' : 'empty')}
          action={isSearching ? undefined : create}
        >
          {t(isSearching ? 'empty.search.help' : create ? 'empty.help' : 'empty.ask')}
        </EmptyState>
      ) : (
        <ul>
          {list.rows.map((type) => (
            <li key={type.id}>
              <button
                type="button"
                className={classes('g-row', 'objm-type', type.id === shown && 'objm-current')}
                aria-current={type.id === shown ? 'true' : undefined}
                onClick={() => onShow(type.id)}
              >
                <Swatch style={type.style} geometryType={type.geometryType} />
                <span className="objm-name">
                  {titleOf(type, i18n)}
                  <span className="g-muted">
                    {[type.name, projects.get(type)].filter(Boolean).join(' · ')}
                  </span>
                </span>
                {type.icon !== null && <Icon name={type.icon} />}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Pager
        page={list.query.page}
        pageSize={list.query.paginate}
        total={list.total}
        onPage={(page) => void list.setQuery({ page })}
      />
    </nav>
  );
});
