import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { API, ServerList } from '#core/api';
import { grants, listProjects } from '#core/protocol';
import {
  Contacts,
  EmptyState,
  ErrorPanel,
  Icon,
  Link,
  Page,
  Skeleton,
  useContributions,
  useI18n,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import './HomePage.css';

/** Most projects shown; the project list has all. */
const NEWEST = 6;

/** `/home` */
export const HomePage = observer(function HomePage() {
  const t = useTranslate('home');
  const i18n = useI18n();
  const api = useService(API);
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  const pages = useContributions('menu').filter(({ path }) => path !== '/home');
  // Gone for who is blocked from every map or object type.
  const mayOpen = useContributions('routes').some(({ path }) => path === '/draw/:id');
  const mayCreate = grants(me?.authorizations ?? [], 'projects.write');
  const [list] = useState(
    () =>
      new ServerList((query, signal) => api.call(listProjects, { query }, { signal }), {
        orderby: 'createdAt',
        order: 'desc',
        paginate: NEWEST,
      }),
  );
  useEffect(() => void list.reload(), [list]);

  return (
    <Page
      title={t('welcome', { name: me?.name || me?.email })}
      actions={
        mayCreate && (
          <Link button="primary" href="/projectList?new" icon={<Icon name="plus" />}>
            {t('new')}
          </Link>
        )
      }
    >
      <section className="home-section">
        <h2>{t('newest')}</h2>
        {list.state === 'failed' && <ErrorPanel error={list.error} onRetry={() => void list.reload()} />}
        {list.state === 'loading' && list.rows.length === 0 && <Skeleton height={72} lines={2} />}
        {list.state === 'ready' && list.rows.length === 0 && (
          <EmptyState icon={<Icon name="folder-open" />} title={t('none')}>
            {t(mayCreate ? 'none.create' : 'none.ask')}
            {!mayCreate && <Contacts />}
          </EmptyState>
        )}
        <ul className="home-cards">
          {list.rows.map(({ id, projectName, objectCount, crs, createdAt }) => (
            <li key={id}>
              <Link href={mayOpen ? `/draw/${id}` : '/projectList'} className="home-card">
                <strong>{projectName}</strong>
                <span className="g-muted g-figures">
                  {t('objects', { count: objectCount, objects: i18n.number(objectCount) })} · {crs}
                </span>
                <span className="g-muted">{i18n.date(createdAt, { dateStyle: 'medium' })}</span>
              </Link>
            </li>
          ))}
        </ul>
        {list.total > NEWEST && (
          <p>
            <Link href="/projectList">{t('all', { total: i18n.number(list.total) })}</Link>
          </p>
        )}
      </section>
      {pages.length > 0 && (
        <nav className="home-section" aria-label={t('pages')}>
          <h2>{t('pages')}</h2>
          <ul className="home-cards">
            {pages
              .map((page) => ({
                ...page,
                name: i18n.t(page.title.includes(':') ? page.title : `${page.plugin}:${page.title}`),
              }))
              // A link whose name has not loaded yet is left out.
              .filter(({ name }) => name !== '')
              .map(({ id, name, icon, path }) => (
                <li key={id}>
                  <Link href={path} className="home-card home-page">
                    <Icon name={icon} size={20} />
                    {name}
                  </Link>
                </li>
              ))}
          </ul>
        </nav>
      )}
    </Page>
  );
});
