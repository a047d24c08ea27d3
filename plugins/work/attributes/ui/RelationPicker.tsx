import { API } from '#core/api';
import { extentOf } from '#core/document';
import { sentenceOf } from '#core/kernel';
import { VIEWS } from '#core/mapview';
import type { OpenProject } from '#core/project';
import { geocode } from '#core/protocol';
import { Button, ComboBox, Icon, IconButton, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import { SELECTION } from '#plugins/work/selection/api';
import { useNames } from './useNames.ts';

interface RelationPickerProps {
  project: OpenProject;
  label: string;
  ids: readonly string[];
  /** It cannot be related to itself. */
  except: string;
  isReadOnly: boolean;
  error?: string | undefined;
  onChange: (ids: readonly string[]) => void;
}

/** Letters from which objects are searched. */
const FEWEST = 2;

/** Related objects: searched by their attributes, followed on the map, and taken away. */
export function RelationPicker(props: RelationPickerProps) {
  const { project, label, ids, except, isReadOnly, error, onChange } = props;
  const t = useTranslate('attributes');
  const api = useService(API);
  const nameOf = useNames(project, ids);
  const [selection, views, toasts] = [useService(SELECTION), useService(VIEWS), useService(TOASTS)];
  const follow = async (id: string) => {
    try {
      if (!project.document.get(id)) await project.loadObjects([id]);
      const found = project.document.get(id);
      if (!found) return void toasts.show('warning', t('relations.gone'));
      selection.set([id]);
      views.active?.fly(extentOf(found.location));
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
    }
  };
  const find = async (text: string, signal: AbortSignal) => {
    if (text.trim().length < FEWEST) return [];
    const headers = { projectid: project.project.id };
    const { data } = await api.call(geocode, { headers, query: { text } }, { signal });
    return data.results.flatMap(({ objectId, name, context }) =>
      objectId === undefined || objectId === except || ids.includes(objectId)
        ? []
        : [{ value: objectId, title: name, detail: context }],
    );
  };
  return (
    <div className="att-picker">
      {ids.length > 0 && (
        <ul className="att-relations">
          {ids.map((id) => (
            <li key={id}>
              <Button size="s" icon={<Icon name="locate" />} onPress={() => void follow(id)}>
                {nameOf(id)}
              </Button>
              {!isReadOnly && (
                <IconButton
                  size="s"
                  label={t('relations.end', { object: nameOf(id) })}
                  icon={<Icon name="close" />}
                  onPress={() => onChange(ids.filter((other) => other !== id))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {!isReadOnly && (
        <ComboBox
          // Emptied for the next one.
          key={ids.length}
          label={label}
          description={t('relations.search')}
          error={error}
          find={find}
          value={null}
          onChange={(id) => id !== null && onChange([...ids, id])}
        />
      )}
      {isReadOnly && ids.length === 0 && <p className="g-muted">—</p>}
    </div>
  );
}
