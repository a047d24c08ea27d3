import { useEffect, useEffectEvent, useLayoutEffect, useMemo } from 'react';
import { createPortal } from 'react-dom';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { objectTitle } from '#core/fields';
import type { MapView } from '#core/mapview';
import { PROJECTS } from '#core/project';
import type { Geometry, Style } from '#core/protocol';
import { useCopy, useI18n, useService, useTranslate } from '#core/react';
import type { ObjectChoice, PickQuestion } from '../model/choice.ts';
import './Choice.css';

interface ChoiceListProps {
  view: MapView;
  choice: ObjectChoice;
  question: PickQuestion;
}

/** The dominant colour of a symbol: the fill of points, the stroke of lines and polygons. */
function colourOf({ type }: Geometry, { stroke, fill }: Style): string {
  return type.endsWith('Point') ? (fill ?? stroke) : stroke;
}

/** Lists geometry type, object type with its label, and id of each object under the pointer. Ctrl+C copies the id of the focused one. */
export default function ChoiceList({ view, choice, question }: ChoiceListProps) {
  const t = useTranslate('selection');
  const i18n = useI18n();
  const projects = useService(PROJECTS);
  const element = useMemo(() => {
    const made = document.createElement('div');
    made.className = 'sel-choice';
    return made;
  }, []);
  useLayoutEffect(() => {
    const anchored = view.anchor(element, question.at, [8, 8]);
    return () => {
      anchored.dispose();
      view.highlight('hover', []);
    };
  }, [view, element, question]);
  const copy = useCopy();
  const copyId = useEffectEvent(copy);
  useEffect(() => {
    const outside = ({ target }: PointerEvent): void => {
      if (!element.contains(target as Node)) choice.close();
    };
    const leave = ({ key, ctrlKey, metaKey }: KeyboardEvent): void => {
      const id = document.activeElement?.closest<HTMLElement>('[data-key]')?.dataset['key'];
      if (key === 'c' && (ctrlKey || metaKey) && id !== undefined) void copyId(id);
      if (key !== 'Escape') return;
      choice.close();
      view.focus();
    };
    window.addEventListener('pointerdown', outside, true);
    element.addEventListener('keydown', leave);
    return () => {
      window.removeEventListener('pointerdown', outside, true);
      element.removeEventListener('keydown', leave);
    };
  }, [element, choice, view]);

  const show = (id: string): void => view.highlight('hover', [id]);
  return createPortal(
    <ListBox
      aria-label={t('choice.label')}
      autoFocus
      className="sel-choice-list"
      selectionMode="none"
      onAction={(id) => {
        choice.answer(String(id));
        view.focus();
      }}
    >
      {question.candidates.map((object) => {
        const { id, typeName, location } = object;
        const type = projects.current?.types.get(typeName);
        const name = objectTitle(object, type, i18n);
        return (
          <ListBoxItem
            key={id}
            id={id}
            textValue={name}
            className="sel-choice-item"
            onHoverStart={() => show(id)}
            onFocus={() => show(id)}
          >
            <span
              className="sel-choice-swatch"
              style={{ background: type && colourOf(location, type.style) }}
              aria-hidden="true"
            />
            <span className="sel-choice-kind">{t(`geometry.${location.type}`)}</span>
            <span className="sel-choice-name">{name}</span>
            <code>{id}</code>
          </ListBoxItem>
        );
      })}
    </ListBox>,
    element,
  );
}
