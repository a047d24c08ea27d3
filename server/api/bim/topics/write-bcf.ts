import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { TopicViewpoint } from '#core/protocol';
import { escapeXml } from '../../../formats/xml-tree.ts';
import { isPng, type BcfTopic, type BcfVersion, type BcfViewpoint } from './bcf.ts';

type Triple = readonly [number, number, number];

/** Camera angles that BCF 2.1 allows, degrees. */
const [MIN_ANGLE, MAX_ANGLE] = [45, 60];
const ASPECT = 1.5;
const GLOBAL_ID = /^[0-9A-Za-z_$]{22}$/;
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Topics as a BCF file. */
export async function writeBcf(topics: readonly BcfTopic[], version: BcfVersion): Promise<Buffer> {
  const zip = new ZipFile();
  const add = (name: string, xml: string) => zip.addBuffer(Buffer.from(HEAD + xml), name);
  const detailed = version === '2.1' ? '<DetailedVersion>2.1</DetailedVersion>' : '';
  add('bcf.version', `<Version VersionId="${version}">${detailed}</Version>`);
  if (version === '3.0') add('extensions.xml', extensions(topics));
  for (const topic of topics) {
    const folder = topic.guid;
    add(`${folder}/markup.bcf`, version === '2.1' ? markup21(topic) : markup30(topic));
    for (const each of topic.viewpoints) {
      const { guid, viewpoint, snapshot } = each;
      if (viewpoint) add(`${folder}/${guid}.bcfv`, visualization(guid, viewpoint, version));
      if (snapshot) zip.addBuffer(snapshot, `${folder}/${pictureName(each)}`, { compress: false });
    }
  }
  zip.end();
  return buffer(zip.outputStream);
}

function pictureName({ guid, snapshot }: BcfViewpoint): string {
  return `${guid}.${snapshot && isPng(snapshot) ? 'png' : 'jpg'}`;
}

const tag = (name: string, text: string | null) =>
  text === null || text === '' ? '' : `<${name}>${escapeXml(text)}</${name}>`;
const attribute = (name: string, text: string) => (text === '' ? '' : ` ${name}="${escapeXml(text)}"`);

function fileOf({ file }: BcfTopic): string {
  return file === null ? '' : `<File IsExternal="true">${tag('Filename', file)}</File>`;
}

/** The fields in the order of both schemas. */
function fields(topic: BcfTopic, labels: string): string {
  return [
    tag('Title', topic.title),
    tag('Priority', topic.priority),
    labels,
    tag('CreationDate', topic.createdAt),
    tag('CreationAuthor', topic.author || '-'),
    tag('ModifiedDate', topic.updatedAt),
    tag('ModifiedAuthor', topic.author || '-'),
    tag('DueDate', topic.dueAt === null ? null : `${topic.dueAt}T00:00:00Z`),
    tag('AssignedTo', topic.assignedTo),
    tag('Description', topic.description),
  ].join('');
}

function comments({ comments: all }: BcfTopic): string {
  return all
    .map(
      ({ guid, at, author, text, viewpoint }) =>
        `<Comment Guid="${guid}">${tag('Date', at)}${tag('Author', author || '-')}${tag('Comment', text || '-')}${viewpoint === null ? '' : `<Viewpoint Guid="${viewpoint}"/>`}</Comment>`,
    )
    .join('');
}

function viewpoints({ viewpoints: all }: BcfTopic, name: string): string {
  return all
    .map((each, index) => {
      const view = each.viewpoint ? tag('Viewpoint', `${each.guid}.bcfv`) : '';
      const picture = each.snapshot ? tag('Snapshot', pictureName(each)) : '';
      return `<${name} Guid="${each.guid}">${view}${picture}${tag('Index', String(index))}</${name}>`;
    })
    .join('');
}

function markup21(topic: BcfTopic): string {
  // `isExternal` begins in lower case there.
  const file = fileOf(topic).replace('IsExternal', 'isExternal');
  const labels = topic.labels.map((each) => tag('Labels', each)).join('');
  const attributes = attribute('TopicType', topic.type) + attribute('TopicStatus', topic.status);
  return `<Markup>${file && `<Header>${file}</Header>`}<Topic Guid="${topic.guid}"${attributes}>${fields(topic, labels)}</Topic>${comments(topic)}${viewpoints(topic, 'Viewpoints')}</Markup>`;
}

