import { useNavigate } from 'react-router-dom';
import { extentOfObject, type Extent } from '#core/document';
import type { I18n } from '#core/i18n';
import { VIEWS, type LayerState } from '#core/mapview';
import { PROJECTS, type OpenProject } from '#core/project';
import type { ObjectType } from '#core/protocol';
import {
  Button,
  Icon,
  IconButton,
  onDemand,
  Popover,
  Slider,
  Swatch,
  Switch,
  useContributions,
  useI18n,
  useService,
  useServices,
  useTranslate,
  type Translate,
} from '#core/react';
import { FIELDS_EDITOR, STYLE_EDITOR } from '#plugins/work/object-types/api';
import { ClassList } from './ClassList.tsx';
import type { DrawnScales } from '../model/groups.ts';
import { PROJECT_LAYERS } from '../model/project-layers.ts';

const GroupField = onDemand(() => import('./GroupField.tsx'));

/** The page about object types, where the person may open it. */
const TYPE_PAGE = '/object-management';

export interface LayerRowData {
  state: LayerState;
  type: ObjectType | undefined;
  count: number | undefined;
  /** How many objects the filter of the layer lets through; undefined: it has none, or they are not counted yet. */
  filtered: number | undefined;
  /** The scales at which it is drawn, where it is not at that of the active view. */
  scales: DrawnScales | undefined;
}

interface LayerRowProps extends LayerRowData {
  open: OpenProject;
  /** Whether the person may put the layer into a group. */
  mayGroup: boolean;
}

/** One layer: symbol, name, count, visibility and menu. */
export function LayerRow({ state, type, count, filtered, scales, open, mayGroup }: LayerRowProps) {
  const t = useTranslate('layers');
  const i18n = useI18n();
  const layers = useService(PROJECT_LAYERS);
  const views = useService(VIEWS);
  const services = useServices();
  const fieldsEditor = services.get(FIELDS_EDITOR, { optional: true });
  const styleEditor = services.get(STYLE_EDITOR, { optional: true });
  const projects = useService(PROJECTS);
  const navigate = useNavigate();
  const hasTypePage = useContributions('routes').some(({ path }) => path === TYPE_PAGE);
  const { typeName, visible, opacity, locked, attracts = true } = state;
  const name = type?.title[i18n.language] || typeName;
  const extent = () => extentOfType(open, typeName) ?? open.project.extent ?? undefined;

  return (
    <>
      <Swatch style={state.style} geometryType={type?.geometryType ?? null} />
      <span className={visible && !scales ? 'lay-name' : 'lay-name lay-hidden'}>{name}</span>
      {locked && <Icon name="lock" />}
      {count !== undefined && (
        <span className="lay-count g-figures">
          {filtered === undefined
            ? i18n.number(count)
            : t('filter.count', { shown: i18n.number(filtered), all: i18n.number(count) })}
        </span>
      )}
      <IconButton
        size="s"
        label={visible ? t('hide', { layer: name }) : t('show', { layer: name })}
        icon={<Icon name={visible ? 'eye' : 'eye-off'} />}
        onPress={() => layers.setVisible([typeName], !visible)}
      />
      <Popover
        label={t('settings', { layer: name })}
        placement="left top"
        className="lay-popover"
        trigger={
          <IconButton size="s" label={t('settings', { layer: name })} icon={<Icon name="sliders" />} />
        }
      >
        {(close) => (
          <>
            <Slider
              label={t('opacity')}
              value={opacity}
              minValue={0}
              maxValue={1}
              step={0.05}
              formatOptions={{ style: 'percent' }}
              onChange={(value) => layers.setOpacity(typeName, value)}
            />
            <Switch
              isSelected={locked}
              onChange={(on) => layers.setLocked(typeName, on)}
              description={t('lock.help')}
            >
              {t('lock')}
            </Switch>
            <Switch
              isSelected={attracts && !locked}
              isDisabled={locked}
              onChange={(on) => layers.setAttracts(typeName, on)}
              description={t('snap.help')}
            >
              {t('snap')}
            </Switch>
            {mayGroup && <GroupField typeName={typeName} />}
            <Button
              icon={<Icon name="extent" />}
              isDisabled={count === 0}
              onPress={() => {
                const whole = extent();
                if (whole) views.active?.fly(whole);
                close();
              }}
            >
              {t('zoom')}
            </Button>
            {type && styleEditor && (
              <Button
                icon={<Icon name="palette" />}
                onPress={() => {
                  close();
                  styleEditor.open(type, open);
                }}
              >
                {t('style')}
              </Button>
            )}
            {type && fieldsEditor?.mayEdit && (
              <Button
                icon={<Icon name="attributes" />}
                onPress={() => {
                  close();
                  fieldsEditor.open(type, open);
                }}
              >
                {t('fields')}
              </Button>
            )}
            {type && hasTypePage && (
              <Button
                icon={<Icon name="shapes" />}
                onPress={() => {
                  close();
                  projects.handOver();
                  const query = new URLSearchParams({ type: type.id, project: open.project.id });
                  void navigate(`${TYPE_PAGE}?${query}`);
                }}
              >
                {t('type')}
              </Button>
            )}
          </>
        )}
      </Popover>
      {state.style.filter !== undefined && (
        <p className="lay-filter">
          <Icon name="filter" />
          <span>{t('filter', { filter: state.style.filter })}</span>
        </p>
      )}
      {visible && scales && <p className="lay-filter">{scalesInWords(scales, t, i18n)}</p>}
      {visible && <ClassList state={state} type={type} />}
    </>
  );
}

function scalesInWords({ minScale, maxScale }: DrawnScales, t: Translate, i18n: I18n): string {
  const [min, max] = [minScale, maxScale].map((scale) => scale !== undefined && i18n.number(scale));
  return t(minScale === undefined ? 'scale.to' : maxScale === undefined ? 'scale.from' : 'scale.range', {
    min,
    max,
  });
}

/** Extent of the loaded objects. */
function extentOfType({ document }: OpenProject, typeName: string): Extent | undefined {
  let whole: Extent | undefined;
  for (const object of document.values()) {
    if (object.typeName !== typeName) continue;
    const [west, south, east, north] = extentOfObject(object);
    whole = whole
      ? [
          Math.min(whole[0], west),
          Math.min(whole[1], south),
          Math.max(whole[2], east),
          Math.max(whole[3], north),
        ]
      : [west, south, east, north];
  }
  return whole;
}
