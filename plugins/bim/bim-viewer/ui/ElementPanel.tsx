import { observer } from 'mobx-react-lite';
import { sentenceOf } from '#core/kernel';
import { PROJECTS } from '#core/project';
import { grants, type BimElement } from '#core/protocol';
import {
  Button,
  Disclosure,
  ErrorPanel,
  Icon,
  IconButton,
  Skeleton,
  useI18n,
  useObservable,
  useService,
  useServices,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import { TOASTS } from '#core/toasts';
import { FILE_OPENER } from '#plugins/files/documents/api';
import { SELECTION } from '#plugins/work/selection/api';
import { BIM_SELECTION, BIM_STAGE, BIM_VIEWS } from '../api.ts';
import { ELEMENT_PAGE } from '../model/element-page.ts';
import { NO_ITEMS, unite } from '../model/items.ts';
import { printValue } from '../model/print-value.ts';
import { byModel } from '../model/selected.ts';
import { LinkFile } from './LinkFile.tsx';
import { SaveIfc } from './SaveIfc.tsx';
import './panels.css';

/** Significant digits of numbers: all that were written, without the noise of the last bit. */
const DIGITS = 12;

/** What is known of the chosen element, and what it is linked to. */
export default observer(function ElementPanel() {
  const t = useTranslate('bim-viewer');
  const page = useService(ELEMENT_PAGE);
  const selection = useService(BIM_SELECTION);
  const chosen = useObservable(selection.elements$, selection.elements);
  if (!page.of) return <p className="g-muted">{t('element.none')}</p>;
  if (page.error !== undefined)
    return (
      <ErrorPanel
        title={t('element.failed')}
        error={new Error(page.error)}
        onRetry={() => void page.reload()}
      />
    );
  if (!page.element) return <Skeleton lines={6} />;
  return (
    <div className="bim-panel">
      {chosen.length > 1 && (
        <p className="g-muted" role="status">
          {t('element.of-several', { count: chosen.length })}
        </p>
      )}
      <Head />
      <Facts />
      <Links />
    </div>
  );
});

const Head = observer(function Head() {
  const t = useTranslate('bim-viewer');
  const { element } = useService(ELEMENT_PAGE);
  const selection = useService(BIM_SELECTION);
  const stage = useService(BIM_STAGE);
  const views = useService(BIM_VIEWS);
  const { name, class: kind, globalId, path } = element!;
  const items = () => views.current?.elements.itemsOf(selection.elements) ?? Promise.resolve(NO_ITEMS);
  return (
    <header className="bim-head">
      <h3>{name ?? kind}</h3>
      <p className="g-muted">
        {kind} · {globalId}
      </p>
      <p className="g-muted">{path.map((node) => node.name ?? node.class).join(' › ')}</p>
      <div className="bim-actions">
        <Button size="s" onPress={() => void views.current?.zoomTo(selection.elements)}>
          {t('zoom-to')}
        </Button>
        <Button
          size="s"
          onPress={() => void items().then((isolated) => stage.change({ isolated, ghosts: true }))}
        >
          {t('ghost')}
        </Button>
        <Button
          size="s"
          onPress={() =>
            void items().then((found) => {
              stage.change({ hidden: unite(stage.look.hidden, found) });
              selection.clear();
            })
          }
        >
          {t('hide')}
        </Button>
        <SaveIfc of={byModel(selection.elements)} />
      </div>
    </header>
  );
});

const Facts = observer(function Facts() {
  const t = useTranslate('bim-viewer');
  const { attributes, properties, quantities, materials, classifications, type, groups, documents } =
    useService(ELEMENT_PAGE).element!;
  const lists = [
    { title: t('element.materials'), values: materials },
    { title: t('element.classifications'), values: classifications },
    { title: t('element.type'), values: type ? [`${type.name ?? type.globalId} · ${type.class}`] : [] },
    { title: t('element.groups'), values: groups.map((one) => `${one.name ?? one.globalId} · ${one.class}`) },
    {
      title: t('element.documents'),
      values: documents.map(({ name, location }) => (location === null ? name : `${name} · ${location}`)),
    },
  ].filter(({ values }) => values.length > 0);
  return (
    <>
      <Values values={attributes} />
      {lists.map(({ title, values }) => (
        <section key={title}>
          <h4>{title}</h4>
          <ul className="bim-words">
            {values.map((value) => (
              <li key={value}>{value}</li>
            ))}
          </ul>
        </section>
      ))}
      {[...quantities, ...properties].map((set) => (
        <Disclosure
          key={`${set.name} ${set.isOfType}`}
          title={set.isOfType ? t('element.set-of-type', { set: set.name }) : set.name}
          isExpanded
        >
          <Values values={set.values} />
        </Disclosure>
      ))}
    </>
  );
});

function Values({ values }: { values: BimElement['attributes'] }) {
  const t = useTranslate('bim-viewer');
  const i18n = useI18n();
  const print = (number: number) => i18n.number(number, { maximumSignificantDigits: DIGITS });
  return (
    <dl className="bim-values">
      {values.map((one) => (
        <div key={one.name}>
          <dt className="g-muted">{one.name}</dt>
          <dd className="g-figures">
            {one.type === 'boolean' ? t(`value.${one.value === 'true'}`) : printValue(one, print)}
            {one.unit === null ? '' : ` ${one.unit}`}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const Links = observer(function Links() {
  const t = useTranslate('bim-viewer');
  const i18n = useI18n();
  const page = useService(ELEMENT_PAGE);
  const toasts = useService(TOASTS);
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  const services = useServices();
  const objects = services.get(SELECTION);
  const opener = services.get(FILE_OPENER, { optional: true });
  const projects = useService(PROJECTS);
  const project = useObservable(projects.current$, projects.current);
  const ids = useObservable(objects.ids$, objects.ids);
  const mayWrite = grants(me?.authorizations ?? [], 'bim.write');
  const run = (action: Promise<void>) =>
    void action.catch((failure: unknown) => toasts.show('error', sentenceOf(failure)));
  return (
    <section>
      <h4>{t('links')}</h4>
      {page.links.length === 0 && <p className="g-muted">{t('links.none')}</p>}
      <ul className="bim-words" aria-label={t('links')}>
        {page.links.map((link) => (
          <li key={link.id} className="bim-link">
            {link.geometryId !== null ? (
              <Button size="s" variant="quiet" onPress={() => objects.set([link.geometryId!])}>
                {t('links.object', { type: link.target })}
              </Button>
            ) : opener && project ? (
              <Button size="s" variant="quiet" onPress={() => opener.open(link.fileId!, project.project.id)}>
                {link.target}
              </Button>
            ) : (
              <span>{link.target}</span>
            )}
            <small className="g-muted">{i18n.date(link.createdAt, { dateStyle: 'medium' })}</small>
            {mayWrite && (
              <IconButton
                size="s"
                label={t('links.remove', { target: link.target })}
                icon={<Icon name="close" />}
                onPress={() => run(page.unlink(link))}
              />
            )}
          </li>
        ))}
      </ul>
      {mayWrite && (
        <div className="bim-actions">
          <Button
            size="s"
            isDisabled={ids.length === 0 || ids.length > 500}
            onPress={() => run(page.link(ids.map((geometryId) => ({ geometryId }))))}
          >
            {t('links.add', { count: ids.length })}
          </Button>
          <LinkFile />
        </div>
      )}
    </section>
  );
});