function markup30(topic: BcfTopic): string {
  const file = fileOf(topic);
  const inside = topic.labels.map((each) => tag('Label', each)).join('');
  const labels = inside && `<Labels>${inside}</Labels>`;
  const said = comments(topic);
  const seen = viewpoints(topic, 'ViewPoint');
  const attributes = ` TopicType="${escapeXml(topic.type || 'Issue')}" TopicStatus="${escapeXml(topic.status || 'Open')}"`;
  return `<Markup>${file && `<Header><Files>${file}</Files></Header>`}<Topic Guid="${topic.guid}"${attributes}>${fields(topic, labels)}${said && `<Comments>${said}</Comments>`}${seen && `<Viewpoints>${seen}</Viewpoints>`}</Topic></Markup>`;
}

/** The values that occur, which BCF 3.0 wants listed. */
function extensions(topics: readonly BcfTopic[]): string {
  const list = (of: string, name: string, values: readonly string[]) => {
    const all = [...new Set(values.filter(Boolean))];
    return all.length === 0 ? '' : `<${of}>${all.map((each) => tag(name, each)).join('')}</${of}>`;
  };
  return `<Extensions>${[
    list(
      'TopicTypes',
      'TopicType',
      topics.map(({ type }) => type || 'Issue'),
    ),
    list(
      'TopicStatuses',
      'TopicStatus',
      topics.map(({ status }) => status || 'Open'),
    ),
    list(
      'Priorities',
      'Priority',
      topics.map(({ priority }) => priority),
    ),
    list(
      'TopicLabels',
      'TopicLabel',
      topics.flatMap(({ labels }) => labels),
    ),
    list(
      'Users',
      'User',
      topics.flatMap(({ author, assignedTo }) => [author, assignedTo]),
    ),
  ].join('')}</Extensions>`;
}

function visualization(guid: string, view: TopicViewpoint, version: BcfVersion): string {
  const component = (id: string) => `<Component IfcGuid="${id}"/>`;
  const known = (all: readonly string[]) =>
    all
      .filter((each) => GLOBAL_ID.test(each))
      .map(component)
      .join('');
  const selected = known(view.selection);
  const exceptions = known(view.exceptions);
  const visibility = `<Visibility DefaultVisibility="${view.isVisible}">${exceptions && `<Exceptions>${exceptions}</Exceptions>`}</Visibility>`;
  const components = `<Components>${selected && `<Selection>${selected}</Selection>`}${visibility}</Components>`;
  // No element without planes: viewers would cut with an empty one.
  const planes = view.planes
    .map(
      ({ at, normal }) =>
        `<ClippingPlane>${point('Location', at)}${point('Direction', normal)}</ClippingPlane>`,
    )
    .join('');
  return `<VisualizationInfo Guid="${guid}">${components}${camera(view, version)}${planes && `<ClippingPlanes>${planes}</ClippingPlanes>`}</VisualizationInfo>`;
}

function camera({ eye, direction, up, field }: TopicViewpoint, version: BcfVersion): string {
  const place =
    point('CameraViewPoint', eye) + point('CameraDirection', direction) + point('CameraUpVector', up);
  const aspect = version === '3.0' ? tag('AspectRatio', String(ASPECT)) : '';
  if ('metres' in field)
    return `<OrthogonalCamera>${place}${tag('ViewToWorldScale', String(field.metres))}${aspect}</OrthogonalCamera>`;
  const angle =
    version === '2.1'
      ? Math.min(Math.max(field.degrees, MIN_ANGLE), MAX_ANGLE)
      : Math.min(Math.max(field.degrees, 1), 179);
  return `<PerspectiveCamera>${place}${tag('FieldOfView', String(angle))}${aspect}</PerspectiveCamera>`;
}

function point(name: string, [x, y, z]: Triple): string {
  return `<${name}><X>${x}</X><Y>${y}</Y><Z>${z}</Z></${name}>`;
}
