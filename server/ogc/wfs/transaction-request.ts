import { WfsError } from './exceptions.ts';
import { child, children, type Element } from './xml.ts';

/** One action of a Transaction, parsed. */
export type Action =
  | { kind: 'insert'; handle: string; srsName: string | undefined; features: Element[] }
  | {
      kind: 'update';
      handle: string;
      srsName: string | undefined;
      typeName: string;
      values: { reference: string; value: Element | undefined }[];
      filter: Element;
    }
  | { kind: 'replace'; handle: string; srsName: string | undefined; feature: Element; filter: Element }
  | { kind: 'delete'; handle: string; typeName: string; filter: Element };

const WRAPPERS = new Set(['FeatureCollection', 'featureMember', 'featureMembers', 'member']);

/** The actions of a Transaction, in order. Throws WfsError. */
export function actionsOf(transaction: Element): Action[] {
  if (transaction.attributes.get('lockId') || child(transaction, 'LockId'))
    throw new WfsError('OptionNotSupported', 'lockId', 'wfs.no-locks');
  return transaction.children.flatMap((element): Action[] => {
    const handle = element.attributes.get('handle') ?? element.name;
    const srsName = element.attributes.get('srsName');
    switch (element.name) {
      case 'Insert':
        return [{ kind: 'insert', handle, srsName, features: featuresIn(element) }];
      case 'Update':
        return [
          {
            kind: 'update',
            handle,
            srsName,
            typeName: typeNameOf(element),
            values: children(element, 'Property').map(valueOf),
            filter: filterOf(element),
          },
        ];
      case 'Replace': {
        const [feature] = element.children.filter(({ name }) => name !== 'Filter');
        if (!feature) throw new WfsError('MissingParameterValue', handle, 'wfs.no-feature');
        return [{ kind: 'replace', handle, srsName, feature, filter: filterOf(element) }];
      }
      case 'Delete':
        return [{ kind: 'delete', handle, typeName: typeNameOf(element), filter: filterOf(element) }];
      case 'Native':
        if (element.attributes.get('safeToIgnore') === 'true') return [];
    }
    throw new WfsError('OptionNotSupported', handle, 'wfs.no-such-action', {
      action: element.name.slice(0, 60),
    });
  });
}

function featuresIn(element: Element): Element[] {
  return element.children.flatMap((each) => {
    if (WRAPPERS.has(each.name)) return featuresIn(each);
    // Boxes and names of GML that stand beside the features of a collection.
    return each.name === 'boundedBy' ? [] : each;
  });
}

function typeNameOf({ attributes, name }: Element): string {
  const typeName = attributes.get('typeName');
  if (typeName) return typeName;
  throw new WfsError('MissingParameterValue', name, 'wfs.no-parameter', { name: 'typeName' });
}

/** Without a condition, everything of the type would be changed. */
function filterOf(element: Element): Element {
  const filter = child(element, 'Filter');
  if (filter && filter.children.length > 0) return filter;
  throw new WfsError('MissingParameterValue', 'Filter', 'wfs.no-filter', { action: element.name });
}

function valueOf(property: Element): { reference: string; value: Element | undefined } {
  const reference = child(property, 'ValueReference', 'Name')?.text ?? '';
  return { reference, value: child(property, 'Value') };
}
