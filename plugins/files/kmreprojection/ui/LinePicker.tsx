import { observer } from 'mobx-react-lite';
import { useRef, useState } from 'react';
import { API } from '#core/api';
import { grants } from '#core/protocol';
import { ComboBox, Select, TextArea, useI18n, useObservable, useService, useTranslate } from '#core/react';
import { SESSION } from '#core/session';
import type { Kilometres } from '../model/kilometres.ts';
import { findLines, findProjects, type OfferedLine, type OfferedProject } from '../model/project-lines.ts';
import { LineFile } from './LineFile.tsx';

interface LinePickerProps {
  kilometres: Kilometres;
  project: OfferedProject | undefined;
  onProject: (project: OfferedProject) => void;
}

/** Chooses the line: of a project, pasted, or from a file. */
export const LinePicker = observer(function LinePicker({ kilometres, project, onProject }: LinePickerProps) {
  const t = useTranslate('kmreprojection');
  const i18n = useI18n();
  const api = useService(API);
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  const projects = useRef(new Map<string, OfferedProject>());
  const offered = useRef(new Map<string, OfferedLine>());
  const [object, setObject] = useState<OfferedLine>();
  const [more, setMore] = useState<{ shown: number; total: number }>();
  const { lines, chosen, error } = kilometres;
  return (
    <div className="kmr-line">
      <div className="kmr-options">
        <ComboBox
          label={t('line.project')}
          value={project?.id ?? null}
          valueTitle={project?.title}
          find={async (search, signal) => {
            const found = await findProjects(api, search, signal);
            for (const each of found) projects.current.set(each.id, each);
            return found.map(({ id, title }) => ({ value: id, title }));
          }}
          onChange={(id) => {
            const found = id === null ? undefined : projects.current.get(id);
            if (!found) return;
            setObject(undefined);
            setMore(undefined);
            onProject(found);
          }}
        />
        {project && (
          <ComboBox
            key={project.id}
            label={t('line.object')}
            description={
              more && t('line.more', { shown: i18n.number(more.shown), total: i18n.number(more.total) })
            }
            value={object?.id ?? null}
            valueTitle={object?.title}
            find={async (search, signal) => {
              const found = await findLines(api, i18n, project.id, search, signal);
              for (const each of found.lines) offered.current.set(each.id, each);
              const { length } = found.lines;
              setMore(found.total > length ? { shown: length, total: found.total } : undefined);
              return found.lines.map(({ id, title }) => ({ value: id, title }));
            }}
            onChange={(id) => {
              const found = id === null ? undefined : offered.current.get(id);
              if (!found) return;
              setObject(found);
              kilometres.setLines(found.parts);
            }}
          />
        )}
        <LineFile
          kilometres={kilometres}
          readsAllFormats={grants(me?.authorizations ?? [], 'import')}
          onFile={() => setObject(undefined)}
        />
      </div>
      <TextArea
        label={t('line.text')}
        description={t('line.text.help')}
        rows={3}
        value={kilometres.lineText}
        onChange={(text) => {
          setObject(undefined);
          kilometres.setLineText(text);
        }}
        error={error && t(`error.${error.id}`, { detail: error.detail })}
        spellCheck="false"
      />
      {lines.length > 1 && (
        <Select
          label={t('line.which', { count: lines.length })}
          value={String(chosen)}
          options={lines.map(({ name, vertices }, i) => ({
            value: String(i),
            title: name || t('line.number', { number: i18n.number(i + 1) }),
            detail: t('line.vertices', { count: vertices.length, vertices: i18n.number(vertices.length) }),
          }))}
          onChange={(value) => kilometres.choose(Number(value))}
        />
      )}
    </div>
  );
});
